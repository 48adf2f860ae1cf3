import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openingOf, theoryOf } from "../../../src/games/chess/openings/names.ts";
import { initialFen } from "../../../src/games/chess/rules/fen.ts";
import { projectDir } from "../../support/host-process.ts";
import { gamesOf, replayed } from "./corpus/corpus.ts";

/** Men, side to move and castling rights: by these the collection knows a position. */
const placed = (fen: string): string => fen.split(" ", 3).join(" ");

const spanish = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"];

test("an opening is known as soon as its position is reached, and stays known", () => {
  const named = spanish.map((_, index) => openingOf({}, spanish.slice(0, index + 1)));
  expect(named.map((opening) => opening?.code)).toEqual(["B00", "C20", "C40", "C44", "C60"]);
  expect(named.at(-1)).toEqual({ code: "C60", name: "Ruy Lopez" });
  // Nobody has a name for this.
  expect(openingOf({}, [...spanish, "h7h6", "a2a3", "h6h5"])).toMatchObject({ code: "C60" });
  expect(openingOf({}, [])).toBeNull();
});

test.each([
  ["e2e4 e7e5 g1f3 b8c6 f1c4", "C50", "Italian Game"],
  ["e2e4 b8c6", "B00", "Nimzowitsch Defense"],
  ["e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6", "B90", "Sicilian Defense: Najdorf Variation"],
])("the opening %s is known by the name that lichess gives it", (line, code, name) => {
  expect(openingOf({}, line.split(" "))).toEqual({ code, name });
});

test("theory ends with the last position that has a name, wherever the game began", () => {
  expect(theoryOf({}, [])).toBe(0);
  expect(theoryOf({}, spanish)).toBe(5);
  expect(theoryOf({}, [...spanish, "h7h6", "a2a3", "h6h5"])).toBe(5);
  // Out of theory and back into it.
  expect(theoryOf({}, ["g1f3", "g8f6", "f3g1", "f6g8", "e2e4"])).toBe(5);
  const fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
  expect(theoryOf({ fen }, [...spanish.slice(2), "h7h6"])).toBe(3);
  expect(theoryOf({ fen: "4k3/8/8/8/8/8/P7/4K3 w - - 0 1" }, ["a2a4"])).toBe(0);
});

test("a move that was taken back takes the name back that came with it", () => {
  expect(openingOf({}, spanish)).toMatchObject({ code: "C60" });
  expect(openingOf({}, spanish.slice(0, 4))).toMatchObject({ code: "C44" });
  expect(openingOf({}, [...spanish.slice(0, 4), "f1c4"])).toMatchObject({ code: "C50" });
});

test("the same position is the same opening, in whatever order it came about", () => {
  const transposed = openingOf({}, ["d2d4", "d7d5", "c2c4", "e7e6"]);
  expect(transposed).not.toBeNull();
  expect(openingOf({}, ["c2c4", "e7e6", "d2d4", "d7d5"])).toEqual(transposed);
});

test("a game from a position of its own has no opening; one from the usual one has, however it was set up", () => {
  expect(openingOf({ fen: initialFen.replace("KQkq", "KQ") }, spanish)).toBeNull();
  expect(openingOf({ fen: initialFen }, spanish)).toEqual(openingOf({}, spanish));
});

test("the last position of a game that has a name is named after every move of many games at once", () => {
  const collection = readFileSync(`${projectDir}/src/games/chess/openings/names.tsv`, "utf8").trimEnd().split("\n");
  const named = new Map(
    collection.flatMap((line) => {
      const [name = "", ...positions] = line.split("\t");
      return positions.map((position) => [position.slice("A00 ".length), name] as const);
    }),
  );
  const games = gamesOf("engines").slice(0, 8).map(replayed);
  const last = games.map((): string | null => null);
  for (let ply = 1; ply <= 40; ply++) {
    for (const [index, { states, ucis }] of games.entries()) {
      last[index] = named.get(placed(states[ply]?.fen ?? "")) ?? last[index] ?? null;
      expect(openingOf({}, ucis.slice(0, ply))?.name ?? null).toBe(last[index]);
    }
  }
  expect(new Set(last).size).toBeGreaterThan(4);
});
