import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readEntrants } from "../../src/cli/league/entrants-file.ts";
import { definitionOf } from "../../src/games/register.ts";
import { entrantsOf } from "../../src/main/league/entrants.ts";
import { entrantKinds, entrantRequest } from "../../src/shared/entrants.ts";
import { sure } from "../live-games/support.ts";

test("the examples of entrants files show each kind, and could take part as they are", () => {
  const [all, three] = ["entrants.json", "three-players.json"].map((file) => {
    const text = readFileSync(join(import.meta.dirname, "../../examples", file), "utf8");
    const { entrants } = sure(readEntrants(text));
    const names = entrants.map(({ name }) => name);
    expect(sure(entrantsOf(entrants, definitionOf("chess"))).map(({ name }) => name)).toEqual(names);
    return entrants;
  });
  expect(new Set(all?.map(({ kind }) => kind))).toEqual(new Set(entrantKinds));
  expect(three).toHaveLength(3);
});

test.each([
  ["http://ada:secret@127.0.0.1:8080/v1", "an address without a user name or password is expected"],
  ["https://ada@example.org/v1", "an address without a user name or password is expected"],
  ["https://:secret@example.org/v1", "an address without a user name or password is expected"],
  ["http://[", "an address that begins with http:// or https:// is expected"],
  ["ftp://example.org", "an address that begins with http:// or https:// is expected"],
])("the address %s is taken of nobody", (address, message) => {
  const model = { kind: "llm", provider: "openai", model: "m", base_url: address };
  for (const entrant of [model, { kind: "endpoint", endpoint: address }]) {
    const read = entrantRequest.safeParse(entrant);
    expect(read.error?.issues.map((issue) => issue.message)).toEqual([message]);
  }
});
