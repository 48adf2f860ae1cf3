import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readEntrants } from "../../src/cli/league/entrants-file.ts";
import { gameOf } from "../../src/games/register.ts";
import { entrantsOf } from "../../src/main/league/entrants.ts";
import { entrantKinds } from "../../src/shared/entrants.ts";
import { sure } from "../tables/support.ts";

test("the examples of entrants files show each kind, and could take part as they are", () => {
  const [all, three] = ["entrants.json", "three-players.json"].map((file) => {
    const text = readFileSync(join(import.meta.dirname, "../../examples", file), "utf8");
    const { entrants } = sure(readEntrants(text));
    const names = entrants.map(({ name }) => name);
    expect(sure(entrantsOf(entrants, gameOf("chess"))).map(({ name }) => name)).toEqual(names);
    return entrants;
  });
  expect(new Set(all?.map(({ kind }) => kind))).toEqual(new Set(entrantKinds));
  expect(three).toHaveLength(3);
});
