import { expect, test } from "vitest";
import { z } from "zod";
import { describeIssues } from "../../src/shared/issues.ts";

const request = z.strictObject({
  game: z.enum(["chess", "odd-even"]).optional(),
  players: z.number().int().min(2).max(512).optional(),
  name: z.string().min(1).max(60).optional(),
  entrants: z.array(z.string()).min(2).max(3).optional(),
  level: z.number().max(10, "there are ten levels").optional(),
  rated: z.boolean().optional(),
  clock: z.strictObject({ seconds: z.number() }).optional(),
});

const known = Object.keys(request.shape);
const all = `there are ${known.join(", ")}`;

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
  [{ name: 5 }, "name: takes text"],
  [{ rated: "yes" }, "rated: takes true or false"],
  [{ entrants: 5 }, "entrants: takes a list"],
  [{ clock: "5+3" }, "clock: takes an object"],
  [{ clock: { seconds: 3, minutes: 5 } }, 'clock: takes no "minutes"'],
  [{ clock: { seconds: 3, a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 } }, 'clock: takes no "a", "b", "c", "d", "e"'],
  [{ gane: "chess" }, 'there is no argument "gane"; did you mean game?'],
  [{ gmae: "chess" }, 'there is no argument "gmae"; did you mean game?'],
  [{ opponent: "human" }, `there is no argument "opponent"; ${all}`],
  [
    { promotion: "q", gane: "chess", x: 1 },
    `there is no argument "promotion"; there is no argument "gane"; did you mean game?; there is no argument "x"; ${all}`,
  ],
])("the request %j is refused with what is taken", (given, told) => {
  const { error } = request.safeParse(given);
  expect(error && describeIssues(error, known)).toBe(told);
});
