import { reasonsOf } from "../../../games/game.ts";
import { definitionOf } from "../../../games/register.ts";
import { type Causes, countEach } from "../../../shared/causes.ts";
import { formatOf } from "../../../shared/formats/register.ts";
import { ratingText } from "../../../shared/league-words.ts";
import * as leagues from "../../../shared/leagues.ts";
import { runAtOnce, type Steps } from "../../../shared/steps.ts";
import { amount, quote } from "../../../shared/text.ts";
import { tieBreaks as named } from "../../../shared/tie-breaks.ts";
import { commitmentTo } from "../../base/keyed-random.ts";
import { inPiecesOnceFor, onceFor } from "../../base/once-for.ts";
import type { Games } from "../../games/games.ts";
import * as machine from "../../league/machine/league.ts";
import { armageddonIn, scoreIn, winnerOfArmageddon } from "../../league/machine/matches.ts";
import { endsByFailure, isAllByLot, pairsOf, repeatedGames } from "../../league/machine/rated-games.ts";
import { leagueCrosstable, leagueStandings, resultOf, roundsIn, roundsOf } from "../../league/machine/rounds.ts";
import { MEASUREMENT, measuringIn } from "../../league/measure/measuring.ts";
import { pairStatistics, sprt } from "../../league/ratings/pairs.ts";
import type { RatingList, RatingOf } from "../../league/ratings/rating-list.ts";
import { whySetAside } from "../../league/run-attempts.ts";
import { resultOn } from "../../league/standings/record.ts";
import type { Standing } from "../../league/standings/standings.ts";
import { endingsIn, figuresIn } from "./league-figures.ts";
import { foreseenRepeats, settingsView } from "./league-plan.ts";
import { qualitiesIn, type Reviews } from "./league-quality.ts";
import { roundTo } from "./league-sums.ts";
import { measureIn, ratingView, skillsIn } from "./rating-view.ts";

/** A moment in milliseconds since 1970, as the JSON has it. */
const timeText = (time: number): string => new Date(time).toISOString();
export const dateOf = (time: number | null | undefined): string | null =>
  typeof time === "number" ? timeText(time) : null;

export function leagueSummary(league: machine.League): leagues.LeagueSummary {
  const { id, settings, status, seeds, round, champion, createdAt, past, current } = league;
  const present = seeds.length || machine.presentIn(league).length;
  // A measurement has another round for each that its entrant missed.
  const rounds = present < 2 ? 0 : Math.max(round, seeds.length > 0 ? roundsIn(league) : roundsOf(settings, present));
  const before = past.reduce((sum, { matchCount }) => sum + matchCount, 0);
  const now = current.filter(({ b }) => b !== null);
  const over = now.filter((match) => match.status === "reported").length;
  const all = before + now.length;
  // Where losers are out, one goes on from each match and bye, and of those all but the champion lose one more.
  const later = formatOf(settings).eliminates ? current.length - 1 : (rounds - round) * now.length;
  const outcome = outcomeOf(league);
  return {
    league_id: id,
    name: shownName(league),
    game: settings.game,
    format: settings.format,
    status,
    entrants: present,
    awaited: placesToTake(league),
    round,
    rounds_total: rounds,
    rounds_over: current.every((match) => match.status === "reported") ? round : round - 1,
    matches_over: before + over,
    matches_total: machine.isOver(league) ? all : all + Math.max(0, later),
    champion: champion === null ? null : machine.nameOf(league, champion),
    deleted: league.deletedAt !== null,
    created_at: timeText(createdAt),
    ...pauseOf(league),
    ...whyNoChampion(league),
    ...(outcome === null ? {} : { outcome }),
  };
}

/** A league's name; a measurement without one of its own is called after the entrant that it measures. */
function shownName({ name, entrants, settings: { measure } }: machine.League): string {
  const measured = measure && name === MEASUREMENT ? entrants[measure.levels.length]?.name : undefined;
  return measured === undefined ? name : `${MEASUREMENT} of ${measured}`;
}

/** The places to be taken before the start: those of named agents, and the free ones where their number is limited. */
function placesToTake(league: machine.League): number {
  if (league.startedAt !== null || machine.isOver(league)) return 0;
  const present = machine.presentIn(league);
  const { max_entrants: most, unlimited } = league.settings;
  return (unlimited ? 0 : Math.max(0, most - present.length)) + present.filter(({ reserved }) => reserved).length;
}

