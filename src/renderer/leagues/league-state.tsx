import type { LeagueSummary } from "../../shared/leagues.ts";
import "./league-state.css";
import { matchesOver, stateWords } from "./league-words.ts";

/** The status of a league. */
export const LeagueState = ({ status }: Pick<LeagueSummary, "status">) => (
  <span class="league-state" data-status={status}>
    {stateWords[status]}
  </span>
);

/** The progress of a league, as a bar. */
export function LeagueBar({ league }: { league: LeagueSummary }) {
  const { matches_over: over, matches_total: total } = league;
  if (total === 0) return null;
  return (
    <span class="league-bar" role="img" aria-label={matchesOver(over, total)}>
      <i style={{ width: `${(100 * over) / total}%` }} />
    </span>
  );
}
