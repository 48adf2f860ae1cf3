import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readEntrants } from "../../src/cli/league/entrants-file.ts";
import { gameOf } from "../../src/games/register.ts";
import { entrantsOf } from "../../src/main/league/entrants.ts";
import { entrantKinds } from "../../src/shared/entrants.ts";
import { sure } from "../tables/support.ts";

test("the example of an entrants file shows each kind, and could take part as it is", () => {
  const text = readFileSync(join(import.meta.dirname, "../../examples/entrants.json"), "utf8");
  const { entrants } = sure(readEntrants(text));
  expect(new Set(entrants.map(({ kind }) => kind))).toEqual(new Set(entrantKinds));
  expect(sure(entrantsOf(entrants, gameOf("chess"))).map(({ name }) => name)).toEqual(entrants.map(({ name }) => name));
});
