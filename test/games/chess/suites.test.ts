import { expect, test } from "vitest";
import { openingOf } from "../../../src/games/chess/openings/names.ts";
import { openings } from "../../../src/games/chess/openings/suites.ts";
import { rules } from "../../../src/games/chess/rules/rules.ts";
import { runAtOnce } from "../../../src/shared/steps.ts";
import { sure } from "../../live-games/support.ts";

const spanish = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";

test("the built-in suite has as many positions as names of lines, each another one with five moves made", () => {
  const starts = openings.suites["built-in"]();
  expect(starts.length).toBeGreaterThan(40);
  expect(new Set(starts.map(({ options }) => options["fen"])).size).toBe(starts.length);
  for (const { name, options } of starts) {
    expect(name).not.toMatch(/^(?:Opening \d|[a-h]\d)/);
    expect(String(options["fen"])).toMatch(/ w .* 6$/);
    expect(rules.start({ fen: String(options["fen"]) }).ok).toBe(true);
  }
});

test("starts that nobody knows by heart are shuffled, mirrored or of swapped colours, and have no name", () => {
  const { shuffled, mixed, "built-in": known } = openings.suites;
  const starts = shuffled();
  expect(starts.length).toBeGreaterThan(60);
  expect(new Set(starts.map(({ options }) => options["fen"])).size).toBe(starts.length);
  const names = new Map<string, number>();
  for (const { name, options, unfamiliar } of starts) {
    const fen = String(options["fen"]);
    const [board = "", , castling = ""] = fen.split(" ");
    expect([unfamiliar, rules.start({ fen }).ok, openingOf(options, [])]).toEqual([true, true, null]);
    const [sort = ""] = /^(?:Shuffled|Mirrored|Colours swapped)/.exec(name) ?? [];
    names.set(sort, (names.get(sort) ?? 0) + 1);
    if (sort !== "Colours swapped") expect(castling).toBe("-");
    if (sort !== "Shuffled") continue;
    const [black = "", ...others] = board.split("/");
    expect(others.at(-1)).toBe(black.toUpperCase());
    expect([...black].toSorted().join("")).toBe("bbknnqrr");
    expect(black.indexOf("b") % 2).not.toBe(black.lastIndexOf("b") % 2);
  }
  expect(Math.min(...names.values())).toBeGreaterThan(10);
  expect([...names.keys()].toSorted()).toEqual(["Colours swapped", "Mirrored", "Shuffled"]);
  // In turn, and as many of each.
  expect(mixed().map((start) => start.unfamiliar ?? false)).toEqual(known().flatMap(() => [false, true]));
});

test("a suite in EPD has a position a line, by the name of its id, and one that is there twice once", () => {
  const board = "rnbqkbnr/pp2pppp/2p5/8/2pP4/4P3/PP3PPP/RNBQKBNR";
  const text = [
    "# Two openings",
    "",
    'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - hmvc 3; fmvn 3; id "Spanish; old";',
    "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -",
    `${spanish};`,
    `${spanish.replace("-", "e6")} bm Ba4;id "Whole; old"; id "Another";`,
    `${board} w KQkq -; c0 "no blank before the sign"; id WAC_001`,
    `${board}_b_HAha_-_0_0`,
    `${board} b KQ`,
    "\u001a",
  ].join("\r\n");
  const starts = [
    { name: "Spanish; old", options: { fen: spanish } },
    { name: "Opening 2", options: { fen: "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1" } },
    { name: "WAC_001", options: { fen: `${board} w KQkq - 0 1` } },
    { name: "Opening 4", options: { fen: `${board} b KQkq - 0 1` } },
    { name: "Opening 5", options: { fen: `${board} b KQ - 0 1` } },
  ];
  expect(sure(runAtOnce(openings.readSuite(text)))).toEqual(starts);
  expect(sure(runAtOnce(openings.readSuite(text.replaceAll("\r\n", "\r"))))).toEqual(starts);
  expect(sure(runAtOnce(openings.readSuite(board)))).toHaveLength(1);
});

test.each([
  ["words that could each begin an operation", "id ".repeat(80_000)],
  ["spaces that could each end one", `id${" ".repeat(20_000)}x`],
  ["quotes that could each begin a text", `id "${'";"'.repeat(60_000)}`],
])("an operation is looked for once in %s", (_, rest) => {
  expect(sure(runAtOnce(openings.readSuite(`4k3/8/8/8/8/8/8/4K2R w K - ${rest}`)))).toMatchObject([
    { options: { fen: "4k3/8/8/8/8/8/8/4K2R w K - 0 1" } },
  ]);
});

test("a suite in PGN has a game an opening: where its main line ends, once where several come to it", () => {
  const text = `[Event "a"]\n[Opening "Mine"]\n\n1. e4 {[%clk 0:01]} e5 2. Nf3 Nc6 3. Bb5 *\n\n[Event "b"]\n\n1. e4 (1. d4) e5\n2. Bb5 Nc6 3. Nf3\n`;
  expect(
    sure(runAtOnce(openings.readSuite(`${text}\n[Event "c"]\n[SetUp "1"]\n[FEN "${spanish}"]\n\n3... a6 1/2-1/2`))),
  ).toEqual([
    { name: "Mine", options: { fen: spanish } },
    {
      name: "Opening 2",
      options: { fen: "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4" },
    },
  ]);
});

test.each([
  ["an impossible position", "8/8/8/8/8/8/8/8 w - -", /^line 1: Invalid FEN: White has no king/],
  ["a later one", `${spanish}\n\n4k3/8/8/8/8/8/8/4K3 x - -`, /^line 3: .*side to move/],
  ["a game that is over", "7k/5QQ1/8/8/8/8/8/K7 b - -", /^line 1: The game would be over before it starts/],
  ["an illegal move", '[Event "a"]\n\n1. e4 e5\n2. Nf3 Nc6 3. Bb6 *', /^line 4: .*3\. “Bb6” cannot be played/],
  ["one in a later game", '[Event "a"]\n\n1. e4 *\n\n[Event "b"]\n\n1. e5 *', /^line 7: .*1\. “e5” cannot be played/],
  ["a mate", "1. f3 e5 2. g4 Qh4# 0-1", /^line 1: The game would be over/],
  ["what is neither", "hello <script>", /line 1/],
  ["nothing", "\n\n", /^line 1: there is no opening in it/],
  ["what begins like EPD", `8${"/".repeat(200)}`, /line 1/],
  ["too many", Array.from({ length: 1001 }, () => spanish).join("\n"), /1000 openings at most, and this one 1001/],
  ["too many games", "1. e4 *\n".repeat(1001), /1000 openings at most, and this one 1001/],
])("a suite with %s is refused with its line", (_, text, reason) => {
  const read = runAtOnce(openings.readSuite(text));
  expect(read.ok ? "" : read.message).toMatch(reason);
});
