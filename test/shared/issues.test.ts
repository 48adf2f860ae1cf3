import { expect, test } from "vitest";
import { z } from "zod";
import { describeIssues } from "../../src/shared/issues.ts";

const request = z.strictObject({
  game: z.enum(["chess", "odd-even"]).optional(),
  players: z.number().int().min(2).max(512).optional(),
  name: z.string().min(1).max(60).optional(),
  entrants: z.array(z.string()).min(2).max(3).optional(),
  level: z.number().max(10, "there are ten levels").optional(),
});

test.each([
  [{ game: "gess" }, "game: takes one of chess, odd-even"],
  [{ players: 1 }, "players: takes at least 2"],
  [{ players: 1.5 }, "players: takes a whole number"],
  [{ players: "abc" }, "players: takes a number"],
  [{ players: "1" }, "players: takes a number"],
  [{ players: 513 }, "players: takes at most 512"],
  [{ name: "" }, "name: takes at least 1 character"],
  [{ entrants: ["a"] }, "entrants: takes at least 2 of them"],
  [{ level: 11 }, "level: there are ten levels"],
  [{ gane: "chess" }, 'there is no argument "gane"; did you mean game?'],
])("%j is refused with what is taken", (given, told) => {
  const { error } = request.safeParse(given);
  expect(error && describeIssues(error, ["game", "players", "name", "entrants", "level"])).toBe(told);
});
