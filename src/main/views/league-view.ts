import type { LeagueMatch, LeaguePair, LeagueReport, LeagueStanding, LeagueSummary } from "../../shared/leagues.ts";
import type { LiveLeague } from "../league/live-league.ts";
import {
  type Entrant,
  entrantOf,
  isOver,
  type League,
  leagueAfter,
  type Match,
  matchesOf,
} from "../league/machine/league.ts";
import { leagueCrosstable, leagueStandings, roundsOf } from "../league/machine/rounds.ts";
import { pairsOf } from "../league/machine/sequential-test.ts";
import { pairStatistics, sprt } from "../league/ratings/pairs.ts";
import type { RatingList, RatingOf } from "../league/ratings/rating-list.ts";
import type { Tables } from "../tables/tables.ts";
import { figuresIn } from "./league-figures.ts";
import { qualitiesIn, type Reviews } from "./league-quality.ts";
import { settingsView } from "./league-settings.ts";
import { measureIn } from "./measure-view.ts";
import { ratingView } from "./rating-view.ts";

const nameOf = (league: League, number: number): string => entrantOf(league, number)?.name ?? "";

/** A league as a line of a list. */
export function leagueSummary(league: League): LeagueSummary {
  const { id, name, settings, status, entrants, seeds, round, champion, createdAt, past, current } = league;
  const present = seeds.length || entrants.filter((entrant) => entrant.status !== "out").length;
  // A measurement has another round for each that its entrant missed.
  const rounds = present < 2 ? 0 : Math.max(round, roundsOf(settings, present));
  const before = past.reduce((sum, { met }) => sum + met, 0);
  const now = current.filter(({ b }) => b !== null);
  const over = now.filter((match) => match.status === "reported").length;
  const all = before + now.length;
  // One goes on from each match and bye of a knockout, and of those all but the champion lose one more.
  const later = settings.format === "knockout" ? current.length - 1 : (rounds - round) * now.length;
  return {
    league_id: id,
    name,
    game: settings.game,
    format: settings.format,
    status,
    entrants: present,
    round,
    rounds_total: rounds,
    rounds_over: current.every((match) => match.status === "reported") ? round : round - 1,
    matches_over: before + over,
    matches_total: isOver(league) ? all : all + Math.max(0, later),
    champion: champion === null ? null : nameOf(league, champion),
    created_at: new Date(createdAt).toISOString(),
  };
}

/** What of entrants is known beside what their league knows. */
export interface Known {
  /** Over all rated games. */
  readonly ratingOf: RatingOf;
  /** Of the league's games that an engine looked through. */
  readonly reviews: Reviews;
}

/** For what is told without it. */
export const nothingKnown: Known = { ratingOf: () => ({ kind: "unknown" }), reviews: new Map() };

export async function knownOf(
  { league }: LiveLeague,
  { ratings, tables }: { readonly ratings: RatingList; readonly tables: Pick<Tables, "reviewsIn"> },
): Promise<Known> {
  const [ratingOf, reviews] = await Promise.all([ratings.of(league.settings.game), tables.reviewsIn(league.id)]);
  return { ratingOf, reviews };
}

/** A league in full: what was agreed, schedule, table and crosstable. */
export function leagueReport({ league, version }: LiveLeague, known: Known): LeagueReport {
  const rounds = Map.groupBy(matchesOf(league), ({ round }) => round);
  const standings = standingsIn(league, known);
  const pair = pairIn(league);
  const measure = measureIn(league);
  return {
    ...leagueSummary(league),
    seed: league.settings.seed,
    settings: settingsView(league),
    version,
    rounds: [...rounds].map(([round, matches]) => ({
      round,
      matches: matches.map((match) => matchView(league, match)),
    })),
    standings,
    crosstable: leagueCrosstable(league),
    ...(pair ? { pair } : {}),
    ...(measure ? { measure } : {}),
  };
}

export function matchView(league: League, match: Match): LeagueMatch {
  const { number, a, b, status, games, result } = match;
  const winner = result?.winner === "a" ? a : result?.winner === "b" ? b : null;
  return {
    match_id: `L${league.id}m${number}`,
    a: nameOf(league, a),
    b: b === null ? null : nameOf(league, b),
    status,
    winner: winner === null ? null : nameOf(league, winner),
    score: result?.score ?? [0, 0],
    games: games.map(({ id }) => id),
    termination: result?.termination ?? null,
  };
}

export function standingsIn(league: League, { ratingOf, reviews }: Known): readonly LeagueStanding[] {
  const busy = busyIn(league);
  const before = ranksBefore(league);
  const figuresOf = figuresIn(league);
  const qualities = qualitiesIn(league, reviews);
  return leagueStandings(league).flatMap((row): LeagueStanding[] => {
    const entrant = entrantOf(league, row.number);
    if (!entrant) return [];
    const { rank, points, played, won, drawn, lost, byes, tieBreaks } = row;
    return [
      {
        ...{ rank, rank_before: before.get(row.number) ?? null, number: row.number },
        ...{ name: entrant.name, kind: entrant.kind, status: statusIn(entrant, busy.has(row.number)) },
        ...{ points, played, won, drawn, lost, byes },
        tie_breaks: {
          head_to_head: tieBreaks.headToHead,
          sonneborn_berger: tieBreaks.sonnebornBerger,
          ...(tieBreaks.buchholz === null ? {} : { buchholz: tieBreaks.buchholz }),
          wins: tieBreaks.wins,
          lot: tieBreaks.lot,
        },
        rating: ratingView(ratingOf(entrant.identity)),
        quality: qualities.get(row.number) ?? null,
        ...figuresOf(row.number),
      },
    ];
  });
}

/** Those who play at the moment, by number. */
export const busyIn = ({ current }: League): ReadonlySet<number> =>
  new Set(current.flatMap(({ status, a, b }) => (status === "playing" ? [a, b ?? a] : [])));

/** By the matches of the rounds before this one, which are one list as long as the round lasts. */
const ranks = new WeakMap<League["past"], ReadonlyMap<number, number>>();

/** Who stood where when this round began, by number; nobody in the first. */
function ranksBefore(league: League): ReadonlyMap<number, number> {
  const { past, round } = league;
  const known = ranks.get(past);
  if (known) return known;
  const then = past.length === 0 ? [] : leagueStandings(leagueAfter(league, round - 1));
  const found = new Map(then.map(({ number, rank }) => [number, rank]));
  ranks.set(past, found);
  return found;
}

export const statusIn = ({ status }: Entrant, busy: boolean): LeagueStanding["status"] =>
  status === "active" && busy ? "in_game" : status;

export function pairIn(league: League): LeaguePair | null {
  const [first, second, ...others] = league.seeds;
  if (first === undefined || second === undefined || others.length > 0) return null;
  const counts = pairsOf(league);
  const found = pairStatistics(counts);
  if (!found) return null;
  const finite = (value: number) => (Number.isFinite(value) ? rounded(value, 1) : null);
  const { settings } = league;
  return {
    ...{ first: nameOf(league, first), second: nameOf(league, second) },
    pairs: found.pairs,
    counts,
    elo: finite(found.elo),
    interval: finite(found.interval),
    superiority: rounded(found.superiority, 4),
    ...(settings.sprt
      ? { sprt: { ...sprt(counts, settings.sprt), elo0: settings.sprt.elo0, elo1: settings.sprt.elo1 } }
      : {}),
  };
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
