import type { PlayPart } from "../../games/page.ts";
import type { ChatBoardState } from "../../shared/chat-board.ts";
import { otherSeat, type Seat, seatTitle } from "../../shared/terms.ts";

const playerWords = { agent: "the assistant", human: "the other player", computer: "the computer" } as const;

/** The kind of opponent, without its name, which somebody chose. */
function opponentTitle({ seats, players }: ChatBoardState, seat: Seat): string {
  const player = players[otherSeat(seats, seat)];
  return player === undefined || player.name === null ? "an opponent" : playerWords[player.kind];
}

/** Ends a host's message with a full stop. */
export const asSentence = (words: string): string => (/[.!?…]$/.test(words) ? words : `${words}.`);

export const isOver = (state: ChatBoardState): boolean => state.result !== null;
export const isToMove = (state: ChatBoardState, seat: Seat | null): boolean =>
  seat !== null && state.result === null && state.legal_moves.length > 0;

/** The reason why no move is possible here: a board's token ends a few moves after the position that it came with. */
export function idleText({ result, to_move }: ChatBoardState, seat: Seat | null): string {
  if (result) return "The game is over.";
  return seat !== null && to_move.includes(seat)
    ? "Your move. This board cannot make it any more: use a newer one, or the Kibitz window."
    : "It is not your turn.";
}

/** The state of the game in a sentence, for the holder of a seat. */
export function statusText(state: ChatBoardState, seat: Seat | null, play: PlayPart): string {
  const { result, ended, turn, view } = state;
  if (result) {
    if (seat === null || result.winner === null) return `Game over. ${ended}.`;
    return result.winner === seat ? `You won. ${ended}.` : `You lost. ${ended}.`;
  }
  const check = play.isCheck(view);
  if (seat === null)
    return turn === null ? "Both are choosing." : `${seatTitle(turn)} to move${check ? ", in check" : ""}.`;
  if (isToMove(state, seat))
    return check
      ? "Your move. You are in check."
      : play.sides
        ? "Your move."
        : `Your move. You are ${seatTitle(seat)}.`;
  return state.to_move.includes(seat) ? idleText(state, seat) : `Waiting for ${opponentTitle(state, seat)}…`;
}

/** The part of the game that the agent across does not know yet. */
export function untoldText({ result, draw_offer, to_move, seats }: ChatBoardState, seat: Seat): string {
  if (result) return "the game is over";
  if (draw_offer === seat) return "you offer a draw";
  return to_move.includes(otherSeat(seats, seat)) ? "it is its turn" : "you have answered its offer";
}

/** The text to the model after an accepted move, while the board does not know the new state yet. */
export const movedText = (gameId: string, seat: Seat, move: Move, { simultaneous }: PlayPart): string =>
  `Kibitz game ${gameId}: the person (${seatTitle(seat)}) ${didText(simultaneous ? null : move)} ${yourTurn(gameId)}`;

/** The model's context about a game that a person plays on the board in the chat. It contains no words of players. */
export function contextText(state: ChatBoardState, seat: Seat, { notation, simultaneous }: PlayPart): string {
  const { game_id, seats, result, last_move, view, turn, draw_offer } = state;
  const position = notation ? ` ${notation.name}: ${notation.write(view)}.` : "";
  if (result) return `Kibitz game ${game_id} is over: ${result.text}.${position} No further actions needed.`;
  // Where both choose at once, one seat is to move while the other's choice is secret, the person's above all.
  const chooser = simultaneous && turn !== null ? otherSeat(seats, turn) : null;
  const mover = chooser ?? last_move?.by;
  const name = mover === seat ? `the person (${seatTitle(seat)})` : mover && seatTitle(mover);
  const moveText = name ? `${name} ${didText(chooser === null ? last_move : null)} ` : "";
  const offers = draw_offer === seat ? "The person offers a draw: answer it with offerDraw. " : "";
  const next =
    turn === seat
      ? `It is the person’s turn, on the board: call waitForNextTurn with game_id “${game_id}”.`
      : yourTurn(game_id);
  return `Kibitz game ${game_id}: ${moveText}${offers}${next}${position}`;
}

type Move = Pick<NonNullable<ChatBoardState["last_move"]>, "text" | "code">;

const yourTurn = (gameId: string): string => `It is your turn: call finishTurn with game_id “${gameId}” and your move.`;
/** A player's action, in words; for null a choice that is still hidden. */
const didText = (move: Move | null): string =>
  move === null ? "has chosen." : `played ${move.text === move.code ? move.text : `${move.text} (${move.code})`}.`;
