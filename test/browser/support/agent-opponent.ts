import { expect } from "vitest";
import { type Agent, connect } from "../../support/agents.ts";
import { type AtTheBoard, newTable } from "./at-the-board.ts";
import { see } from "./see.ts";
import type { Stage } from "./shared-host.ts";

export interface AgentOpponent {
  readonly board: AtTheBoard;
  readonly agent: Agent;
  /** The proof of the agent's seat, to be passed with every call. */
  readonly seat: { readonly game_id: string; readonly seat_token: string };
  /** Plays the agent's move, when the test wants it to. */
  reply(move: string): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const person = { kind: "human", name: "Ada" };
/** The players of a game in which the person has Black. */
export const withBlack = { players: { white: { kind: "agent" }, black: person } };

/** The person at the board, with White unless `game` says otherwise, across a real MCP client that does what the test says. */
export async function agentOpponent(stage: Stage, name = "Opponent", game: object = {}): Promise<AgentOpponent> {
  const board = await newTable(stage, { players: { white: person, black: { kind: "agent" } }, ...game });
  const agent = await connect(stage.host, "http", "v2 client, new era", "Opponent");
  const joined = await agent.call("joinGame", { game_id: board.gameId, name });
  expect(joined.isError, joined.text).toBe(false);
  const seat = { game_id: board.gameId, seat_token: joined.data.seat_token };
  await see(board.page.locator(".game[data-status=live]")).toBeVisible();
  return {
    board,
    agent,
    seat,
    reply: async (move) => {
      const answer = await agent.call("finishTurn", { ...seat, move });
      expect(answer.isError, answer.text).toBe(false);
    },
    [Symbol.asyncDispose]: async () => {
      await board[Symbol.asyncDispose]();
      await agent.close();
    },
  };
}
