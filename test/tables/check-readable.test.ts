import { expect, test } from "vitest";
import { checkReadable } from "../../src/main/tables/check-readable.ts";
import { unstoredGame } from "../../src/main/tables/live-game.ts";
import type { Step } from "../../src/main/tables/machine/table.ts";
import { runAtOnce } from "../../src/shared/steps.ts";
import { played, start, tableOf } from "./machine/support.ts";

const table = played(tableOf(), ["e4"], start);
const move = { type: "movePlayed", seat: "white", ply: 1, code: "e2e4", text: "e4", ms: 0, clock: null } as const;
const read = (change: Partial<Step>) =>
  runAtOnce(checkReadable(unstoredGame(table), { table, events: [move], ...change }));

test("what would be kept is read from its text before it is kept", () => {
  expect(read({})).toEqual({ ok: true, value: { table, events: [move] } });
});

test.each<[string, Partial<Step>, string]>([
  [
    "a state that no reader knows",
    { table: { ...table, state: { ...Object(table.state), fen: "8/8/8/8/8/8/8/8 w - - 0 1" } } },
    "not a chess position",
  ],
  ["a number that no text holds", { events: [{ ...move, ms: Number.NaN }] }, "ms"],
  ["moves that do not lead to it", { events: [{ type: "gameRestored" }] }, "0 moves"],
])("%s is refused, and says what to do", (_, change, said) => {
  expect(read(change)).toMatchObject({
    ok: false,
    code: "STORAGE_FAILED",
    message: expect.stringMatching(new RegExp(`${said}.*Nothing of yours is changed`, "s")),
  });
});
