import { claimableDraw } from "../../games/game.ts";
import { accept, type Result, refuse } from "../../shared/result.ts";
import type { Steps } from "../../shared/steps.ts";
import type { Seat } from "../../shared/terms.ts";
import type { LiveGame, PlayedMove } from "./live-game.ts";
import { isToMove, kindOf, rulesOf } from "./machine/game-state.ts";
import { positionAfter } from "./machine/offers.ts";

/**
 * The move that a seat already made at the ply it says it is playing: the same move again is a repeat of a call whose
 * answer was lost; a different one is refused as stale. Null when the ply is the current one.
 *
 * A ply may be counted as answers count it (the `ply` of the answer one replies to) or as history does (the ply that
 * the move leads to). Where seats alternate, only one of the two can be the seat's own; where a seat moves twice in a row,
 * the ply that the game is at means its next move. Where both choose at once, it is counted as answers count it, and either
 * ply of a round names the round: both players may believe to be the first.
 *
 * Yields between the moves of the game.
 */
export function* repeatedMove(game: LiveGame, seat: Seat, ply: number, text: string): Steps<Result<PlayedMove | null>> {
  const { state, moves } = game;
  const { simultaneous } = kindOf(state);
  const stale = refuse(
    "STALE_PLY",
    `You believe to be playing ply ${ply}, but the game is at ply ${state.ply}. Nothing was played; look at the position and choose again`,
  );
  if (!simultaneous && ply === state.ply && isToMove(state, seat)) return accept(null);
  const round = ply - (ply % 2);
  const mine = (simultaneous ? [round, round + 1] : [ply, ply - 1])
    .map((index) => moves[index])
    .find((move) => move?.seat === seat);
  if (mine && (yield* isMove(game, mine, text))) return accept(mine);
  if (mine && !(simultaneous && ply === state.ply)) return stale;
  if (ply > state.ply + 1 || ply < state.ply - 1) return stale;
  if (simultaneous || ply >= state.ply || !isToMove(state, seat)) return accept(null);
  return stale;
}

/**
 * Whether a game ended by a draw that stood on the board when a seat was to move, at the ply it says it is playing: the
 * same claim again is a repeat of a call whose answer was lost. The ply is counted as for moves.
 */
export function isRepeatedClaim({ state }: LiveGame, seat: Seat, ply: number): boolean {
  const { outcome, position } = state;
  const rules = rulesOf(state);
  const isNow = ply === state.ply || ply === state.ply + 1;
  const isMover = rules.toMove(position).includes(seat);
  return outcome !== null && isNow && isMover && claimableDraw(kindOf(state), position)?.reason === outcome.reason;
}

/** Whether a text means a move that was made. A move can be written in many ways, and the rules know them all. */
function* isMove({ state, moves }: LiveGame, move: PlayedMove, text: string): Steps<boolean> {
  if (text === move.code || text === move.text) return true;
  const before = yield* positionAfter(state, moves.slice(0, moves.indexOf(move)));
  const play = before.ok ? rulesOf(state).play(before.value, move.seat, text) : before;
  return play.ok && play.value.move.code === move.code;
}
