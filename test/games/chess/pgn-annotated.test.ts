import { type ChildNode, type Node, type PgnNodeData, parseComment, parsePgn } from "chessops/pgn";
import { describe, expect, test } from "vitest";
import { type ImportedGame, pgnToGame } from "../../../src/games/chess/pgn/pgn.ts";
import { gameToPgn } from "../../../src/games/chess/pgn/write.ts";
import { rules } from "../../../src/games/chess/rules/rules.ts";
import { followersOf, type LineMove, type Lines } from "../../../src/shared/lines.ts";
import { seeded } from "../../support/seeded.ts";

function readGame(pgn: string): ImportedGame {
  const read = pgnToGame(pgn);
  if (!read.ok) throw new Error(read.message);
  return read.value;
}
const linesIn = (pgn: string): Lines => readGame(pgn).lines ?? { moves: [] };
const written = (lines: Lines, startFen: string | null = null): string =>
  gameToPgn({ tags: {}, startFen, lines, result: "*" });

/** A tree in the same words, whoever read it. */
interface Told {
  readonly san: string;
  readonly before: string;
  readonly comment: string;
  readonly nags: readonly number[];
  readonly clock: number | null;
  readonly score: string | null;
  readonly next: readonly Told[];
}

const scoreOf = (score: LineMove["score"]) => (score ? `${score.kind} ${score.value} ${score.depth ?? ""}` : null);
const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

function ours(lines: Lines): readonly Told[] {
  const next = followersOf(lines);
  const tell = (place: number): Told => {
    const move = lines.moves[place];
    if (!move) throw new Error("no such move");
    return {
      san: move.text,
      before: move.before ?? "",
      comment: move.comment ?? "",
      nags: move.nags ?? [],
      clock: move.clock ?? null,
      score: scoreOf(move.score),
      next: next(place).map(tell),
    };
  };
  return next(-1).map(tell);
}

/** The same by chessops, which knows nothing of ours. */
function theirs(pgn: string): readonly Told[] {
  const tell = ({ data, children }: ChildNode<PgnNodeData>): Told => {
    const comments = (data.comments ?? []).map(parseComment);
    const evaluation = comments.map((comment) => comment.evaluation).findLast((each) => each !== undefined);
    const clock = comments.map((comment) => comment.clock).findLast((each) => each !== undefined);
    const score =
      evaluation &&
      ("pawns" in evaluation
        ? `cp ${Math.round(evaluation.pawns * 100)} ${evaluation.depth ?? ""}`
        : `mate ${evaluation.mate} ${evaluation.depth ?? ""}`);
    return {
      san: data.san,
      before: oneLine((data.startingComments ?? []).join(" ")),
      comment: oneLine(comments.map(({ text }) => text).join(" ")),
      nags: data.nags ?? [],
      clock: clock === undefined ? null : Math.round(clock * 1000),
      score: score ?? null,
      next: children.map(tell),
    };
  };
  const [definition] = parsePgn(pgn);
  const root: Node<PgnNodeData> | undefined = definition?.moves;
  return (root?.children ?? []).map(tell);
}

const annotated = `[Event "Study"]
[Annotator "Ann"]

{Two knights, and a lie.} 1. e4 {[%eval 0.17,20] [%clk 0:05:00.5] best by test} e5 $1 ; to the end
( {or at once} 1... c5!? {[%eval #-3] sharp} 2. Nf3 ( 2. c3 $14 d5 ) 2... d6 ) ( 1... e6 )
2. Nf3?! Nc6 {a comment
over two lines} 3. Bc4 ?? {[%clk 1:00:00]} Nf6 4. Ng5 1/2-1/2`;

