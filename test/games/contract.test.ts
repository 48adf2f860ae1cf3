import { expect, test } from "vitest";
import { definitions } from "../../src/games/register.ts";
import type { Options } from "../../src/shared/terms.ts";
import { highCard } from "../fixtures/high-card/index.ts";
import { nim } from "../fixtures/nim/index.ts";
import { testContract } from "./contract.ts";

/** Ways to set a game up, beside the usual one. */
const setups: Readonly<Record<string, readonly Options[]>> = {
  chess: [
    // White is about to promote, Black is in a hurry to castle.
    { fen: "r3k2r/P6p/8/3pP3/8/8/8/4K3 w kq d6 0 30" },
    // A rook's pawn that is lost, and a draw by fifty moves in sight.
    { fen: "4k3/8/8/8/8/p7/8/R3K3 b Q - 90 77" },
  ],
  "odd-even": [{ rounds: 1 }, { rounds: 9 }],
  poker: [{ leduc: true }, { leduc: true, hands: 2 }, { hands: 1 }],
  nim: [{ misere: true }, { misere: false }],
};

for (const definition of [...definitions, nim, highCard])
  testContract(definition, [{}, ...(setups[definition.kind] ?? [])]);

test("kinds differ, so that a game is found by its own", () => {
  const kinds = [...definitions, nim].map(({ kind }) => kind);
  expect(new Set(kinds).size).toBe(kinds.length);
});

test("options of different games have different names, since all stand in the input of one tool", () => {
  const names = [...definitions, nim].flatMap(({ options }) => Object.keys(options.shape));
  expect(new Set(names).size).toBe(names.length);
});

test("tools that games bring along have different names, since one client may ask for all of them", () => {
  const names = [...definitions, nim].flatMap(({ tools }) => tools?.list.map(({ name }) => name) ?? []);
  expect(new Set(names).size).toBe(names.length);
});
