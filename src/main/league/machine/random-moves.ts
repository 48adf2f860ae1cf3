import { CUT_SHORT, isByLot, isUnplayed } from "../../games/machine/rights.ts";
import {
  byRound,
  type GameResult,
  isIn,
  type League,
  type LeagueSettings,
  placeOf,
  sideOf,
  type Termination,
  UNREAD,
} from "./league.ts";

/** Whether too many of a side's own moves in a game were random for it to be rated. */
export const sideByLot = ({ most_by_lot }: LeagueSettings, { moves, figures }: GameResult, place: 0 | 1): boolean =>
  isByLot(most_by_lot, moves[place], figures?.[place].fallbacks ?? 0);

/** Ends of games because no move came, or because a side did not come or left. */
export const endsByFailure: readonly Termination[] = ["time", "illegal-moves", "disconnected", "stalled", "forfeit"];
/** Whether a move of either side was lost to a failure: chance made one, or the game ended so. */
export const isByFailure = ({ termination, figures }: Pick<GameResult, "termination" | "figures">): boolean =>
  endsByFailure.includes(termination) || (figures ?? []).some(({ fallbacks }) => fallbacks > 0);

/** Whether a game says something about its sides' strength, as the rating list counts it. */
export const isTelling = (settings: LeagueSettings, result: GameResult): boolean =>
  result.reason !== UNREAD &&
  result.reason !== CUT_SHORT &&
  !isUnplayed(result.reason, !result.moves.includes(0)) &&
  !sideByLot(settings, result, 0) &&
  !sideByLot(settings, result, 1);

/** Whether an entrant has moved in some game, and in each of these too many of its moves were random. */
export function isAllByLot(league: League, number: number): boolean {
  let any = false;
  for (const matches of byRound(league))
    for (const match of matches) {
      if (!isIn(match, number)) continue;
      const place = placeOf(sideOf(match, number));
      for (const { result } of match.games) {
        if (!result || result.moves[place] === 0) continue;
        if (!sideByLot(league.settings, result, place)) return false;
        any = true;
      }
    }
  return any;
}
