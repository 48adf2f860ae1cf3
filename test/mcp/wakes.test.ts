import { expect, test } from "vitest";
import type { ChatBoardSeed } from "../../src/shared/chat-board.ts";
import type { Answer } from "../support/agents.ts";
import { openAgentHost } from "./agent-host.ts";

/** An agent as white against a person, whose board asks as its page does. */
async function sitDown(graceMs: number, isAlone = true) {
  const host = openAgentHost({}, {}, undefined, {}, { graceMs, isAlone });
  const agent = await host.connect({ apps: true });
  // Another conversation carries the calls of a board: none of them is the agent's.
  const board = await host.connect({ apps: true });
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
    ...host,
    agent,
    game_id,
    watch,
    agentMoves: (move: string) => agent.call("finishTurn", { game_id, move }),
    personMoves: async (move: string) => {
      await watch();
      return board.call("finishTurn", { game_id, move, seat_token: token });
    },
    personDoes: (tool: "offerDraw" | "resignGame", args: object = {}) =>
      board.call(tool, { game_id, seat_token: token, ...args }),
    [Symbol.asyncDispose]: host[Symbol.asyncDispose],
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
    `I played Qh4# in Kibitz game ${at.game_id}. The game is over: Black wins by Checkmate. No further actions needed.`,
  );
  expect(await at.watch()).not.toHaveProperty("wake");
});

test("an offer in the person's own turn wakes the agent once, and its next call shows the offer and how to answer", async () => {
  await using at = await sitDown(0);
  await at.agentMoves("e2e4");
  await at.watch();
  await at.personDoes("offerDraw");
  const { game_id } = at;
  expect((await at.watch()).wake).toBe(
    `I offer a draw in Kibitz game ${game_id}. To see the position and answer, call waitForNextTurn with game_id “${game_id}”.`,
  );
  expect(await at.watch()).not.toHaveProperty("wake");
  const told = await at.agent.call("waitForNextTurn", { game_id });
  expect(told.data).toMatchObject({
    draw_offer: "black",
    next_action: { tool: "offerDraw", arguments: { game_id, answer: "<accept or decline>" } },
  });
  expect(told.text).toContain("|5|");
  await at.agent.call("offerDraw", { game_id, answer: "decline" });
  const declined = await at.watch();
  expect(declined).not.toHaveProperty("wake_in");
  expect(declined.state).toMatchObject({ draw_offer: null, declined: "black" });
  // The move is another deed.
  await at.personMoves("e7e5");
  expect((await at.watch()).wake).toContain("I played e5 in");
});

test("an offer and a move that nobody was told of in between are told together", async () => {
  await using at = await sitDown(0);
  await at.agentMoves("e2e4");
  await at.watch();
  await at.personDoes("offerDraw");
  await at.personMoves("e7e5");
  expect((await at.watch()).wake).toMatch(/^I played e5 and offer a draw in .*It is your turn: call waitForNextTurn/);
  expect(await at.watch()).not.toHaveProperty("wake");
});

test("the person's answer to an offer wakes the agent, whoever is to move", async () => {
  await using at = await sitDown(0);
  const { game_id } = at;
  await at.agent.call("offerDraw", { game_id });
  expect(await at.watch()).not.toHaveProperty("wake_in");
  await at.personDoes("offerDraw", { answer: "decline" });
  expect((await at.watch()).wake).toBe(
    `I declined your draw offer in Kibitz game ${game_id}. It is your turn: call waitForNextTurn with game_id “${game_id}”.`,
  );
  await at.agentMoves("e2e4");
  await at.personMoves("e7e5");
  await at.watch();
  await at.agent.call("offerDraw", { game_id });
  await at.agentMoves("g1f3");
  await at.watch();
  await at.personDoes("offerDraw", { answer: "decline" });
  expect((await at.watch()).wake).toMatch(
    /^I declined your draw offer in .* It is my turn; to wait for my move, call waitForNextTurn/,
  );
});

test.each([
  ["offerDraw", "I accepted the draw", "Draw by Agreement"],
  ["resignGame", "I resigned", "White wins by Resignation"],
] as const)("the end that the person makes by %s wakes the agent once", async (tool, did, outcome) => {
  await using at = await sitDown(0);
  const { game_id } = at;
  await at.agent.call("offerDraw", { game_id });
  await at.watch();
  const answer = await at.personDoes(tool, tool === "offerDraw" ? { answer: "accept" } : {});
  expect(answer.text).toContain(`Game Over: ${outcome}.`);
  expect((await at.watch()).wake).toBe(
    `${did} in Kibitz game ${game_id}. The game is over: ${outcome}. No further actions needed.`,
  );
  expect(await at.watch()).not.toHaveProperty("wake");
});

test("nobody is woken by an offer whose wait it ended, nor by what the agent did itself", async () => {
  await using at = await sitDown(0);
  const { game_id } = at;
  await at.agentMoves("e2e4");
  await at.watch();
  const waiting = at.agent.call("waitForNextTurn", { game_id, timeout_seconds: 20 });
  await expect.poll(() => at.games.waiting()).toBe(1);
  await at.personDoes("offerDraw");
  expect((await waiting).data.next_action.tool).toBe("offerDraw");
  expect(await at.watch()).not.toHaveProperty("wake_in");
  await at.agent.call("offerDraw", { game_id, answer: "accept" });
  const over = await at.watch();
  expect(over.state.result).not.toBeNull();
  expect(over).not.toHaveProperty("wake_in");
});

test("a chat that reads the answer to what the person did is told so for the agent's seat", async () => {
  await using at = await sitDown(0);
  await at.agentMoves("e2e4");
  await at.watch();
  const offered = await at.personDoes("offerDraw");
  expect(offered.text).toContain("offers a draw");
  expect(offered.data).toMatchObject({ you: "white", next_action: { tool: "offerDraw" } });
  const again = await at.personDoes("offerDraw");
  expect(again.data).toMatchObject({ error: { code: "RATE_LIMITED" }, next_action: { tool: "waitForNextTurn" } });
  await at.agent.call("offerDraw", { game_id: at.game_id, answer: "decline" });
  const late = await at.personDoes("offerDraw", { answer: "accept" });
  expect(late.data.error.code).toBe("INVALID_ARGUMENT");
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
  await expect.poll(() => at.games.waiting()).toBe(1);
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
  const [last] = (await at.games.log(at.game_id, 0, 100).then((log) => (log.ok ? log.value : []))).slice(-1);
  // Held until then, though nothing happens in the game.
  expect(await at.watch({ after: last?.seq, timeout_seconds: 50 })).toHaveProperty("wake");
  expect(Date.now() - before).toBeGreaterThanOrEqual(500);
});

test("a turn that is taken back and played again is another one", async () => {
  await using at = await sitDown(0);
  await at.agentMoves("e2e4");
  await at.personMoves("e7e5");
  expect(await at.watch()).toHaveProperty("wake");
  await at.games.takeback(at.game_id, "black", "offer");
  const asked = at.watch({ after: (await at.watch()).state.event_id });
  await expect.poll(() => at.games.waiting()).toBe(1);
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
