import { runInSlices } from "../base/run-in-slices.ts";
import type { Leagues } from "../league/leagues.ts";
import { isOver, type LiveLeague } from "../league/machine/league.ts";
import { leagueChange, type ToldRows } from "../views/league-change.ts";
import type { EventStreams } from "./event-stream.ts";

/** Milliseconds for which the changes of a league are gathered: nobody could read a table that changes more often. */
const GATHERED_MS = 250;
/**
 * The pause between two reports, as a multiple of the time that the last one took, so that many leagues leave the host
 * its time.
 */
const SHARE = 9;

/**
 * Reports changes of leagues over the event stream. These events have no place in the log, so a page that was away asks
 * for the league. Nothing is built while nobody listens.
 */
export function streamLeagueChanges(
  leagues: Pick<Leagues, "listen">,
  events: Pick<EventStreams, "readers" | "tell">,
): { close(): void } {
  const rowsByLeague = new Map<string, ToldRows>();
  /** Leagues that changed, each as it was reported last, and as it is. */
  const changes = new Map<string, { readonly from: LiveLeague | null; readonly live: LiveLeague }>();
  let timer: NodeJS.Timeout | null = null;
  let gatherFor = GATHERED_MS;
  let isClosed = false;

  const tell = async (): Promise<void> => {
    const startedAt = performance.now();
    const batch = [...changes];
    changes.clear();
    for (const [id, { from, live }] of batch) {
      const { news, rows } = await runInSlices(leagueChange(rowsByLeague.get(id), from, live));
      events.tell("league", news);
      if (isOver(live.league)) rowsByLeague.delete(id);
      else rowsByLeague.set(id, rows);
    }
    gatherFor = Math.max(GATHERED_MS, SHARE * (performance.now() - startedAt));
    timer = null;
    if (changes.size > 0) gather();
  };
  /** Until the last change has been reported, there is one timer, or the work that it started. */
  const gather = (): void => {
    if (!isClosed) timer ??= setTimeout(() => void tell(), gatherFor);
  };

  const stopListening = leagues.listen(
    ({ before, value: live }) => {
      if (events.readers() === 0) {
        rowsByLeague.clear();
        changes.clear();
        return;
      }
      const { id } = live.league;
      const earlier = changes.get(id);
      changes.set(id, { from: earlier ? earlier.from : before, live });
      gather();
    },
    () => events.readers() > 0,
  );
  return {
    close: () => {
      isClosed = true;
      stopListening();
      if (timer) clearTimeout(timer);
    },
  };
}