describe("an annotated record of a game", () => {
  test("an annotated record of a game is read into a tree", () => {
    const { lines, moves, result } = readGame(annotated);
    expect(result).toBe("1/2-1/2");
    expect(moves.map(({ text }) => text)).toEqual(["e4", "e5", "Nf3", "Nc6", "Bc4", "Nf6", "Ng5"]);
    expect(lines?.comment).toBe("Two knights, and a lie.");
    expect(lines?.moves.slice(0, 4)).toEqual([
      {
        after: -1,
        code: "e2e4",
        text: "e4",
        comment: "best by test",
        clock: 300_500,
        score: { kind: "cp", value: 17, depth: 20 },
      },
      { after: 0, code: "e7e5", text: "e5", nags: [1], comment: "to the end" },
      {
        after: 0,
        code: "c7c5",
        text: "c5",
        before: "or at once",
        nags: [5],
        comment: "sharp",
        score: { kind: "mate", value: -3 },
      },
      { after: 2, code: "g1f3", text: "Nf3" },
    ]);
  });

  test.each([
    ["before the first move", "{x} 1. e4 *"],
    ["before the first move, to the end of the line", "; x\n1. e4 *"],
    ["above the tags", '{x}\n[Event "e"]\n\n1. e4 *'],
    ["above the tags, to the end of the line", ';x\n[Event "e"]\n\n1. e4 *'],
    ["before a result alone", "{x} *"],
  ])("a comment %s is said of the whole game", (_, pgn) => {
    expect(readGame(pgn).lines?.comment).toBe("x");
  });

  test("an annotated record of a game is written again as it was read, and chessops reads the same in both", () => {
    const lines = linesIn(annotated);
    const pgn = written(lines);
    expect(linesIn(pgn)).toEqual(lines);
    expect(written(linesIn(pgn))).toBe(pgn);
    expect(theirs(annotated.replace("; to the end", "{to the end}"))).toEqual(ours(lines));
    expect(theirs(pgn)).toEqual(ours(lines));
    expect(
      pgn.split("\n").slice(9).join("\n"),
    ).toBe(`{Two knights, and a lie.} 1. e4 {[%eval 0.17,20] [%clk 0:05:00.5] best by test}
1... e5 $1 {to the end} ({or at once} 1... c5 $5 {[%eval #-3] sharp} 2. Nf3 (2.
c3 $14 d5) 2... d6) (1... e6) 2. Nf3 $6 Nc6 {a comment over two lines} 3. Bc4 $4
{[%clk 1:00:00]} 3... Nf6 4. Ng5 *
`);
  });

  test("an annotated record of a game is the same after a way through text, for trees of any shape and words of any kind", () => {
    const random = seeded(11);
    const pick = <T>(from: readonly T[]): T => {
      const one = from[Math.floor(random() * from.length)];
      if (one === undefined) throw new Error("nothing to pick");
      return one;
    };
    const words = [
      "fine",
      "} 1-0 {",
      '[Event "x"]',
      "%hidden",
      "; rest",
      "(1. e4)",
      "$4",
      "Петров 李 🙂",
      "[%cal Ga1a2]",
    ];
    const said = () => Array.from({ length: 1 + Math.floor(random() * 30) }, () => pick(words)).join(" ");
    for (let round = 0; round < 8; round += 1) {
      const start = rules.start({});
      if (!start.ok) throw new Error(start.message);
      const states = [start.value];
      const moves: LineMove[] = [];
      while (moves.length < 60) {
        // Mostly where the last move came to, now and then somewhere before it.
        const after = random() < 0.7 ? moves.length - 1 : Math.floor(random() * (moves.length + 1)) - 1;
        const state = states[after + 1] ?? start.value;
        const legal = rules.legalMoves(state, rules.toMove(state)[0] ?? "");
        if (legal.length === 0) break;
        const played = rules.play(state, "white", pick(legal));
        if (!played.ok) throw new Error(played.message);
        const { code } = played.value.move;
        if (moves.some((move) => move.after === after && move.code === code)) continue;
        moves.push({
          after,
          ...played.value.move,
          ...(random() < 0.2 ? { comment: said() } : {}),
          ...(random() < 0.2 ? { nags: [1 + Math.floor(random() * 19)] } : {}),
          ...(random() < 0.2 ? { clock: Math.floor(random() * 10_000_000) } : {}),
          ...(random() < 0.2 ? { score: { kind: "cp", value: Math.floor(random() * 2000) - 1000 } } : {}),
        });
        states.push(played.value.state);
      }
      const pgn = written({ moves });
      const again = linesIn(pgn);
      const cleaned = (told: readonly Told[]): readonly Told[] =>
        told.map((each) => ({ ...each, comment: each.comment.replaceAll("}", ")"), next: cleaned(each.next) }));
      expect(ours(again)).toEqual(cleaned(ours({ moves })));
      expect(ours(again).map(withoutCommands)).toEqual(theirs(pgn).map(withoutCommands));
      expect(pgn.split("\n").filter((line) => /^[%;]|^\[Event "x"\]$/.test(line))).toEqual([]);
    }
  });

  test("an annotated record of a game has comments before the first move, at the end, and in variations of the first move", () => {
    const text =
      '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 5 30"]\n\n{first} 30... Kd7 (30... Ke7 {near} (30... Kf7) 31. e3) * {last}';
    const { lines, startFen } = readGame(text);
    expect(lines).toEqual({
      comment: "first",
      moves: [
        { after: -1, code: "e8d7", text: "Kd7", comment: "last" },
        { after: -1, code: "e8e7", text: "Ke7", comment: "near" },
        { after: -1, code: "e8f7", text: "Kf7" },
        { after: 1, code: "e2e3", text: "e3" },
      ],
    });
    const pgn = written(lines ?? { moves: [] }, startFen);
    expect(pgn).toContain("\n{first} 30... Kd7 {last} (30... Ke7 {near} 31. e3) (30... Kf7) *\n");
    expect(theirs(pgn)).toEqual(ours(linesIn(pgn)));
  });
});

