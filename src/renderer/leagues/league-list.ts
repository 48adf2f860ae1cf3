import { computed, signal } from "@preact/signals";
import type { LeagueSummary } from "../../shared/leagues.ts";
import { askWhenConnected, onLeagueNews } from "../api/live.ts";
import { coalesce } from "../ui/coalesce.ts";
import { isOpen, isOver, listLeagues } from "./client.ts";

const PAGE = 100;
const FINISHED_PAGE = 30;

const rank = (league: LeagueSummary): number => (isOver(league) ? 2 : isOpen(league) ? 1 : 0);

let sharedList: ReturnType<typeof openLeagueList> | null = null;

/**
 * The list that all pages share, followed from its first use: a person who comes back finds as much of it as they had
 * read.
 */
export function leagueList() {
  sharedList ??= openLeagueList();
  return sharedList;
}

/** Follows the leagues as long as the page is open. */
function openLeagueList() {
  const byId = signal<ReadonlyMap<string, LeagueSummary> | null>(null);
  const failure = signal<string | null>(null);
  /** Where the next page of finished leagues begins; null after the last, undefined before the first. */
  const cursor = signal<string | null | undefined>(undefined);
  /** Events that came while the list was requested are newer than the answer. */
  let updates = new Map<string, LeagueSummary>();

  const learn = (leagues: readonly LeagueSummary[]) => {
    const next = new Map(byId.peek());
    for (const league of leagues) next.set(league.league_id, updates.get(league.league_id) ?? league);
    byId.value = next;
  };
  const readPage = async (status: "live" | "open" | "finished", from: string | null, limit: number) => {
    const answer = await listLeagues({ status, limit, ...(from === null ? {} : { cursor: from }) });
    if (!answer.ok) {
      failure.value = answer.message;
      return null;
    }
    failure.value = null;
    return answer.value;
  };
  const readAll = async (status: "live" | "open") => {
    const leagues: LeagueSummary[] = [];
    let from: string | null = null;
    do {
      const page = await readPage(status, from, PAGE);
      if (!page) return null;
      leagues.push(...page.leagues);
      from = page.next_cursor;
    } while (from !== null);
    return leagues;
  };
  const refresh = coalesce(async () => {
    updates = new Map();
    const answers = await Promise.all([readAll("live"), readAll("open"), readPage("finished", null, FINISHED_PAGE)]);
    const [live, open, past] = answers;
    // One of the three lists alone does not show whether there is any league.
    if (byId.peek() === null && answers.includes(null)) return;
    learn([...(live ?? []), ...(open ?? []), ...(past?.leagues ?? [])]);
    if (past && cursor.peek() === undefined) cursor.value = past.next_cursor;
  });
  const more = coalesce(async () => {
    const from = cursor.peek();
    const answer = from ? await readPage("finished", from, FINISHED_PAGE) : null;
    if (!answer) return;
    learn(answer.leagues);
    cursor.value = answer.next_cursor;
  });

  onLeagueNews((news) => {
    updates.set(news.league_id, news);
    if (byId.peek()) learn([news]);
  });
  askWhenConnected(refresh, byId);
  return {
    /**
     * Running leagues first, then those that can be joined, then finished ones; in each group the newest first. Null
     * before the host's first answer.
     */
    leagues: computed(
      () =>
        byId.value &&
        [...byId.value.values()]
          .filter(({ deleted }) => !deleted)
          .toSorted((one, other) => rank(one) - rank(other) || other.created_at.localeCompare(one.created_at)),
    ),
    failure,
    /** Whether there are further finished ones. */
    hasMore: computed(() => typeof cursor.value === "string"),
    more,
  };
}
