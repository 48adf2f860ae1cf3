import type { PlayedMove } from "../live-game.ts";
import type { GameState } from "./game-state.ts";

/** The part of a move that ratings depend on. */
export type CountedMove = Pick<PlayedMove, "seat" | "effort">;

/** Whether more than this share (0 to 1) of a side's own moves were random. */
export const isByLot = (most: number, moves: number, drawn: number): boolean => moves > 0 && drawn / moves > most;

/** Ends by not moving, which say nothing about strength before both have moved. */
const byNotMoving: ReadonlySet<string> = new Set(["forfeit", "stalled", "disconnected"]);

/**
 * Both sides' entrants, where the game is rated: not, for example, where they could have it analysed as they played,
 * nor where one left before both had made a move (FIDE Handbook B.02, 5.1), nor where too many of one's moves were
 * random.
 */
export function ratedIn(state: GameState, moves: () => readonly CountedMove[]): readonly [string, string] | null {
  const { seats, playersMayAnalyse, unrated, outcome, ply, league } = state;
  const [one, other] = [seats[0].settings.entrant, seats[1].settings.entrant];
  if (one === undefined || other === undefined || playersMayAnalyse || unrated) return null;
  if (league?.armageddon) return null;
  if (outcome && ply < 2 && byNotMoving.has(outcome.reason)) return null;
  const most = league?.mostByLot;
  if (!outcome || most === undefined) return [one, other];
  const all = moves();
  const drawn = seats.some(({ seat }) => {
    const own = all.filter((move) => move.seat === seat);
    return isByLot(most, own.length, own.filter(({ effort }) => (effort?.fallback ?? null) !== null).length);
  });
  return drawn ? null : [one, other];
}
