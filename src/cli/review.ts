import type { LeagueReview } from "../shared/leagues.ts";
import type { Result } from "../shared/result.ts";
import { note } from "./command.ts";
import { type HostLink, requestHost } from "./request-host.ts";

/** Most failures of an engine. */
const TRIES = 3;

/** Reviews so many games of a league, one after the other, and shows the progress. */
export async function reviewLeague(
  link: HostLink,
  id: string,
  games: number,
  stopped: AbortSignal,
): Promise<Result<LeagueReview>> {
  let failures = 0;
  let told: string | null = null;
  for (let before = -1; ; ) {
    const seen = await requestHost<LeagueReview>(link, "POST", `/api/leagues/${id}/review`, { games });
    // Games reviewed before an engine failed are kept.
    failures += seen.ok ? 0 : 1;
    if (!seen.ok && seen.code === "ENGINE_FAILED" && failures < TRIES && !stopped.aborted) continue;
    if (!seen.ok || stopped.aborted) return seen;
    const { reviewed, games: all, notice } = seen.value;
    if (notice !== null && notice !== told) note(notice);
    told = notice;
    if (reviewed === all || reviewed === before) return seen;
    before = reviewed;
    note(`looked through ${reviewed} of ${all} games`);
  }
}
