import { gameOf } from "../../games/register.ts";
import { accept, type Result, refuse } from "../../shared/result.ts";
import type { Seat } from "../../shared/terms.ts";
import type { LiveGame, PlayedMove } from "./live-game.ts";
import { isToMove } from "./machine/table.ts";

/**
 * The move that a seat made at the ply it says it is playing, when it already has: the same move again is a repeat of
 * a call whose answer was lost; a different one is refused as stale. Null when the ply is the current one.
 *
 * A ply may be counted as answers count it (the `ply` of the answer one replies to) or as history does (the ply that
 * the move leads to). Where seats alternate, only one of the two can be the seat's own. Where both choose at once, it
 * is counted as answers count it, and either ply of a round names the round: both players may believe to be the first.
 */
export function pastMove({ table, moves }: LiveGame, seat: Seat, ply: number, text: string): Result<PlayedMove | null> {
  const { simultaneous } = gameOf(table.kind).capabilities;
  const stale = refuse(
    "STALE_PLY",
    `You believe to be playing ply ${ply}, but the game is at ply ${table.ply}. Nothing was played; look at the position and choose again`,
  );
  const own = (index: number) => (moves[index]?.seat === seat ? moves[index] : undefined);
  const round = ply - (ply % 2);
  const mine = simultaneous ? (own(round) ?? own(round + 1)) : (own(ply) ?? own(ply - 1));
  if (mine && sameMove(mine, text)) return accept(mine);
  if (mine && !(simultaneous && ply === table.ply)) return stale;
  if (ply > table.ply + 1 || ply < table.ply - 1) return stale;
  if (simultaneous || ply >= table.ply || !isToMove(table, seat)) return accept(null);
  return stale;
}

function sameMove(move: PlayedMove, text: string): boolean {
  const plain = (notation: string) => notation.trim().replace(/[+#!?=]/g, "");
  // In SAN the case tells a bishop from the b-file; in UCI it tells nothing.
  return plain(move.uci).toLowerCase() === plain(text).toLowerCase() || plain(move.san) === plain(text);
}