/** The result of a league that has no champion: the strength of who is measured, or the matches of a gauntlet's first. */
const outcomeOf = onceFor((league: machine.League): string | null => {
  const measuring = measuringIn(league);
  if (measuring) return ratingText(ratingView(measuring.rating));
  const [first] = league.seeds;
  if (!formatOf(league.settings).challenges || first === undefined) return null;
  const results = [...league.past.map((round) => round.results), league.current.flatMap(resultOf)].flat();
  const won = results.filter((result) => resultOn(result.a === first ? "a" : "b", result) === "win").length;
  return `${machine.nameOf(league, first)} won ${won} of ${amount(results.length, "match", "matches")}`;
});

/** Why it is paused, where not the person did that; or else whether it finishes its matches, which a held one does not. */
function pauseOf(league: machine.League): Pick<leagues.LeagueSummary, "finishing" | "set_aside"> {
  if (machine.isSetAside(league)) return { set_aside: whySetAside };
  if (machine.isHeld(league) && league.held !== null) return { set_aside: league.held };
  return league.finishing && !machine.isOver(league) ? { finishing: true } : {};
}

/** Why the first of the table is not the champion, where all of its games were drawn by lot. */
const whyNoChampion = onceFor((league: machine.League): Pick<leagues.LeagueSummary, "no_champion"> => {
  if (league.status !== "complete" || league.champion !== null || league.settings.measure) return {};
  const first = runAtOnce(leagueStandings(league))[0]?.number;
  if (first === undefined || !isAllByLot(league, first)) return {};
  const name = quote(machine.nameOf(league, first));
  return { no_champion: `${name} is first, but its moves in all of its games were drawn by lot` };
});

/** The facts about entrants that their league does not have. */
export interface Facts {
  /** Over all rated games. */
  readonly ratingOf: RatingOf;
  /** Of the league's games that an engine looked through. */
  readonly reviews: Reviews;
}

/** Used where ratings are not shown. */
export const nothingKnown: Facts = { ratingOf: () => ({ kind: "unknown" }), reviews: new Map() };

export async function knownOf(
  { league }: machine.LiveLeague,
  { ratings, games }: { readonly ratings: RatingList; readonly games: Pick<Games, "reviewsIn"> },
): Promise<Facts> {
  const [ratingOf, reviews] = await Promise.all([ratings.of(league.settings.game), games.reviewsIn(league.id)]);
  return { ratingOf, reviews };
}

/** The part of a league's matches that a report shows. */
export interface Extent {
  readonly rounds: readonly number[];
  /** Whether it has the table of all against all, or else none. */
  readonly hasTable: boolean;
}

export const wholeExtent = ({ round }: machine.League): Extent => ({
  rounds: Array.from({ length: round }, (_, index) => index + 1),
  hasTable: true,
});

/** Matches that are told in one answer, but for those of a single round. */
const MOST_MATCHES = 5_000;

/** As much of a league as is read at once: of a large one the last rounds. */
export function lastOf(league: machine.League, { matches = MOST_MATCHES, crossed = leagues.MOST_CROSSED } = {}) {
  const { past, current, round } = league;
  let room = matches - current.length;
  const before = past.findLastIndex(({ results }) => {
    room -= results.length;
    return room < 0;
  });
  const first = Math.min(before + 2, round);
  return {
    rounds: wholeExtent(league).rounds.slice(Math.max(0, first - 1)),
    hasTable: league.seeds.length <= crossed,
  };
}

/** A league in full, or as far as is asked for: what was agreed, schedule, table and crosstable. In pieces. */
export function* leagueReport(
  { league, version }: machine.LiveLeague,
  facts: Facts,
  extent = wholeExtent(league),
): Steps<leagues.LeagueReport> {
  const rounds: leagues.LeagueRound[] = [];
  for (const round of extent.rounds) {
    rounds.push(roundView(league, round));
    yield;
  }
  const standings = yield* standingsIn(league, facts);
  const pair = pairResultsIn(league);
  const measure = measureIn(league);
  const repeats = (yield* repeatedGames(league)).size;
  const warning = warningIn(league);
  return {
    ...leagueSummary(league),
    ...randomnessOf(league),
    settings: settingsView(league),
    version,
    rounds,
    standings,
    crosstable: extent.hasTable ? yield* leagueCrosstable(league) : [],
    ...(pair ? { pair } : {}),
    ...(measure ? { measure } : {}),
    ...(repeats > 0 ? { repeats } : {}),
    endings: endingsIn(standings),
    reasons: reasonsOfGames(league),
    ...cautionIn(league.settings.game),
    ...(warning === null ? {} : { warning }),
  };
}

