import type { Seat } from "../../shared/terms.ts";
import { CONCEALED, type LiveGame, lastMoveIn, seenMoves } from "../games/live-game.ts";
import { type GameState, opponentSeat, outcomeIn, toMove } from "../games/machine/game-state.ts";

/**
 * The text that a board sends to the model in its person's name when the agent across sleeps: the person's action, and
 * the next call. It contains no words of players.
 */
export function wakeText(live: LiveGame, person: Seat): string {
  const { state } = live;
  const { id, league } = state;
  const deed = deedText(live, person);
  if (state.outcome) {
    const ending = deed === null ? `Kibitz game ${id} is over` : `${deed} in Kibitz game ${id}. The game is over`;
    const next = league
      ? `Go on with the league: call waitForNextMatch with league_id “${league.id}” and your entrant_token.`
      : "No further actions needed.";
    return `${ending}: ${outcomeIn(state)}. ${next}`;
  }
  const offers = state.drawOffer === person ? " and offer a draw" : "";
  const news = deed === null ? "I offer a draw" : `${deed}${offers}`;
  const token = league ? " and your seat_token" : "";
  const call = `call waitForNextTurn with game_id “${id}”${token}.`;
  return `${news} in Kibitz game ${id}. ${turnText(state, person)}${call}`;
}

function turnText(state: GameState, person: Seat): string {
  if (toMove(state).includes(opponentSeat(state, person))) return "It is your turn: ";
  const asks = state.drawOffer === person || state.takebackOffer === person;
  return asks ? "To see the position and answer, " : "It is my turn; to wait for my move, ";
}

/** The person's last action; null where another sentence tells it: a draw offer, or a game that ended by itself. */
function deedText(live: LiveGame, person: Seat): string | null {
  const { state, lastActions } = live;
  const move = lastMoveIn(seenMoves(live, opponentSeat(state, person)));
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
