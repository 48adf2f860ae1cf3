import { describe, expect, test } from "vitest";
import { isOthelloRecord } from "../../../src/games/othello/notation.ts";
import { othelloCollection } from "../../../src/games/othello/page/collection.ts";
import { records } from "../../../src/games/othello/records.ts";
import { plainLines } from "../../../src/shared/lines.ts";
import { runAtOnce } from "../../../src/shared/steps.ts";

/** A game of OpenSpiel's random players, with three passes, which Black wins. */
const transcript =
  "d3e3f5c3c2e6f2f3c4g1d7g5g4b5f4b1b4b2d2h5f6c1f1c8d6e7g7g6e2a5a6c5d1g8h4a7c6e1d8h3f7h6a1g3b8e8c7b7g2b6h1b3h2a8h7passa4a3h8passf8passa2";
const moves = transcript.match(/[a-h][1-8]|pass/g) ?? [];
const withoutPasses = transcript.replaceAll("pass", "");
const read = (text: string) => runAtOnce(records.readGame(text));
const movesIn = (text: string): readonly string[] | string => {
  const game = read(text);
  return game.ok ? game.value.moves.map(({ code }) => code) : game.message;
};
const start = `8 ${"-".repeat(27)}O*${"-".repeat(6)}*O${"-".repeat(27)} *`;
const ggf = (fields: string, squares: string) => `(;GM[Othello]PC[GGS/os]${fields}TY[8]BO[${start}]${squares};)`;