/** The reasons of the games of matches that ended by the rules, as titles: `Full board` for “a Full Board”. */
function reasonsIn(matches: readonly machine.Match[], { settings }: machine.League): readonly string[] {
  const titles = reasonsOf(definitionOf(settings.game));
  const results = matches.flatMap(({ games }) => games.flatMap(({ result }) => result ?? []));
  const named = results.flatMap(({ reason, termination }) =>
    termination === "normal" ? [titles[reason] ?? reason] : [],
  );
  const plain = named.map((each) => each.toLowerCase().replace(/^(?:an?|the) /, ""));
  return plain.map((each) => each.replace(/^./, (first) => first.toUpperCase()));
}
const reasonsOfRound = onceFor((round: machine.PastRound, league: machine.League) =>
  reasonsIn(round.matches(), league),
);
/** The numbers of a league's games that ended by the rules, by their reasons. */
export const reasonsOfGames = (league: machine.League): Causes =>
  countEach([...league.past.flatMap((round) => reasonsOfRound(round, league)), ...reasonsIn(league.current, league)]);

export const cautionIn = (game: string): Pick<leagues.RatingListReport, "caution"> => {
  const { caution } = definitionOf(game);
  return caution === undefined ? {} : { caution };
};

/** A warning of a league's games before they are played; null where there is none. */
export const warningIn = (league: machine.League): string | null => {
  const present = machine.presentIn(league);
  return machine.isOver(league) ? null : foreseenRepeats({ ...league, entrants: present }, present.length);
};

/** The published part of a league's randomness: the secret once nothing is left to be drawn. */
export function randomnessOf(league: machine.League): leagues.LeagueRandomness {
  const { seed, secret } = league.settings;
  return { seed, commitment: commitmentTo(seed, secret), secret: machine.isOver(league) ? secret : null };
}

export const roundView = (league: machine.League, round: number): leagues.LeagueRound => ({
  round,
  matches: machine.matchesIn(league, round).map((match) => matchView(league, match)),
});

/** All rounds, each made as it is asked for. */
export function* roundViews(league: machine.League): Generator<leagues.LeagueRound, void> {
  for (const round of wholeExtent(league).rounds) yield roundView(league, round);
}

export function matchView(league: machine.League, match: machine.Match): leagues.LeagueMatch {
  const { number, a, b, games, result } = match;
  const awaited = machine.awaitedIn(league, match);
  const winner = result?.winner === "a" ? a : result?.winner === "b" ? b : null;
  return {
    match_id: machine.matchIdOf(league.id, number),
    a: machine.nameOf(league, a),
    b: b === null ? null : machine.nameOf(league, b),
    status: matchStatus(league, match),
    ...(awaited.length === 0
      ? {}
      : { awaits: awaited.map(({ name }) => name), until: timeText(machine.invitedUntil(league, match)) }),
    winner: winner === null ? null : machine.nameOf(league, winner),
    score: result?.score ?? scoreIn(match),
    games: games.map(({ id }) => id),
    ...(result?.lot ? { lot: true as const } : {}),
    ...armageddonView(league, match),
    termination: result?.termination ?? null,
  };
}

/** The state of a match at this moment: nothing of it goes on in a cancelled league, and in a paused one only its games. */
function matchStatus(league: machine.League, { status, games }: machine.Match): leagues.LeagueMatch["status"] {
  if (status === "reported") return status;
  if (machine.isOver(league)) return "stopped";
  const isBetween = status === "invited" || (status === "playing" && games.every(({ result }) => result !== null));
  return league.status === "paused" && isBetween ? "paused" : status;
}

function armageddonView(league: machine.League, match: machine.Match): Pick<leagues.LeagueMatch, "armageddon"> {
  const game = armageddonIn(match);
  if (!game) return {};
  const first = machine.nameOf(league, (game.first === "a" ? match.a : match.b) ?? 0);
  const winner = winnerOfArmageddon(game);
  const seat = winner && definitionOf(league.settings.game).seats[machine.seatIndexOf(game, winner)];
  const result = winner && (game.result?.winner === winner ? "won" : "drawn");
  return { armageddon: { game_id: game.id, first, seat, result } };
}

