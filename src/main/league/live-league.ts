import { accept, type Result, refuse } from "../../shared/result.ts";
import { cleanLine, clip } from "../../shared/text.ts";
import { runInSlices } from "../base/run-in-slices.ts";
import type { AggregateType } from "../live/aggregate.ts";
import { isOfLeague, type LeagueReader, type LoggedLeagueEvent } from "../store/store.ts";
import { isOver, type LeagueStep, type LiveLeague } from "./machine/league.ts";
import { changedParts, columnsOf, knownParts, readLeague, snapshotOf } from "./snapshot.ts";

type LeagueStore = Pick<LeagueReader, "wholeLeague" | "leagueVersion">;

/** The rules by which leagues are stored and read. */
export const leagueAggregate = (store: LeagueStore): AggregateType<LiveLeague, LeagueStep, LoggedLeagueEvent> => ({
  noun: "league",
  idOf: ({ league }) => league.id,
  mostWaits: 2_000,
  mostOfClient: 2_000,
  mostAlone: 2_000,
  isOver: ({ league }) => isOver(league),
  dutiesIn: () => [],
  keptOver: 16,
  // A league under way changes again and again.
  tries: 30,
  entriesIn: (entries) => Map.groupBy(entries.filter(isOfLeague), ({ leagueId }) => leagueId),
  change: (before, { league, events }) => ({
    aggregate: "league",
    id: league.id,
    expectedVersion: before?.version ?? 0,
    snapshot: snapshotOf(league),
    columns: columnsOf(league),
    parts: changedParts(before?.league ?? null, league),
    events,
  }),
  after: (before, { league, events }) => ({ league, version: (before?.version ?? 0) + events.length }),
  versionOf: store.leagueVersion,
  load: async (ids, peek) => {
    const leagues = new Map<string, Result<LiveLeague>>();
    for (const id of ids) {
      const result = await readOne(store, id, peek(id));
      if (result) leagues.set(id, result);
    }
    return leagues;
  },
  notFound: (id) => refuse("LEAGUE_NOT_FOUND", `League not found: there is no league ${clip(cleanLine(id), 20)}`),
});

/** Reads a league; of a known one only what may have changed. Null where there is none. */
async function readOne(store: LeagueStore, id: string, current: LiveLeague | null): Promise<Result<LiveLeague> | null> {
  const rows = await store.wholeLeague(id, current ? knownParts(current.league) : {});
  if (!rows) return null;
  if (current && current.version >= rows.version) return accept(current);
  const result = await runInSlices(readLeague(rows, current?.league ?? null));
  if (result.ok) return accept({ league: result.value, version: rows.version });
  // It does not fit the known state: either that is wrong, or reading everything shows the damage.
  return current ? readOne(store, id, null) : result;
}
