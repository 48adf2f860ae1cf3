import { batch, signal } from "@preact/signals";
import { measurement } from "../../shared/formats/measurement.ts";
import type {
  LeagueChange,
  LeagueDetail,
  LeagueMatch,
  LeagueStanding,
  LeagueSummary,
  PlayerStatusChange,
} from "../../shared/leagues.ts";
import { endAll } from "../../shared/listeners.ts";
import { askWhenConnected, onLeagueNews, onStatusNews } from "../api/live.ts";
import type { Answer, Failure } from "../api/request.ts";
import { coalesce } from "../ui/coalesce.ts";
import { getLeague, isOver } from "./client.ts";

export const isMeasurement = ({ format }: Pick<LeagueSummary, "format">): boolean => format === measurement.name;

/** The state of a league; one with places to be taken is open, though it could begin. */
export const statusOf = ({ status, awaited }: LeagueSummary): LeagueSummary["status"] =>
  status === "ready" && awaited > 0 ? "registration_open" : status;

/** The game that a match is opened by: the one that is played, or afterwards the first, from which one goes on. */
export const gameOf = ({ games, status }: Pick<LeagueMatch, "games" | "status">): string | undefined =>
  status === "playing" ? games.at(-1) : games[0];

/** Fields that only the report contains. */
const reportOnly: Pick<LeagueStanding, "rating" | "quality"> = {
  rating: { kind: "unknown", elo: null, interval: null, low: null, high: null, games: null },
  quality: null,
};

/** Applies a change to a league; `gap` where an earlier one was missed. An old change has no effect. */
export function applyChange(league: LeagueDetail, news: LeagueChange): LeagueDetail | "gap" {
  if (news.version <= league.version) return league;
  if (news.from > league.version) return "gap";
  const { from: _, calls: __, matches, standings, field, ...rest } = news;
  // Absent where the league is no longer set aside.
  const { set_aside: ___, ...kept } = league;
  return {
    ...kept,
    ...rest,
    rounds: withMatches(league.rounds, matches),
    standings: withRows(league.standings, standings),
    field: inPlace(league.field, field),
  };
}

/** Replaces entries with the same number, and adds new ones. */
function inPlace<T extends { readonly number: number }>(rows: readonly T[], changes: readonly T[]): readonly T[] {
  if (changes.length === 0) return rows;
  const all = new Map([...rows, ...changes].map((each) => [each.number, each]));
  return [...all.values()].toSorted((one, other) => one.number - other.number);
}

function withRows(earlier: LeagueDetail["standings"], changes: LeagueChange["standings"]): LeagueDetail["standings"] {
  if (changes.length === 0) return earlier;
  const before = new Map(earlier.map(({ number, rating, quality }) => [number, { rating, quality }]));
  const rows = changes.map((row) => ({ ...row, ...(before.get(row.number) ?? reportOnly) }));
  return inPlace<LeagueStanding>(earlier, rows).toSorted((one, other) => one.rank - other.rank);
}

function withMatches(before: LeagueDetail["rounds"], changes: LeagueChange["matches"]): LeagueDetail["rounds"] {
  if (changes.length === 0) return before;
  const rounds = new Map(
    before.map(({ round, matches }) => [round, new Map(matches.map((match) => [match.match_id, match]))]),
  );
  for (const { round, ...match } of changes) {
    rounds.set(round, (rounds.get(round) ?? new Map<string, LeagueMatch>()).set(match.match_id, match));
  }
  return [...rounds]
    .map(([round, matches]) => ({ round, matches: [...matches.values()] }))
    .toSorted((one, other) => one.round - other.round);
}

/** Keeps a page's data about leagues up to date: requests it again on related events, and after each reconnection. */
export function keepLastAnswer<Value>(
  ask: () => Promise<Answer<Value>>,
  concerns: (news: LeagueChange, value: Value | null) => boolean,
  concernsStatus: (news: PlayerStatusChange) => boolean = () => false,
) {
  const value = signal<Value | null>(null);
  const missing = signal<Failure | null>(null);
  const refresh = coalesce(async () => {
    const answer = await ask();
    if (answer.ok) value.value = answer.value;
    missing.value = answer.ok || value.peek() !== null ? null : answer;
  });
  const stopNews = onLeagueNews((news) => {
    if (concerns(news, value.peek())) refresh();
  });
  const stopStatus = onStatusNews((news) => {
    if (concernsStatus(news)) refresh();
  });
  const stopAsking = askWhenConnected(refresh, value);
  return {
    /** The host's last answer; null before the first. */
    value,
    /** Why there is no answer yet; null where there is no reason, and once there was an answer. */
    missing,
    close: endAll(stopNews, stopStatus, stopAsking),
  };
}

export type LeagueModel = ReturnType<typeof openLeague>;

/** The state of the page of one league. */
export function openLeague(id: string) {
  const detail = signal<LeagueDetail | null>(null);
  const missing = signal<string | null>(null);
  /** Events that cannot be applied before an answer has come. */
  let early: readonly LeagueChange[] = [];
  let asking = false;

  /** Answers may overtake each other; the newer one counts. */
  const accept = (league: LeagueDetail) => {
    if (league.version >= (detail.peek()?.version ?? 0)) detail.value = league;
    missing.value = null;
  };
  const onChange = (news: LeagueChange) => {
    const now = detail.peek();
    const next = now && applyChange(now, news);
    if (!now || !next || (next === "gap" && asking)) {
      early = [...early, news];
      return;
    }
    if (next === "gap") return refresh();
    detail.value = next;
    // Ratings cover all games: they come with the report, once a round.
    if (next.rounds_over > now.rounds_over || isOver(next) !== isOver(now)) refresh();
  };
  const refresh = coalesce(async () => {
    asking = true;
    early = [];
    const answer = await getLeague(id);
    asking = false;
    const waiting = early;
    early = [];
    batch(() => {
      if (answer.ok) accept(answer.value);
      else if (detail.peek() === null) missing.value = answer.message;
      // Without an answer, events go on from the last one: nobody sends them again.
      for (const news of waiting) onChange(news);
    });
  });

  const stopNews = onLeagueNews((news) => {
    if (news.league_id === id) onChange(news);
  });
  // Events of leagues are not sent again, so the page asks after each absence.
  const stopAsking = askWhenConnected(refresh, detail);

  return {
    detail,
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