/** The table with all that is known of each, in pieces. */
export function* standingsIn(
  league: machine.League,
  { ratingOf, reviews }: Facts,
): Steps<readonly leagues.LeagueStanding[]> {
  const busy = busyIn(league);
  const before = yield* ranksBefore(league.past, league);
  const figuresOf = yield* figuresIn(league);
  const qualities = yield* qualitiesIn(league, reviews);
  const rows: Omit<leagues.LeagueStanding, "skill">[] = [];
  for (const row of yield* leagueStandings(league)) {
    const entrant = machine.entrantOf(league, row.number);
    if (!entrant) continue;
    const { gamePoints: game_points, tieBreaks, lot, equals, placedBy, ...placed } = row;
    const out = outIn(league, row);
    const by_lot = row.number === league.champion ? yield* championByLot(league, row) : null;
    rows.push({
      ...placed,
      rank_before: before.get(row.number) ?? null,
      name: entrant.name,
      kind: entrant.kind,
      status: statusIn(entrant, busy.has(row.number)),
      game_points,
      tie_breaks: {
        ...Object.fromEntries(
          league.settings.tie_breaks.flatMap((code) => {
            const value = tieBreaks[code];
            return value === undefined ? [] : [[named[code].name, value] as const];
          }),
        ),
        lot,
      },
      ...(placedBy === null || league.status !== "complete"
        ? {}
        : { placed_by: placedBy === "lot" ? placedBy : named[placedBy].name }),
      ...(out === null ? {} : { out }),
      rating: ratingView(ratingOf(entrant.identity)),
      quality: qualities.get(row.number) ?? null,
      ...(by_lot === null ? {} : { by_lot }),
      ...figuresOf(row.number),
    });
    yield;
  }
  const hasFailures = rows.some((row) => row.fallbacks > 0 || endsByFailure.some((end) => row.terminations[end]));
  const skills = hasFailures ? yield* skillsIn(league) : null;
  return rows.map((row) => ({ ...row, skill: skills?.get(row.number) ?? null }));
}

/** The champion's debt to a lot, in words: it is the first of some that are equal, or won level matches so; else null. */
function* championByLot(league: machine.League, { number, equals }: Standing): Steps<string | null> {
  const lots = yield* machine.fromMatches(league, (match) =>
    match.result?.lot && machine.isIn(match, number) && match.result.winner === machine.sideOf(match, number)
      ? [1]
      : [],
  );
  const words = [
    ...(equals > 1 ? [`champion by lot among ${equals} equals`] : []),
    ...(lots.length > 0 ? [`${amount(lots.length, "match", "matches")} won by lot`] : []),
  ];
  return words.join(", ") || null;
}

/** Those who play at the moment, by number. */
export const busyIn = (league: machine.League): ReadonlySet<number> =>
  new Set(
    league.current.flatMap((match) => (matchStatus(league, match) === "playing" ? [match.a, match.b ?? match.a] : [])),
  );

/** Why the entrant of a row plays no more, in a word or two; null where it does. */
export function outIn(league: machine.League, { number, lost, won, byes }: Standing): string | null {
  const { settings } = league;
  const { status, takenOut, misses = 0 } = machine.entrantOf(league, number) ?? {};
  if (status === "out") return takenOut ? "removed" : misses < settings.misses ? "left" : `missed ${settings.misses}`;
  return formatOf(settings).eliminates && lost > 0 ? `out in round ${won + byes + 1}` : null;
}

/** Each entrant's rank when this round began, by number, for as long as the round lasts; empty in the first. */
const ranksBefore = inPiecesOnceFor(function* (
  past: machine.League["past"],
  league: machine.League,
): Steps<ReadonlyMap<number, number>> {
  const then = past.length === 0 ? [] : yield* leagueStandings(machine.leagueAfter(league, league.round - 1));
  return new Map(then.map(({ number, rank }) => [number, rank]));
});

export const statusIn = ({ status }: machine.Entrant, busy: boolean): leagues.LeagueStanding["status"] =>
  status === "active" && busy ? "in_game" : status;

/** The results of a two-entrant league's pairs of games; null in other leagues, and before the first pair. */
export function pairResultsIn(league: machine.League): leagues.LeaguePair | null {
  const [first, second, ...others] = league.seeds;
  if (first === undefined || second === undefined || others.length > 0) return null;
  const counts = pairsOf(league);
  const statistics = pairStatistics(counts);
  if (!statistics) return null;
  const { settings } = league;
  return {
    first: machine.nameOf(league, first),
    second: machine.nameOf(league, second),
    pairs: statistics.pairs,
    counts,
    elo: roundTo(statistics.elo, 1),
    low: roundTo(statistics.low, 1),
    high: roundTo(statistics.high, 1),
    superiority: roundTo(statistics.superiority, 4),
    ...(settings.sprt
      ? { sprt: { ...sprt(counts, settings.sprt), elo0: settings.sprt.elo0, elo1: settings.sprt.elo1 } }
      : {}),
  };
}
