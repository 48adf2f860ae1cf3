import { expect, test } from "vitest";
import type { ChatBoardSeed } from "../../src/shared/chat-board.ts";
import type { Answer } from "../support/agents.ts";
import { openTableOfAgents } from "./table-of-agents.ts";

/** An agent as white against a person, whose board asks as its page does. */
async function sitDown(graceMs: number, isAlone = true) {
  const table = openTableOfAgents({}, {}, undefined, {}, { graceMs, isAlone });
  const agent = await table.connect({ apps: true });
  // Another conversation carries the calls of a board: none of them is the agent's.
  const board = await table.connect({ apps: true });
  const created = await agent.call("createGame", { type: "human" });
  const game_id: string = created.data.game_id;
  const seedOf = ({ meta }: Answer): ChatBoardSeed => meta["kibitz/board"];
  let token = seedOf(created).seat_token ?? "";
  const watch = async (args: object = {}) => {
    const seed = seedOf(await board.call("watchBoard", { game_id, seat_token: token, wakes: true, ...args }));
    token = seed.seat_token ?? "";
    return seed;
  };
  return {
    ...table,
    agent,
    game_id,
    watch,
    agentMoves: (move: string) => agent.call("finishTurn", { game_id, move }),
    personMoves: async (move: string) => {
      await watch();
      return board.call("finishTurn", { game_id, move, seat_token: token });
    },
    [Symbol.asyncDispose]: table[Symbol.asyncDispose],
  };
}

test("an agent that does not call is woken by one board, once a turn, in words that lead to its next call", async () => {
  await using at = await sitDown(0);
  await at.agentMoves("f2f3");
  expect((await at.watch()).wake).toBeUndefined();
  await at.personMoves("e7e5");
  const woken = await at.watch();
  expect(woken).toMatchObject({
    wake_in: 0,
    wake: `I played e5 in Kibitz game ${at.game_id}. It is your turn: call waitForNextTurn with game_id “${at.game_id}”.`,
  });
  // The page is loaded again, or another board shows the game.
  expect(await at.watch()).not.toHaveProperty("wake");
  expect((await at.agent.call("waitForNextTurn", { game_id: at.game_id })).data.status).toBe("your_turn");
  expect(await at.watch()).not.toHaveProperty("wake_in");
  await at.agentMoves("g2g4");
  await at.personMoves("d8h4");
  expect((await at.watch()).wake).toBe(
    `I played Qh4# in Kibitz game ${at.game_id}. The game is over: Black wins by Checkmate.`,
  );
  expect(await at.watch()).not.toHaveProperty("wake");
});

test("a board that cannot speak to the model takes nothing from one that can", async () => {
  await using at = await sitDown(0);
  await at.agentMoves("e2e4");
  await at.personMoves("e7e5");
  const dumb = await at.watch({ wakes: false });
  expect(dumb).toMatchObject({ wake_in: 0 });
  expect(dumb).not.toHaveProperty("wake");
  expect(await at.watch()).toHaveProperty("wake");
});

test("nobody is woken whose wait is open, or was answered by the move", async () => {
  await using at = await sitDown(0);
  await at.agentMoves("e2e4");
  const waiting = at.agent.call("waitForNextTurn", { game_id: at.game_id, timeout_seconds: 20 });
  await expect.poll(() => at.tables.waiting()).toBe(1);
  await at.personMoves("e7e5");
  expect(await at.watch()).not.toHaveProperty("wake_in");
  expect((await waiting).data.status).toBe("your_turn");
  expect(await at.watch()).not.toHaveProperty("wake_in");
});

test("an agent that called a moment ago has a moment to go on by itself, and is woken then", async () => {
  await using at = await sitDown(500);
  const before = Date.now();
  await at.agentMoves("e2e4");
  await at.personMoves("e7e5");
  const [last] = (await at.tables.log(at.game_id, 0, 100).then((log) => (log.ok ? log.value : []))).slice(-1);
  // Held until then, though nothing happens in the game.
  expect(await at.watch({ after: last?.seq, timeout_seconds: 50 })).toHaveProperty("wake");
  expect(Date.now() - before).toBeGreaterThanOrEqual(500);
});

test("a turn that is taken back and played again is another one", async () => {
  await using at = await sitDown(0);
  await at.agentMoves("e2e4");
  await at.personMoves("e7e5");
  expect(await at.watch()).toHaveProperty("wake");
  await at.tables.takeback(at.game_id, "black", "offer");
  const asked = at.watch({ after: (await at.watch()).state.event_id });
  await expect.poll(() => at.tables.waiting()).toBe(1);
  await at.agent.call("answerTakeback", { game_id: at.game_id, answer: "accept" });
  await asked;
  await at.personMoves("c7c5");
  expect((await at.watch()).wake).toContain("I played c5");
});

test("where several hosts share a database nobody is taken to be asleep: the agent may be in a call at another one", async () => {
  await using at = await sitDown(0, false);
  await at.agentMoves("e2e4");
  await at.personMoves("e7e5");
  expect(await at.watch()).not.toHaveProperty("wake_in");
});