describe("a transcript", () => {
  test.each([
    ["with its passes", transcript],
    ["without them", withoutPasses],
    ["in capitals", withoutPasses.toUpperCase()],
    ["with spaces", withoutPasses.replace(/../g, "$& ")],
    ["with numbers", withoutPasses.replace(/../g, (square) => `1. ${square} `)],
    [
      "in GGF with times and other signs for a pass",
      ggf(
        "PB[a]PW[b]",
        moves.map((move, ply) => `${"BW"[ply % 2]}[${move === "pass" ? "PA" : move.toUpperCase()}/1.5/0.2]`).join(""),
      ),
    ],
    [
      "in GGF of a program that leaves passes out",
      ggf("", moves.flatMap((move, ply) => (move === "pass" ? [] : [`${"BW"[ply % 2]}[${move}]`])).join("\n")),
    ],
  ])("is read %s", (_, text) => {
    expect(movesIn(text)).toEqual(moves);
    expect(isOthelloRecord(text)).toBe(true);
  });

  test.each([
    ["no game at all", /neither a game in GGF nor a line of squares/],
    ["d3 d4", /move 2 cannot be played: d4 is already taken/],
    ["d3 c3 c3", /move 3 cannot be played: c3 is already taken/],
    [`${transcript}a1`, /the game is over before move 64/],
    [ggf("", "B[D3]B[C3]"), /move 2 is White's/],
    [ggf("", "B[D3]").replace("8 --", "8 *-"), /another board/],
    [ggf("", "B[D3]").replace("BO[8", "BO[10"), /another board/],
    ["f".repeat(20_001), /longer than 20000 characters/],
  ])("%s is refused with the reason", (text, reason) => {
    expect(movesIn(text)).toMatch(/^Invalid Othello record: /);
    expect(movesIn(text)).toMatch(reason);
  });

  test("is told apart from what could be a game of chess", () => {
    for (const text of [
      "g1f3 g8f6 g2g3 g7g6 f1g2",
      "1. d3 d5 2. c4 e6",
      "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1",
      "d3",
      "d3c3c4",
      "",
    ])
      expect([text, isOthelloRecord(text)]).toEqual([text, false]);
  });
});

describe("GGF", () => {
  const record = {
    id: "4821",
    createdAt: Date.UTC(2026, 10, 29, 12),
    options: {},
    players: [
      { name: "Ann [A]", isHuman: true },
      { name: "Bob", isHuman: false },
    ],
    lines: plainLines(moves.map((code) => ({ code, text: code }))),
    timeControl: { initial: 300, increment: 2 },
    outcome: { winner: "black", reason: "more-discs" },
    annotator: null,
    tags: null,
  } as const;

  test("has the players, the time, the result and every move, passes among them", () => {
    const text = records.write(record);
    expect(text).toMatch(
      /^\(;GM\[Othello\]PC\[Kibitz\]DT\[2026\.11\.29_12:00:00\.GMT\]PB\[Ann A\]PW\[Bob\]TI\[5:00\/0:02\]RE\[\+\d+\.00\]TY\[8\]BO\[8 /,
    );
    expect(text).toMatch(/W\[A2\];\)\n$|B\[A2\];\)\n$/);
    expect(text.match(/\[pass\]/g)).toHaveLength(3);
    expect(read(text)).toMatchObject({
      ok: true,
      value: {
        names: { black: "Ann A", white: "Bob" },
        tags: { Event: "Kibitz", Date: "2026.11.29_12:00:00.GMT" },
        outcome: { winner: "black", reason: "recorded" },
      },
    });
  });

  test.each([
    [{ winner: "white", reason: "resignation" }, "-64.00:r", "white"],
    [{ winner: "black", reason: "time" }, "+64.00:t", "black"],
    [{ winner: null, reason: "agreement" }, "0.00", null],
  ])("of a game that ended otherwise says how", (outcome, text, winner) => {
    const written = records.write({ ...record, lines: plainLines([{ code: "d3", text: "d3" }]), outcome });
    expect(written).toContain(`RE[${text}]`);
    expect(read(written)).toMatchObject({ value: { outcome: { winner, reason: "recorded" } } });
  });

  test("of a game that goes on has no result", () => {
    const written = records.write({ ...record, outcome: null });
    expect(written).toContain("RE[?]");
    expect(read(written)).toMatchObject({ value: { outcome: null } });
  });

  test("keeps the ratings and the place that it came with", () => {
    const game = read(ggf("DT[2000-4-16 11:13 EST]PB[x]PW[y]RB[1457.12]RW[1631.74]RE[-40.00:r]", "B[E6//4.09]"));
    if (!game.ok) throw new Error(game.message);
    expect(game.value.tags).toEqual({
      Event: "GGS/os",
      Date: "2000-4-16 11:13 EST",
      BlackElo: "1457.12",
      WhiteElo: "1631.74",
      Result: "-40.00:r",
    });
    const written = records.write({ ...record, tags: game.value.tags });
    expect(written).toContain("PC[GGS/os]DT[2000-4-16 11:13 EST]");
    expect(written).toContain("RE[-40.00:r]");
  });

  test("of several games in a file is split into them, each with its line and its players", () => {
    const file = `${ggf("PB[a]PW[b]", "B[D3]\nW[C3]")}\n\n${ggf("PB[c]PW[d]", "B[F5]")}\n`;
    expect(Array.from(othelloCollection(file), ({ line, title }) => [line, title])).toEqual([
      [1, "a – b"],
      [4, "c – d"],
    ]);
    // A field may hold the sign that ends a game, and an archive numbers its games; a field without an end is refused.
    const unclosed = "(;GM[Othello]PB[a;)";
    const archive = `1 ${ggf("PB[Bob ;)]PW[b]C[lucky ;)]", "B[D3]W[C3]")}\n2 ${unclosed}\n3 ${ggf("PB[c]", "B[F5]")}`;
    expect(isOthelloRecord(archive)).toBe(true);
    const games = Array.from(othelloCollection(archive), ({ text }) => text);
    expect(games.map(movesIn)).toEqual([["d3", "c3"], expect.stringMatching(/field PB .* no end/), ["f5"]]);
    expect(read(games[0] ?? "")).toMatchObject({ value: { names: { black: "Bob ;)", white: "b" } } });
    expect(movesIn(`1 ${games[2]}`)).toEqual(["f5"]);
    const lines = `${withoutPasses}\n\n${transcript}\n`;
    expect(Array.from(othelloCollection(lines), ({ text, line }) => [text, line])).toEqual([
      [withoutPasses, 1],
      [transcript, 3],
    ]);
  });
});
