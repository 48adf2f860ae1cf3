import { expect, onTestFinished, test, vi } from "vitest";
import { awakeTime } from "../../src/main/base/awake-time.ts";
import { createSeatCalls, createWakes } from "../../src/main/games/wakes.ts";
import { agent, agentGame, gameNow, human, openGames, started, sure } from "./support.ts";

/** A game of a person against an agent, and what is known of the agent's calls. */
async function openTable() {
  const table = openGames();
  const { games, time } = table;
  const now = () => time.now;
  const seatCalls = createSeatCalls(now);
  const wakes = createWakes({ seatCalls, now, isAlone: true });
  const { state } = await started(games, { ...agentGame, players: [human(), agent("Claude Code")] });
  const personMoves = async (text: string) => {
    time.now += 1_000;
    sure(await games.play(state.id, "white", { text, claimWin: false, claimDraw: false }));
    return gameNow(games, state.id);
  };
  return { ...table, state, seatCalls, wakes, personMoves, [Symbol.asyncDispose]: table[Symbol.asyncDispose] };
}

test("a call that goes on in the background is told from one that the agent attends to, until it is answered", async () => {
  await using table = await openTable();
  const { state, seatCalls } = table;
  const calls = () => seatCalls.of(state, "black");
  expect(calls()).toBeNull();
  const answerWait = seatCalls.noteWait(state, "black", true);
  expect(calls()).toMatchObject({ underWay: 1, inBackground: 1 });
  const answerCall = seatCalls.noteWait(state, "black", false);
  expect(calls()).toMatchObject({ underWay: 2, inBackground: 1 });
  answerWait(1);
  expect(calls()).toMatchObject({ underWay: 1, inBackground: 0 });
  answerCall(1);
  expect(calls()).toMatchObject({ underWay: 0, inBackground: 0 });
});

test.each([
  ["in the background", true],
  ["in the foreground", false],
])(
  "no board wakes an agent, and no page misses it, while its wait is open %s, nor for eight seconds after that",
  async (_, inBackground) => {
    await using table = await openTable();
    const { state, seatCalls, wakes, personMoves } = table;
    const awake = vi.spyOn(awakeTime, "now").mockReturnValue(1_000);
    onTestFinished(() => awake.mockRestore());
    const answered = seatCalls.noteWait(state, "black", inBackground);
    const moved = await personMoves("e4");
    expect(wakes.dueIn(moved, "white")).toBeNull();
    // The client has gone: the wait ended before the move.
    answered(moved.lastEventId - 1);
    expect(wakes.dueIn(moved, "white")).toBe(8_000);
    awake.mockReturnValue(9_000);
    expect(wakes.dueIn(moved, "white")).toBe(0);
  },
);