test("moves of a variation that cannot be played stay as words, and the game is imported", () => {
  const text =
    "1. e4 (1. d4 -- 2. c4 {the idea} (2. Nf3) e6) (-- d5) (1. Ke3) e5 ({nothing but words}) 2. (2. Ke3) Nf3 *";
  const { lines, moves } = readGame(text);
  expect(moves.map(({ text }) => text)).toEqual(["e4", "e5", "Nf3"]);
  expect(lines?.moves).toEqual([
    { after: -1, code: "e2e4", text: "e4", comment: "-- d5 Ke3" },
    { after: -1, code: "d2d4", text: "d4", comment: "-- 2. c4 the idea (2. Nf3) e6" },
    { after: 0, code: "e7e5", text: "e5", comment: "nothing but words Ke3" },
    { after: 2, code: "g1f3", text: "Nf3" },
  ]);
});

test("unreadable commands for programs stay in the comment", () => {
  const { lines } = readGame("1. e4 {[%clk soon] [%eval good] [%csl Ge4] [%emt 0:00:02]} e5 {[%clk 25:61:00]} *");
  expect(lines?.moves.map(({ comment }) => comment)).toEqual([
    "[%clk soon] [%eval good] [%csl Ge4] [%emt 0:00:02]",
    "[%clk 25:61:00]",
  ]);
});

test.each([
  [
    "more variations within one another than there may be",
    `1. e4 ${"(1. d4 ".repeat(101)}${")".repeat(101)} *`,
    "more than 100 variations are nested in one another.",
  ],
  [
    "more moves than a tree may have",
    `1. e4 ${"(1. d4) ".repeat(5_000)} *`,
    "the game and its variations have more than 5000 moves.",
  ],
  [
    "more comments at a move than are kept",
    `1. e4 {${"a".repeat(10_000)}} {${"b".repeat(10_000)}} *`,
    "the comments at one place are longer than 20000 characters.",
  ],
  [
    "a longer comment before its moves",
    `[White "Ann"] {${"a".repeat(20_001)}} 1. e4 *`,
    "the comments at one place are longer than 20000 characters.",
  ],
  [
    "a longer comment before a variation",
    `1. e4 ({${"a".repeat(20_001)}} 1. d4) *`,
    "the comments at one place are longer than 20000 characters.",
  ],
  [
    "more words in a variation that cannot be played",
    `1. e4 (1. Ke3 ${"a ".repeat(10_001)}) *`,
    "the comments at one place are longer than 20000 characters.",
  ],
])("a game with %s is refused", (_, text, reason) => {
  expect(pgnToGame(text)).toMatchObject({ ok: false, message: `Invalid PGN: ${reason}` });
});

function withoutCommands(told: Told): Told {
  // chessops hides the coloured squares and arrows that it knows; they are words to us.
  const comment = oneLine(told.comment.replaceAll("[%cal Ga1a2]", ""));
  return { ...told, comment, next: told.next.map(withoutCommands) };
}
