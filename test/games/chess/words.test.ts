import { expect, test } from "vitest";
import { rules as chess } from "../../../src/games/chess/rules/rules.ts";
import { words } from "../../../src/games/chess/words.ts";
import { corpusFiles, gamesOf, replayed, stateAt } from "./corpus/corpus.ts";

const fen = "4k3/8/8/8/8/8/P7/4K2R b K - 7 30";
const view = { kind: "chess", fen: stateAt(fen).fen, check: false } as const;

test("moves are numbered from where the game began, and after those left out", () => {
  expect(words.moves({}, ["e4", "e5", "Nf3"])).toBe("1. e4 e5 2. Nf3");
  expect(words.moves({ fen }, ["Kd7", "a4", "Kd6"])).toBe("30… Kd7 31. a4 Kd6");
  expect(words.moves({}, [])).toBe("");
  expect(words.moves({}, ["Nc6", "Bb5"], 3)).toBe("2… Nc6 3. Bb5");
  expect(words.moves({ fen }, ["a4"], 1)).toBe("31. a4");
});

test("the board is a table with white at the bottom", () => {
  const lines = words.board(view).split("\n");
  expect(lines.slice(0, 3)).toEqual([
    "| Rank | a | b | c | d | e | f | g | h |",
    "|-|-|-|-|-|-|-|-|-|",
    "|8| | | | |♚| | | |",
  ]);
  expect(lines.at(-2)).toBe("|2|♙| | | | | | | |");
  expect(words.facts(view)).toEqual([`- FEN: ${fen}`]);
});

test("the board in letters is a grid with what else a FEN tells, and in one line the FEN", () => {
  expect(words.grid(view).split("\n")).toEqual([
    "8 ....k...",
    ...[7, 6, 5, 4, 3].map((rank) => `${rank} ........`),
    "2 P.......",
    "1 ....K..R",
    "b K -",
  ]);
  expect(words.line(view)).toBe(`FEN: ${fen}`);
});

test("legal moves are named by piece, in SAN", () => {
  const moves = ["a2a3", "a2a4", "e1d1", "h1g1", "e1g1"];
  expect(words.legal(view, moves)).toEqual(["a3", "a4", "Kd1", "O-O", "Rg1"]);
});

test("every legal move is named so that it alone is played", () => {
  const states = [
    ...[...corpusFiles.flatMap((file) => gamesOf(file).slice(0, 1))].flatMap((game) =>
      replayed(game).states.filter((_, ply) => ply % 25 === 0),
    ),
    // Three queens of which no file or rank tells which is meant, castling either way, a capture in passing, promotions.
    ...["6k1/8/8/8/Q6Q/8/8/K6Q w - - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"].map(stateAt),
    ...["4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"].map(stateAt),
  ];
  expect(states.length).toBeGreaterThan(20);
  for (const state of states) {
    const [seat = "white"] = chess.toMove(state);
    const moves = chess.legalMoves(state, seat);
    const played = words.legal(chess.view(state, null), moves).map((san) => {
      const done = chess.play(state, seat, san);
      return done.ok ? done.value.move.code : `${san} of ${state.fen}: ${done.message}`;
    });
    expect(played.toSorted()).toEqual(moves.toSorted());
  }
});
