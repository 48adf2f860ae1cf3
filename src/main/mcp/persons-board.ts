import type { Refusal } from "../../shared/result.ts";
import type { LiveGame } from "../games/live-game.ts";
import { isToMove, opponentOf, seatedAt } from "../games/machine/game-state.ts";
import { refusalAnswer, type ToolAnswer } from "./answer.ts";
import { seedFor } from "./chat-board.ts";
import { catchUpNext, nextFor } from "./next-action.ts";
import { type Holder, playerAt } from "./reader.ts";
import type { SeatCall } from "./tool.ts";
import { wakeText } from "./wake-text.ts";

/**
 * The agent opposite a person who acts on the board in a chat: that agent reads the answer, so it is addressed to it.
 * Null where the caller is no person opposite an agent.
 */
export function agentAcrossPerson({ call, game, seat, by }: SeatCall): Holder | null {
  const { state } = game;
  const across = opponentOf(state, seat);
  const isPersons = seatedAt(state, seat).kind === "human" && across.kind === "agent" && across.name !== null;
  return isPersons ? playerAt(call, game, { seat: across.seat, by }, undefined) : null;
}

/** The answer to a board whose host passes on no messages: it says at once how to wake the agent. */
export function withWake(answer: ToolAnswer, game: LiveGame, { call, seat }: Holder): ToolAnswer {
  if (call.showsApps || !call.wakes.takeNow(game, seat)) return answer;
  const seed = answer.board?.seed ?? seedFor(game, seatedAt(game.state, seat), call);
  return {
    ...answer,
    board: { inPage: answer.board?.inPage ?? null, seed: { ...seed, wake: wakeText(game, seat) } },
  };
}

/** A refusal to the person, as the agent reads it: the reason, and the agent's next step in the current game. */
export async function refusedToPerson(refusal: Refusal, { call, game }: SeatCall, player: Holder): Promise<ToolAnswer> {
  const { seat, identity } = player;
  const now = await call.games.get(game.state.id);
  const { state } = now.ok ? now.value : game;
  const isAgents = !state.outcome && isToMove(state, seat);
  return refusalAnswer(refusal, isAgents ? catchUpNext(identity) : nextFor(state, seat, player, "later"));
}
