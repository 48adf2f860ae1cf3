import { z } from "zod";
import type { LoggedEvent } from "../../shared/events.ts";
import type { Row } from "./ask.ts";
import { readData, readEvent, readLeagueEvent } from "./commit.ts";
import type {
  Entry,
  LeaguePart,
  LoggedLeagueEvent,
  RatedEntrant,
  RatedTally,
  StoredGame,
  StoredLeague,
} from "./store.ts";

const statusSchema = z.enum(["open", "live", "finished"]);
export const countRow = z.object({ status: statusSchema, n: z.number() });

const gameRow = z.object({
  id: z.string(),
  kind: z.string(),
  status: statusSchema,
  version: z.number(),
  created_at: z.number(),
  started_at: z.number().nullable(),
  finished_at: z.number().nullable(),
  deleted_at: z.number().nullable(),
  winner: z.string().nullable(),
  reason: z.string().nullable(),
  result: z.enum(["first", "second", "draw"]).nullable(),
  own_result: z.enum(["won", "lost", "drawn"]).nullable(),
  elo: z.number().nullable(),
  person: z.number(),
  plies: z.number(),
  opening: z.string().nullable(),
  review: z.string().nullable(),
  first_kind: z.string(),
  first_name: z.string().nullable(),
  second_kind: z.string(),
  second_name: z.string().nullable(),
  league_id: z.string().nullable(),
  first_rated: z.string().nullable(),
  second_rated: z.string().nullable(),
  course: z.string().nullable(),
  snapshot_form: z.number(),
  snapshot: z.string(),
});

/** Reads a row of `games`. A damaged one becomes a game without a snapshot, so that it does not hide the others. */
export function readGame(row: Row): StoredGame {
  const read = gameRow.safeParse(row);
  if (!read.success) return damagedGame(row);
  const game = read.data;
  return {
    id: game.id,
    version: game.version,
    columns: {
      kind: game.kind,
      status: game.status,
      createdAt: game.created_at,
      startedAt: game.started_at,
      finishedAt: game.finished_at,
      deletedAt: game.deleted_at,
      winner: game.winner,
      reason: game.reason,
      result: game.result,
      ownResult: game.own_result,
      elo: game.elo,
      person: game.person !== 0,
      plies: game.plies,
      opening: game.opening,
      review: game.review,
      entrants: [
        { kind: game.first_kind, name: game.first_name },
        { kind: game.second_kind, name: game.second_name },
      ],
      league: game.league_id,
      rated: game.first_rated === null || game.second_rated === null ? null : [game.first_rated, game.second_rated],
      course: game.course,
    },
    snapshot: { form: game.snapshot_form, data: readData(game.snapshot) },
  };
}

const momentOf = (value: unknown): number => Math.min(Math.max(Number(value) || 0, 0), Number.MAX_SAFE_INTEGER);

/** The part of a damaged row that can still be told: which game it is, and its place in a list. */
function damagedGame({ id, kind, status, created_at }: Row): StoredGame {
  const nobody = { kind: "unknown", name: null };
  return {
    id: String(id),
    version: 1,
    columns: {
      kind: String(kind),
      status: statusSchema.catch("finished").parse(status),
      createdAt: momentOf(created_at),
      startedAt: null,
      finishedAt: null,
      deletedAt: null,
      winner: null,
      reason: null,
      result: null,
      ownResult: null,
      elo: null,
      person: false,
      plies: 0,
      opening: null,
      review: null,
      entrants: [nobody, nobody],
      league: null,
      rated: null,
      course: null,
    },
    snapshot: { form: 1, data: null },
  };
}

const placed = { id: z.number(), seq: z.number(), at: z.number(), body: z.string() };
const entryRow = z.object({ ...placed, game_id: z.string() });
const leagueEntryRow = z.object({ ...placed, league_id: z.string() });

/** Reads a row of `events` that is a game's. Throws where it is damaged. */
export function readGameEntry(row: Row): LoggedEvent {
  const { id, game_id, seq, at, body } = entryRow.parse(row);
  return { id, gameId: game_id, seq, at, event: readEvent(body) };
}

/** Reads a row of `events` that is a league's. Throws where it is damaged. */
export function readLeagueEntry(row: Row): LoggedLeagueEvent {
  const { id, league_id, seq, at, body } = leagueEntryRow.parse(row);
  return { id, leagueId: league_id, seq, at, event: readLeagueEvent(body) };
}

export const readEntry = (row: Row): Entry => (row.game_id === null ? readLeagueEntry(row) : readGameEntry(row));

const leagueRow = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  status: statusSchema,
  version: z.number(),
  created_at: z.number(),
  finished_at: z.number().nullable(),
  snapshot_form: z.number(),
  snapshot: z.string(),
});

/** Reads a row of `leagues`. A damaged one becomes a league without a snapshot, as with games. */
export function readLeague(row: Row): StoredLeague {
  const read = leagueRow.safeParse(row);
  if (!read.success) return damagedLeague(row);
  const { id, name, kind, status, version, ...league } = read.data;
  return {
    id,
    version,
    columns: { name, kind, status, createdAt: league.created_at, finishedAt: league.finished_at },
    snapshot: { form: league.snapshot_form, data: readData(league.snapshot) },
  };
}

function damagedLeague({ id, name, kind, status, created_at }: Row): StoredLeague {
  return {
    id: String(id),
    version: 1,
    columns: {
      name: String(name),
      kind: String(kind),
      status: statusSchema.catch("finished").parse(status),
      createdAt: momentOf(created_at),
      finishedAt: null,
    },
    snapshot: { form: 1, data: null },
  };
}

const partRow = z.object({ part: z.string(), number: z.number(), data: z.string() });
const ratedEntrantRow = z.object({ identity: z.string(), name: z.string().nullable(), last: z.number().nullable() });
const tallyRow = z.object({
  first: z.string(),
  second: z.string(),
  winner: z.string().nullable(),
  reason: z.string(),
  course: z.string().nullable(),
  games: z.number(),
});

/** Reads a row of `league_parts`. A damaged one becomes a part without data. */
export function readPart(row: Row): LeaguePart {
  const read = partRow.safeParse(row);
  if (!read.success) return { part: String(row.part), number: Number(row.number), data: null };
  const { part, number, data } = read.data;
  return { part, number, data: readData(data) };
}

/** Reads rows of `league_parts` that came as one value; null for none. */
export const readParts = (rows: unknown): readonly LeaguePart[] =>
  z
    .array(z.record(z.string(), z.unknown()))
    .parse(rows ?? [])
    .map(readPart);

/** Reads sums over rows of `games`; none where they say what no game can. */
export function readTally(row: Row): readonly RatedTally[] {
  const read = tallyRow.safeParse(row);
  return read.success ? [read.data] : [];
}

export function readRatedEntrant(row: Row): readonly RatedEntrant[] {
  const read = ratedEntrantRow.safeParse(row);
  if (!read.success) return [];
  const { identity, name, last } = read.data;
  return [{ identity, name: name ?? "", lastPlayedAt: last ?? 0 }];
}
