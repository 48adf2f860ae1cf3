import { batch, signal } from "@preact/signals";
import type { LeagueChange, LeagueDetail } from "../../shared/leagues.ts";
import { endAll } from "../../shared/listeners.ts";
import type { Answer } from "../api/answer.ts";
import { askWhenConnected, onLeagueNews } from "../api/live.ts";
import { oneAtATime } from "../ui/one-at-a-time.ts";
import { applyChange } from "./apply-change.ts";
import { getLeague } from "./client.ts";
import { isOver } from "./league-words.ts";

export type LeagueModel = ReturnType<typeof openLeague>;

/** The state of the page of one league. */
export function openLeague(id: string) {
  const told = signal<LeagueDetail | null>(null);
  const missing = signal<string | null>(null);
  /** Events that cannot be applied before an answer has come. */
  let early: readonly LeagueChange[] = [];
  let asking = false;

  /** Answers may overtake each other; the newer one counts. */
  const accept = (league: LeagueDetail) => {
    if (league.version >= (told.peek()?.version ?? 0)) told.value = league;
    missing.value = null;
  };
  const hear = (news: LeagueChange) => {
    const now = told.peek();
    const next = now && applyChange(now, news);
    if (!now || !next || (next === "gap" && asking)) {
      early = [...early, news];
      return;
    }
    if (next === "gap") return refresh();
    told.value = next;
    // Ratings cover all games: they come with the report, once a round.
    if (next.rounds_over > now.rounds_over || isOver(next) !== isOver(now)) refresh();
  };
  const refresh = oneAtATime(async () => {
    asking = true;
    early = [];
    const answer = await getLeague(id);
    asking = false;
    const waiting = early;
    early = [];
    batch(() => {
      if (answer.ok) accept(answer.value);
      else if (told.peek() === null) missing.value = answer.message;
      // Without an answer, events go on from the last one: nobody sends them again.
      for (const news of waiting) hear(news);
    });
  });

  const stopNews = onLeagueNews((news) => {
    if (news.league_id === id) hear(news);
  });
  // Events of leagues are not sent again, so the page asks after each absence.
  const stopAsking = askWhenConnected(refresh, told);

  return {
    told,
    /** Why the league cannot be shown; null where it can. */
    missing,
    /** Shows the outcome of a command. Returns the problem, or null. */
    take: async (command: Promise<Answer<LeagueDetail>>) => {
      const answer = await command;
      if (answer.ok) accept(answer.value);
      return answer.ok ? null : answer.message;
    },
    close: endAll(stopNews, stopAsking),
  };
}
