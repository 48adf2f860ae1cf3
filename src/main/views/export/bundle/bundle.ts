import { definitionOf } from "../../../../games/register.ts";
import type { GameReviewed } from "../../../../shared/events.ts";
import { isFields } from "../../../../shared/fields.ts";
import { version } from "../../../../shared/version.ts";
import { runInSlices } from "../../../base/run-in-slices.ts";
import { columnsOf } from "../../../games/game-aggregate.ts";
import type { Leagues } from "../../../league/leagues.ts";
import { type League, type LiveLeague, matchesOf } from "../../../league/machine/league.ts";
import { anchorsOf } from "../../../league/ratings/anchors.ts";
import { ratingsBy } from "../../../league/ratings/rating-list.ts";
import { changedParts, snapshotOf } from "../../../league/snapshot.ts";
import { roundTo } from "../../league/league-sums.ts";
import { leagueReport } from "../../league/league-view.ts";
import { type GameSource, logOf } from "../league-rows.ts";
import { type BundledGame, type ReplayedGame, replayGame } from "./replay-game.ts";
import type { BundledEvent } from "./replay-league.ts";

/** The number of the form of bundles, which grows with each change that older readers do not understand. */
export const FORM = 1;

type ReplayedPlay = Omit<ReplayedGame, "fault">;

/** A value as JSON with the names of each object in order, so that equal values are equal texts. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    isFields(each)
      ? Object.fromEntries(
          Object.keys(each)
            .toSorted()
            .map((name) => [name, each[name]]),
        )
      : each,
  );

/** A bundle's lines: league, games, log, matches, and what follows from them; `kibitz` is the version that wrote it. */
export async function* bundleLines(
  kibitz: string,
  whole: League,
  log: readonly BundledEvent[],
  games: AsyncIterable<ReplayedPlay> | Iterable<ReplayedPlay>,
): AsyncGenerator<string, void> {
  const line = (type: string, fields: object) => `${canonical({ type, ...fields })}\n`;
  const league = shownLeague(whole);
  const current = matchesOf(league).map(({ away, ...match }) => {
    return { ...match, invitedAt: null, ...(away ? { away: { ...away, since: 0 } } : {}) };
  });
  const { game: kind } = league.settings;
  yield line("bundle", { form: FORM, kibitz });
  yield line("league", snapshotOf(league));
  const parts = changedParts(null, { ...league, past: [], current });
  for (const { part, ...each } of parts) if (part === "opening") yield line(part, each);
  const tallies: Parameters<typeof ratingsBy>[1][number][] = [];
  const reviews = new Map<string, GameReviewed>();
  for await (const { live, row } of games) {
    yield line("game", row);
    const { first_rated, second_rated, winner, reason, course } = columnsOf(live.state, () => live.moves);
    if (first_rated !== null && second_rated !== null && reason !== null)
      tallies.push({ first: first_rated, second: second_rated, winner, reason, course, games: 1 });
    if (live.review) reviews.set(row.id, live.review);
  }
  for (const each of log) yield line("log", each);
  // Of these there are fewer where the log is not followed to its end: they do not shift the lines of what was done.
  for (const { part, ...each } of parts) if (part !== "opening") yield line(part, each);
  const ratingOf = await runInSlices(ratingsBy(kind, tallies));
  const anchors = anchorsOf(definitionOf(kind)).map(({ player, elo, covariance }) => ({ player, elo, covariance }));
  const ratings = league.entrants.map(({ number, identity }) => {
    const { kind: how, ...figures } = ratingOf(identity);
    const values = Object.entries(figures).map(([name, elo]) => [name, roundTo(elo, 3)]);
    return { number, kind: how, ...Object.fromEntries(values) };
  });
  yield line("ratings", { anchors, ratings });
  const live = { league, version: log.length };
  yield line("report", await runInSlices(leagueReport(live, { ratingOf, reviews }, { rounds: [], hasTable: true })));
}

/** A league without keys, connections, and the times of decisions: their entries in its log are a few milliseconds later. */
const shownLeague = (league: League): League => ({
  ...league,
  createdAt: Math.round(league.createdAt),
  startedAt: null,
  finishedAt: null,
  deletedAt: null,
  heldUntil: 0,
  referees: league.referees.map((referee) => ({ ...referee, key: "" })),
  entrants: league.entrants.map(({ settings: { model, ...settings }, ...entrant }) => ({
    ...entrant,
    connection: null,
    settings: model ? { ...settings, model: { ...model, key: undefined } } : settings,
  })),
});

/** The lines of the bundle of a league that is over: its secret foretells nothing any more. */
export async function* leagueBundle(
  live: LiveLeague,
  { games, leagues }: { readonly games: GameSource; readonly leagues: Pick<Leagues, "lastEvents"> },
): AsyncGenerator<string, void> {
  const log = (await leagues.lastEvents(live, live.version)).map(({ at, event }) => ({ at, event }));
  yield* bundleLines(version, live.league, log, playsOf(live.league, games));
}

/** Events that are no part of a game: what was said and written about it, and the game that followed. */
const eventsBesidePlay: ReadonlySet<string> = new Set(["said", "kibitzed", "gameAnnotated", "rematchCreated"]);

/** The games of a league that are over. */
async function* playsOf(league: League, games: GameSource): AsyncGenerator<ReplayedPlay, void> {
  for (const match of matchesOf(league))
    for (const game of match.games) {
      const { id } = game;
      const live = await games.get(id);
      if (!live.ok || !live.value.state.outcome) continue;
      const events: BundledGame["events"][number][] = [];
      for await (const { at, event } of logOf(games, id))
        if (!eventsBesidePlay.has(event.type)) events.push({ at, event });
      const row = { id, created_at: Math.round(live.value.state.createdAt), events };
      // Prompts are not stored: they follow from the positions.
      const isAsked = live.value.state.seats.some(({ settings }) => settings.model);
      const again = isAsked ? (await replayGame(league, match, game, row, async () => null)).row.events : [];
      yield { live: live.value, row: { ...row, events: events.map((entry, at) => ({ ...again[at], ...entry })) } };
    }
}
