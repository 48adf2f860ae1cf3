import type { LoggedEvent } from "../../shared/events.ts";
import { accept, type Result } from "../../shared/result.ts";
import { type Commit, findConflict, readData, readEvent, storageFailed, writeCommit } from "./commit.ts";
import { createExplorerIndex } from "./explorer-index.ts";
import { PATHLESS_AT_ONCE } from "./indexed-paths.ts";
import { findHistory } from "./memory-history.ts";
import { openMemoryLeagues } from "./memory-leagues.ts";
import { allFinished, type GameReader, type GameStatus, type Store, type StoredGame } from "./store.ts";
import { createSubscribers } from "./subscribers.ts";

/** A store that is gone when the program is: for tests, and for whatever needs no disk. */
export function openMemoryStore(): Store {
  const games = new Map<string, StoredGame>();
  const leagues = openMemoryLeagues(games);
  const paths = new Map<string, string>();
  const log: LoggedEvent[] = [];
  let beatAt: number | null = null;
  let closed = false;

  const reader = readMemory(games, paths, log, () => beatAt);
  const subscribers = createSubscribers(reader);

  const keep = ({ written, at }: Commit): Result<readonly LoggedEvent[]> => {
    if (closed) return storageFailed("the store is closed");
    const conflict = findConflict(written, (aggregate, id) =>
      aggregate === "game" ? (games.get(id)?.version ?? 0) : leagues.versionOf(id),
    );
    if (conflict) return conflict;
    const from = log.length;
    for (const change of written) {
      if (change.aggregate === "league") {
        leagues.keep(change, at);
        continue;
      }
      const { id, expectedVersion, columns, form, snapshot, events } = change;
      const version = expectedVersion + events.length;
      if (change.path !== null && !paths.has(id)) paths.set(id, change.path);
      games.set(id, { id, version, columns, snapshot: { form, data: readData(snapshot) } });
      events.forEach(({ body }, index) => {
        log.push({ id: log.length + 1, gameId: id, seq: expectedVersion + index + 1, at, event: readEvent(body) });
      });
    }
    return accept(structuredClone(log.slice(from)));
  };

  return {
    ...reader,
    ...leagues.reader,
    commit: async (changes, at) => {
      const commit = writeCommit(changes, at);
      if (!commit.ok) return commit;
      // Nothing happens within the call that asks for it, as nothing does where there is a disk.
      await null;
      const kept = keep(commit.value);
      if (kept.ok) subscribers.publish({ entries: structuredClone(kept.value), changes });
      return kept;
    },
    keepPaths: async (found) => {
      for (const { id, path } of found) if (!paths.has(id)) paths.set(id, path);
    },
    subscribe: subscribers.subscribe,
    beat: async (now) => {
      beatAt = Math.round(now);
    },
    close: async () => {
      await null;
      closed = true;
      subscribers.close();
    },
  };
}

function readMemory(
  games: ReadonlyMap<string, StoredGame>,
  paths: ReadonlyMap<string, string>,
  log: readonly LoggedEvent[],
  lastBeat: () => number | null,
): GameReader {
  const oldestFirst = () => [...games.values()].toSorted((a, b) => (isBefore(place(a), place(b)) ? -1 : 1));
  return {
    game: async (id) => structuredClone(games.get(id) ?? null),
    gameVersion: async (id) => games.get(id)?.version ?? 0,
    log: async (id, after, limit) =>
      structuredClone(log.filter(({ gameId, seq }) => gameId === id && seq > after).slice(0, limit)),
    games: async (ids) => structuredClone(ids.flatMap((id) => games.get(id) ?? [])),
    logs: async (wanted) => {
      const after = new Map(wanted.map((each) => [each.id, each.after]));
      return structuredClone(log.filter(({ gameId, seq }) => seq > (after.get(gameId) ?? Number.POSITIVE_INFINITY)));
    },
    list: async ({ status, limit, after }) => {
      const found = oldestFirst().filter(
        (game) =>
          (game.columns.deletedAt === null) === (status !== "deleted") &&
          (status === "all" || status === "deleted" || game.columns.status === status) &&
          (after === null || isBefore(place(game), after)),
      );
      return structuredClone(found.reverse().slice(0, limit));
    },
    history: async ({ offset, limit, ...search }) => {
      const found = findHistory(games.values(), search);
      return { games: structuredClone(found.slice(offset, offset + limit)), total: found.length };
    },
    historyIds: async (search) => findHistory(games.values(), search).map(({ id }) => id),
    tried: async (query) => {
      const index = createExplorerIndex();
      for (const { id, columns } of findHistory(games.values(), allFinished))
        index.put({ ...columns, id, path: paths.get(id) ?? null });
      return { moves: index.find(query), pathless: index.pathless(query.kind, PATHLESS_AT_ONCE) };
    },
    unfinished: async () => structuredClone(oldestFirst().filter(({ columns }) => columns.status !== "finished")),
    count: async () => {
      const counts: Record<GameStatus, number> = { open: 0, live: 0, finished: 0 };
      for (const { columns } of games.values()) if (columns.deletedAt === null) counts[columns.status] += 1;
      return counts;
    },
    entriesAfter: async (id, limit) => structuredClone(log.slice(id, id + limit)),
    lastEntryId: async () => log.length,
    lastBeat: async () => lastBeat(),
  };
}

type Place = { readonly createdAt: number; readonly id: string };
const place = ({ id, columns }: StoredGame): Place => ({ createdAt: columns.createdAt, id });
const isBefore = (a: Place, b: Place): boolean =>
  a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id);
