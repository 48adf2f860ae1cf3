import type { Refusal } from "../../../shared/result.ts";
import type { Seat } from "../../../shared/terms.ts";
import { CONCEALED, type LiveGame, lastMoveIn, seenMoves } from "../../games/live-game.ts";
import * as machine from "../../games/machine/game-state.ts";
import { catchUpNext, nextFor, refusalAnswer, type ToolAnswer } from "../answers/answer.ts";
import { type Holder, playerAt } from "../answers/reader.ts";
import type { SeatCall } from "../tools/tool.ts";
import { seedFor } from "./chat-board.ts";

/** The text that wakes the agent across: the person's action and the next call, without any words of players. */
export function wakeText(live: LiveGame, person: Seat): string {
  const { state } = live;
  const { id, league } = state;
  const deed = deedText(live, person);
  if (state.outcome) {
    const ending = deed === null ? `Kibitz game ${id} is over` : `${deed} in Kibitz game ${id}. The game is over`;
    const next = league
      ? `Go on with the league: call waitForNextMatch with league_id “${league.id}” and your entrant_token.`
      : "No further actions needed.";
    return `${ending}: ${machine.outcomeIn(state)}. ${next}`;
  }
  const offers = state.drawOffer === person ? " and offer a draw" : "";
  const news = deed === null ? "I offer a draw" : `${deed}${offers}`;
  const call = `call waitForNextTurn with game_id “${id}”${league ? " and your seat_token" : ""}.`;
  return `${news} in Kibitz game ${id}. ${turnText(state, person)}${call}`;
}

function turnText(state: machine.GameState, person: Seat): string {
  if (machine.toMove(state).includes(machine.opponentSeat(state, person))) return "It is your turn: ";
  const asks = state.drawOffer === person || state.takebackOffer === person;
  return asks ? "To see the position and answer, " : "It is my turn; to wait for my move, ";
}

/** The person's last action; null where another sentence tells it: a draw offer, or a game that ended by itself. */
function deedText(live: LiveGame, person: Seat): string | null {
  const { state, lastActions } = live;
  const move = lastMoveIn(seenMoves(live, machine.opponentSeat(state, person)));
  const moveText = move?.seat !== person ? null : move.text === CONCEALED ? "I have chosen" : `I played ${move.text}`;
  switch (lastActions[person]?.type) {
    case "movePlayed":
      return moveText;
    case "gameOver":
      if (state.outcome?.reason === "agreement") return "I accepted the draw";
      if (state.outcome?.reason === "resignation") return state.outcome.winner === person ? null : "I resigned";
      return moveText;
    case "drawDeclined":
      return "I declined your draw offer";
    case "takebackOffered":
      return "I ask to take my last move back";
    case "takebackDeclined":
      return "I declined to let you take your move back";
    case "movesTakenBack":
      return "I let you take your move back";
    default:
      return null;
  }
}

/** The agent opposite a person who acts on a chat's board, since that agent reads the answer; null for others. */
export function agentAcrossPerson({ call, game, seat, by }: SeatCall): Holder | null {
  const { state } = game;
  const across = machine.opponentOf(state, seat);
  const isPersons = machine.seatedAt(state, seat).kind === "human" && across.kind === "agent" && across.name !== null;
  // In the chat of an agent whose seat was freed, the answer is not the next one's.
  return isPersons && !call.authority.wasFreed(state, call.credentials(undefined))
    ? playerAt(call, game, { seat: across.seat, by }, undefined)
    : null;
}

/** The answer to a board whose host passes on no messages: it says at once how to wake the agent. */
export function withWake(answer: ToolAnswer, game: LiveGame, { call, seat }: Holder): ToolAnswer {
  if (call.showsApps || !call.wakes.takeNow(game, seat)) return answer;
  const seed = answer.board?.seed ?? seedFor(game, machine.seatedAt(game.state, seat), call);
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
  const isAgents = !state.outcome && machine.isToMove(state, seat);
  return refusalAnswer(refusal, isAgents ? catchUpNext(identity) : nextFor(state, seat, player, "later"));
}
