import { expect, test } from "vitest";
import { checkReadable } from "../../src/main/games/game-factory.ts";
import { unstoredGame } from "../../src/main/games/live-game.ts";
import type { Step } from "../../src/main/games/machine/game-state.ts";
import { runAtOnce } from "../../src/shared/steps.ts";
import { played, start, stateOf } from "./machine/support.ts";

const state = played(stateOf(), ["e4"], start);
const move = { type: "movePlayed", seat: "white", ply: 1, code: "e2e4", text: "e4", ms: 0, clock: null } as const;
const read = (change: Partial<Step>) =>
  runAtOnce(checkReadable(unstoredGame(state), { state, events: [move], ...change }));

test("a game is read from its text before it is stored", () => {
  expect(read({})).toEqual({ ok: true, value: { state, events: [move] } });
});

test.each<[string, Partial<Step>, string]>([
  [
    "a state that no reader knows",
    { state: { ...state, position: { ...Object(state.position), fen: "8/8/8/8/8/8/8/8 w - - 0 1" } } },
    "not a chess position",
  ],
  ["a number that no text holds", { events: [{ ...move, ms: Number.NaN }] }, "ms"],
  ["moves that do not lead to it", { events: [{ type: "gameRestored" }] }, "0 moves"],
])("a change with %s is refused, and says what to do", (_, change, said) => {
  expect(read(change)).toMatchObject({
    ok: false,
    code: "STORAGE_FAILED",
    message: expect.stringMatching(new RegExp(`${said}.*Nothing of yours is changed`, "s")),
  });
});
