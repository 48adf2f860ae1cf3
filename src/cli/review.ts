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
  signal: AbortSignal,
): Promise<Result<LeagueReview>> {
  let failures = 0;
  let lastLine: string | null = null;
  for (let before = -1; ; ) {
    const progress = await requestHost<LeagueReview>(link, "POST", `/api/leagues/${id}/review`, { games });
    // Games reviewed before an engine failed are kept.
    failures += progress.ok ? 0 : 1;
    if (!progress.ok && progress.code === "ENGINE_FAILED" && failures < TRIES && !signal.aborted) continue;
    if (!progress.ok || signal.aborted) return progress;
    const { reviewed, games: all, notice } = progress.value;
    if (notice !== null && notice !== lastLine) note(notice);
    lastLine = notice;
    if (reviewed === all || reviewed === before) return progress;
    before = reviewed;
    note(`looked through ${reviewed} of ${all} games`);
  }
}
