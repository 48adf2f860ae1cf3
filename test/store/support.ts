import { type DatabaseAddress, readDatabaseAddress } from "../../src/main/store/address.ts";
import {
  type Change,
  type Entry,
  type GameChange,
  type GameColumns,
  type GameStatus,
  isOfGame,
  type LeagueChange,
  type Store,
} from "../../src/main/store/store.ts";
import type { GameEvent, LoggedEvent } from "../../src/shared/events.ts";
import type { Result } from "../../src/shared/result.ts";
import type { Cluster } from "../support/postgres.ts";

export interface GameOptions {
  readonly at?: number;
  readonly status?: GameStatus;
  /** The content of the snapshot; the store does not look into it. */
  readonly data?: unknown;
}

const created: GameEvent = {
  type: "gameCreated",
  game: "chess",
  players: [
    { seat: "white", kind: "agent", name: "One", level: null },
    { seat: "black", kind: "agent", name: "Two", level: null },
  ],
  rematchOf: null,
};
const said = (message: string): GameEvent => ({ type: "said", seat: "white", message });

function columnsOf(status: GameStatus, at: number): GameColumns {
  const open = status === "open";
  const finished = status === "finished";
  return {
    kind: "chess",
    status,
    created_at: at,
    started_at: open ? null : at,
    finished_at: finished ? at + 60_000 : null,
    winner: finished ? "white" : null,
    reason: finished ? "checkmate" : null,
    result: finished ? "first" : null,
    own_result: null,
    elo: null,
    person: 0,
    plies: 0,
    opening: null,
    first_kind: "agent",
    first_name: "One",
    second_kind: "agent",
    second_name: open ? null : "Two",
    league_id: null,
    first_rated: null,
    second_rated: null,
    course: null,
    deleted_at: null,
    review: null,
  };
}

/** The making of a game. */
export function newGame(id: string, { at = 1_000, status = "live", data = { id } }: GameOptions = {}): GameChange {
  return {
    aggregate: "game",
    id,
    expectedVersion: 0,
    snapshot: { form: 1, data },
    columns: columnsOf(status, at),
    events: [created],
  };
}

/** A change that may follow: one or more lines of talk. */
export function follow(change: GameChange, ...lines: readonly string[]): GameChange {
  return {
    ...change,
    expectedVersion: change.expectedVersion + change.events.length,
    snapshot: { form: 1, data: { id: change.id, last: lines.at(-1) } },
    events: lines.map(said),
  };
}

/** A change that no JSON can hold. */
export const impossible = (change: GameChange): GameChange => ({ ...change, snapshot: { form: 1, data: 1n } });

/** The entries of games of a commit that was kept. */
export function keptBy(result: Result<readonly Entry[]> | undefined): readonly LoggedEvent[] {
  if (!result?.ok) throw new Error(result?.message ?? "there is no such commit");
  return result.value.filter(isOfGame);
}

/** Commits one by one and returns all entries. */
export async function keep(store: Store, ...changes: readonly Change[]): Promise<readonly LoggedEvent[]> {
  const entries: LoggedEvent[] = [];
  for (const change of changes) entries.push(...keptBy(await store.commit([change], 2_000)));
  return entries;
}

/** An entry in one word: what was said, or the game that was made. */
export const wordOf = (entry: Entry): string =>
  isOfGame(entry) ? (entry.event.type === "said" ? entry.event.message : entry.gameId) : `league ${entry.leagueId}`;

/** The making of a league. */
export function newLeague(id: string, { at = 1_000, status = "open", data = { id } }: GameOptions = {}): LeagueChange {
  return {
    aggregate: "league",
    id,
    expectedVersion: 0,
    snapshot: { form: 1, data },
    columns: { name: `League ${id}`, kind: "chess", status, created_at: at, finished_at: null, deleted_at: null },
    parts: [],
    events: [{ type: "leagueCreated", name: `League ${id}`, game: "chess", seed: 1 }],
  };
}

/** A league's change that may follow: parts that are new or different. */
export const followLeague = (change: LeagueChange, ...parts: LeagueChange["parts"]): LeagueChange => ({
  ...change,
  expectedVersion: change.expectedVersion + change.events.length,
  parts,
  events: [{ type: "leaguePaused" }],
});

/** An empty database in a cluster, as a store is opened with it. */
export async function freshAddress(cluster: Pick<Cluster, "fresh">): Promise<DatabaseAddress> {
  const address = readDatabaseAddress(await cluster.fresh());
  if (!address.ok) throw new Error(address.message);
  return address.value;
}
