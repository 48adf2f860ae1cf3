import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { describeIssues } from "../../shared/issues.ts";
import { accept, type Result, refuse } from "../../shared/result.ts";
import type { Steps } from "../../shared/steps.ts";
import { cleanLine, clip } from "../../shared/text.ts";
import { runInSlices } from "../base/run-in-slices.ts";
import type { AggregateType } from "../live/cache.ts";
import { type SnapshotFormat, upgradeSnapshot } from "../store/schema.ts";
import {
  isOfLeague,
  type LeagueColumns,
  type LeaguePart,
  type LeagueReader,
  type LoggedLeagueEvent,
  type Snapshot,
  type WholeLeague,
} from "../store/store.ts";
import * as machine from "./machine/league.ts";
import { isOver, type LeagueStep, type LiveLeague } from "./machine/league.ts";
import { pastRounds } from "./machine/rounds.ts";

const leagueSnapshotFormat: SnapshotFormat = { number: 3, upgraders: {} };

/** The snapshot of a league, without the parts that are stored one by one. */
export function snapshotOf({ entrants: _, openings: __, past: ___, current: ____, ...head }: machine.League): Snapshot {
  return { form: leagueSnapshotFormat.number, data: head };
}

/** The search columns of a league. */
export function columnsOf(league: machine.League): LeagueColumns {
  const { name, settings, status, createdAt, finishedAt, deletedAt } = league;
  const open = status === "registration_open" || status === "ready";
  return {
    name,
    kind: settings.game,
    status: machine.isOver(league) ? "finished" : open ? "open" : "live",
    created_at: createdAt,
    finished_at: finishedAt,
    deleted_at: deletedAt,
  };
}

/** The entrants, openings and matches that have changed. */
export function changedParts(before: machine.League | null, league: machine.League): readonly LeaguePart[] {
  const { entrants, openings } = league;
  const earlier = new Set(before?.entrants);
  return [
    // Openings never change, so they are stored once.
    ...(before ? [] : openings.map((opening) => ({ part: "opening", number: opening.number, data: opening }))),
    ...entrants.flatMap((entrant) =>
      earlier.has(entrant) ? [] : [{ part: "entrant", number: entrant.number, data: entrant }],
    ),
    ...machine.matchesSince(before, league).map((match) => ({ part: "match", number: match.number, data: match })),
  ];
}

/** The parts that will never change any more, by their names: those up to a number. */
export function knownParts({ openings, current }: machine.League): Readonly<Record<string, number>> {
  const [first = 1] = current.map(({ number }) => number);
  return { opening: openings.length, match: first - 1 };
}

/**
 * Reads a stored league. Refuses with `STORAGE_FAILED` and the reason a damaged or newer one. Yields in between.
 * @param from an earlier state whose known parts were not read again; unchanged objects are reused
 */
export function* readLeague(
  { id, snapshot, parts }: Pick<WholeLeague, "id" | "snapshot" | "parts">,
  from: machine.League | null = null,
): Steps<Result<machine.League>> {
  const damage = (reason: string) => refuse("STORAGE_FAILED", `League ${id} cannot be read: ${reason}`);
  const fields = upgradeSnapshot(snapshot, leagueSnapshotFormat);
  if (!fields.ok) return damage(fields.message);
  const head = machine.leagueHeadSchema.safeParse(fields.value);
  if (!head.success) return damage(describeIssues(head.error));
  const entrants = yield* readParts(machine.entrantSchema, parts, "entrant");
  if (!entrants.ok) return damage(entrants.message);
  const openings = yield* readParts(machine.openingSchema, parts, "opening");
  if (!openings.ok) return damage(openings.message);
  const matches = yield* readParts(machine.matchSchema, parts, "match");
  if (!matches.ok) return damage(matches.message);
  if (entrants.value.some(({ number }, index) => number !== index + 1)) return damage("one of its entrants is missing");
  const { round, seeds, lots, champion } = head.data;
  const count = from ? (knownParts(from).match ?? 0) : 0;
  const isEntrant = (number: number | null) => number === null || (number >= 1 && number <= entrants.value.length);
  if (lots.length !== seeds.length || ![...seeds, champion].every(isEntrant))
    return damage("it names an entrant that is not there");
  for (const [index, { number, a, b, round: matchRound }] of matches.value.entries()) {
    if (number !== count + index + 1) return damage("one of its matches is missing");
    if (!isEntrant(a) || !isEntrant(b)) return damage(`match ${number} names an entrant that is not there`);
    if (matchRound < 1 || matchRound > round) return damage(`match ${number} is of a round that was not paired`);
  }
  const current = matches.value.filter((match) => match.round === round);
  const past = from?.past ?? [];
  return accept({
    ...head.data,
    entrants: asBefore(from?.entrants, entrants.value),
    openings: [...(from?.openings ?? []), ...openings.value],
    past: [...past, ...(yield* pastRounds(matches.value, past.length, round))],
    current: asBefore(from?.current, current),
  });
}

function asBefore<T extends { readonly number: number }>(before: readonly T[] = [], now: readonly T[]): readonly T[] {
  const byNumber = new Map(before.map((each) => [each.number, each]));
  return now.map((each) => {
    const was = byNumber.get(each.number);
    return was && isDeepStrictEqual(was, each) ? was : each;
  });
}

function* readParts<T>(schema: z.ZodType<T>, parts: readonly LeaguePart[], name: string): Steps<Result<readonly T[]>> {
  const rows: T[] = [];
  for (const { part, number, data } of parts) {
    if (part !== name) continue;
    const parsing = schema.safeParse(data);
    if (!parsing.success) return refuse("STORAGE_FAILED", `${name} ${number}: ${describeIssues(parsing.error)}`);
    rows.push(parsing.data);
    yield;
  }
  return accept(rows);
}

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
