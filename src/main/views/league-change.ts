import type { LeagueChange } from "../../shared/leagues.ts";
import type { Steps } from "../../shared/steps.ts";
import { invitationsIn } from "../league/invitations.ts";
import { awaitedEntrants, type LiveLeague, matchesSince } from "../league/machine/league.ts";
import { entrantView, lifeOf } from "./league-detail.ts";
import { endingsIn } from "./league-figures.ts";
import {
  busyIn,
  leagueSummary,
  matchView,
  nothingKnown,
  pairResultsIn,
  reasonsOfGames,
  standingsIn,
} from "./league-view.ts";
import { measureIn } from "./measure-view.ts";

/** The rows of a league's table as they were told, by the entrants' numbers. */
export type ToldRows = ReadonlyMap<number, string>;

/**
 * The changes in a league since a version, null for before its first; and the rows that are known with it. Yields in
 * between.
 */
export function* leagueChange(
  toldRows: ToldRows | undefined,
  from: LiveLeague | null,
  live: LiveLeague,
): Steps<{ readonly news: LeagueChange; readonly rows: ToldRows }> {
  const { league, version } = live;
  const earlier = from?.league ?? null;
  const [busy, wasBusy] = [busyIn(league), earlier ? busyIn(earlier) : new Set<number>()];
  const [awaited, wasAwaited] = [awaitedEntrants(league), earlier ? awaitedEntrants(earlier) : new Map<number, null>()];
  const knownEntrants = new Set(earlier?.entrants);
  // The state of a match depends on whether its league goes on.
  const changed = matchesSince(earlier, league);
  const matches = earlier?.status === league.status ? changed : new Set([...changed, ...league.current]);
  const rows = (yield* standingsIn(league, nothingKnown)).map(({ rating: _, quality: __, ...row }) => ({
    row,
    text: JSON.stringify(row),
  }));
  const [pair, measure] = [pairResultsIn(league), measureIn(league)];
  return {
    news: {
      ...leagueSummary(league),
      ...lifeOf(league),
      from: from?.version ?? 0,
      version,
      matches: [...matches].map((match) => ({ ...matchView(league, match), round: match.round })),
      standings: rows.flatMap(({ row, text }): LeagueChange["standings"] =>
        toldRows?.get(row.number) === text ? [] : [row],
      ),
      field: league.entrants
        .filter(
          (entrant) =>
            !knownEntrants.has(entrant) ||
            busy.has(entrant.number) !== wasBusy.has(entrant.number) ||
            awaited.get(entrant.number) !== wasAwaited.get(entrant.number),
        )
        .map((entrant) => entrantView(league, entrant, busy.has(entrant.number))),
      endings: endingsIn(rows.map(({ row }) => row)),
      reasons: reasonsOfGames(league),
      ...(pair ? { pair } : {}),
      ...(measure ? { measure } : {}),
      calls: invitationsIn(league),
    },
    rows: new Map(rows.map(({ row, text }) => [row.number, text])),
  };
}
