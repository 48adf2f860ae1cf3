import { nextSeat } from "../../../games/game.ts";
import { definitionOf } from "../../../games/register.ts";
import { accept, invalid, type Result, refuse } from "../../../shared/result.ts";
import { runAtOnce, type Steps } from "../../../shared/steps.ts";
import type { Seat } from "../../../shared/terms.ts";
import type { PlayedMove } from "../live-game.ts";
import { newClock } from "./clock.ts";
import { type GameState, indexOf, movesMade, opponentSeat, type Step, statusOf } from "./game-state.ts";
import { endGame, overBefore } from "./play.ts";
import { leagueRefusal } from "./rights.ts";
import { startClock } from "./seats.ts";

/** A player's action about an offer: makes one, or answers the opponent's. */
export type OfferAnswer = "offer" | "accept" | "decline";

/**
 * Offers, accepts or declines a draw. Offering while the opponent's offer stands accepts it. One offer a move:
 * a second one before the seat has moved again is refused with `RATE_LIMITED`. A flag that fell before ends the game.
 */
export function offerOrAnswerDraw(state: GameState, seat: Seat, answer: OfferAnswer, now: number): Result<Step> {
  const over = overBefore(state, now);
  if (over) return over;
  const opponent = opponentSeat(state, seat);
  const theirs = state.drawOffer === opponent;
  if (theirs && answer !== "decline") return accept(endGame(state, { winner: null, reason: "agreement" }, now));
  if (answer === "accept") return invalid("There is no draw offer to accept. Use answer=offer to make one");
  if (answer === "decline") {
    if (!theirs) return invalid("There is no draw offer to decline");
    const next: GameState = { ...state, drawOffer: null, declined: opponent };
    return accept({ state: next, events: [{ type: "drawDeclined", seat }] });
  }
  if (statusOf(state) === "open") return refuse("GAME_NOT_STARTED", "Nobody sits in the other seat yet");
  const index = indexOf(state, seat);
  if (state.drawOffer === seat)
    return refuse("RATE_LIMITED", "Your draw offer already stands. Play on or wait for the answer");
  // A move of one's own lies between two offers as soon as two plies have passed, or one where both choose at once.
  const made = movesMade(state);
  if (state.offeredAt[index] >= 0 && made - state.offeredAt[index] < 2)
    return refuse("RATE_LIMITED", "You have offered a draw for this move already. Make a move before you offer again");
  const offeredAt: [number, number] = [state.offeredAt[0], state.offeredAt[1]];
  offeredAt[index] = made;
  return accept({
    state: { ...state, drawOffer: seat, declined: null, offeredAt },
    events: [{ type: "drawOffered", seat }],
  });
}

/** The part of a past move that is needed to go back to an earlier position. */
export type PastMove = Pick<PlayedMove, "seat" | "code" | "clock">;

/** The ply at which a seat made its last move, or null when there is none to take back. */
function takebackPly(state: GameState, seat: Seat, moves: readonly PastMove[]): number | null {
  if (!definitionOf(state.kind).takeback) return null;
  const index = moves.findLastIndex((move) => move.seat === seat);
  return index < 0 ? null : index;
}

/**
 * Asks to take back the seat's last move (and what followed it), or answers such a request; who declines their own
 * withdraws it. Asking while the opponent asks, too, accepts. Refused when there is nothing to take back, where the game knows no takeback, in a league's game,
 * and when it is over. A flag that fell before ends the game.
 */
export function answerTakeback(
  state: GameState,
  seat: Seat,
  answer: OfferAnswer,
  moves: readonly PastMove[],
  now: number,
): Result<Step> {
  const refusal = overBefore(state, now) ?? leagueRefusal(state, "takeBack");
  if (refusal) return refusal;
  const opponent = opponentSeat(state, seat);
  const theirs = state.takebackOffer === opponent;
  if (theirs && answer !== "decline") return goBack(state, opponent, moves, now);
  if (answer === "accept") return invalid("Nobody asks to take a move back");
  if (answer === "decline") {
    if (state.takebackOffer === null) return invalid("Nobody asks to take a move back");
    if (theirs) {
      const next: GameState = { ...state, takebackOffer: null, declined: opponent, takebackDeclined: opponent };
      return accept({ state: next, events: [{ type: "takebackDeclined", seat }] });
    }
    // One request a move, withdrawn or not.
    const next: GameState = { ...state, takebackOffer: null, takebackDeclined: seat };
    return accept({ state: next, events: [{ type: "takebackDeclined", seat, withdrawn: true }] });
  }
  if (takebackPly(state, seat, moves) === null) return invalid("You have no move to take back");
  if (state.takebackOffer === seat)
    return refuse("RATE_LIMITED", "You have asked already. Wait for the answer or play on");
  if (state.takebackDeclined === seat)
    return refuse("RATE_LIMITED", "You have asked for this move already. Make a move before you ask again");
  return accept({ state: { ...state, takebackOffer: seat }, events: [{ type: "takebackOffered", seat }] });
}

/**
 * The position after moves from the start of a game; a move without a seat is that of the first seat to move, or of
 * chance. Yields between moves.
 */
export function* positionAfter(
  { kind, options }: Pick<GameState, "kind" | "options">,
  moves: readonly { readonly seat?: Seat; readonly code: string }[],
): Steps<Result<unknown>> {
  const { rules } = definitionOf(kind);
  const start = rules.start(options);
  if (!start.ok) return start;
  let position = start.value;
  for (const { seat = nextSeat(rules, position) ?? "", code } of moves) {
    const play = rules.play(position, seat, code);
    if (!play.ok) return play;
    position = play.value.state;
    yield;
  }
  return accept(position);
}

function goBack(state: GameState, asker: Seat, moves: readonly PastMove[], now: number): Result<Step> {
  const ply = takebackPly(state, asker, moves);
  if (ply === null) return invalid("There is no move to take back");
  const before = runAtOnce(positionAfter(state, moves.slice(0, ply)));
  if (!before.ok) return before;
  const times = moves[ply - 1]?.clock;
  const back: GameState = {
    ...state,
    position: before.value,
    ply,
    lastMove: moves[ply - 1]?.code ?? null,
    turnSince: now,
    drawOffer: null,
    declined: null,
    takebackOffer: null,
    takebackDeclined: null,
    offeredAt: [-1, -1],
    clock: state.clock && {
      ...newClock(state.clock.initialMs, state.clock.incrementMs, state.clock.secondMs),
      ...(times ? { left: times } : {}),
    },
  };
  return accept({ state: startClock(back, now), events: [{ type: "movesTakenBack", seat: asker, ply }] });
}
