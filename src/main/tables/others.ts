import { setTimeout as delay } from "node:timers/promises";
import type { LoggedEvent } from "../../shared/events.ts";
import { accept, type Result } from "../../shared/result.ts";
import type { Log } from "../log.ts";
import type { Store, StoredGame } from "../store/store.ts";
import { open } from "./archive.ts";
import type { GameNews, NewsListener } from "./game-news.ts";
import type { KeptGames } from "./kept-games.ts";
import { after, type LiveGame } from "./live-game.ts";
import { readTable } from "./snapshot.ts";

/** Milliseconds before games are read again that could not be read. */
const AGAIN_MS = 500;

/** Follows what other hosts keep in the same database: a game in memory is a copy, which becomes the next one. */
export interface Others {
  /** Reads the games that entries of others belong to, and tells of them. */
  hear(entries: readonly LoggedEvent[]): void;
  /** Whether something was heard of a game that has not been told yet. */
  isBehind(id: string): boolean;
  /** Tells of a game after what was heard of it before. */
  afterwards(id: string, tell: () => void): void;
  /** Reads nothing any more. */
  close(): void;
}

/** What is to be told of a game, in order: entries of others, and what comes between them. */
type Heard = readonly LoggedEvent[] | (() => void);
type HeardOf = Map<string, Heard[]>;

export function createOthers(store: Store, kept: KeptGames, log: Log, told: NewsListener): Others {
  /** What is being read, and what was heard since: all of that is read together next. */
  let current: HeardOf = new Map();
  let next: HeardOf = new Map();
  let isReading = false;
  let closed = false;

  /** Those of some entries that lead from what is known of a game to what is stored; null where some are missing. */
  const between = (
    known: LiveGame,
    stored: StoredGame,
    entries: readonly LoggedEvent[],
  ): readonly LoggedEvent[] | null => {
    const since = entries.filter(({ seq }) => seq > known.version && seq <= stored.version);
    return since.length === stored.version - known.version ? since : null;
  };

  /** The game as it is in the store, from what is known of it and the entries that came since. */
  const gameIn = async (
    stored: StoredGame,
    known: LiveGame | null,
    entries: readonly LoggedEvent[],
  ): Promise<Result<LiveGame>> => {
    if (known && known.version >= stored.version) return accept(known);
    if (!known) return open(store, stored);
    const table = readTable(stored);
    if (!table.ok) return table;
    const since = between(known, stored, entries);
    // With an entry that cannot be read the game cannot, either.
    return since ? accept(after(known, table.value, since)) : open(store, stored);
  };

  /** What was heard of a game may be less than what has happened in it since: the rest is read, for all games at once. */
  const missing = async (
    games: readonly StoredGame[],
    heard: ReadonlyMap<string, readonly LoggedEvent[]>,
  ): Promise<ReadonlyMap<string, readonly LoggedEvent[]>> => {
    const behind = games.flatMap((stored) => {
      const known = kept.get(stored.id);
      if (!known || known.version >= stored.version) return [];
      return between(known, stored, heard.get(stored.id) ?? []) ? [] : [{ id: stored.id, after: known.version }];
    });
    if (behind.length === 0) return heard;
    const read = Map.groupBy(await store.logs(behind), ({ gameId }) => gameId);
    return new Map([...heard, ...behind.map(({ id }) => [id, read.get(id) ?? []] as const)]);
  };

  const takeUp = async (batch: HeardOf): Promise<void> => {
    const entries = new Map(
      [...batch].map(([id, all]) => [id, all.flatMap((each) => (typeof each === "function" ? [] : each))] as const),
    );
    const stored = await store.games([...entries].flatMap(([id, own]) => (own.length > 0 ? [id] : [])));
    const whole = await missing(stored, entries);
    const before = new Map<string, LiveGame | null>();
    for (const each of stored) {
      before.set(each.id, kept.get(each.id));
      const game = await gameIn(each, kept.get(each.id), whole.get(each.id) ?? []);
      if (game.ok) kept.put(game.value);
      // Whoever asks for it next is told what is the matter.
      else kept.forget(each.id);
    }
    // What is of one commit is true of all its games before anybody hears of one.
    for (const [id, all] of batch) {
      let last = before.get(id) ?? null;
      for (const each of all) {
        const game = kept.get(id);
        if (typeof each === "function") each();
        else if (game && before.has(id)) tell({ before: last, game, entries: each });
        last = game;
      }
    }
  };

  const tell = (news: GameNews) => {
    try {
      told(news);
    } catch (error) {
      log.error(String(error));
    }
  };

  const readOn = async (): Promise<void> => {
    isReading = true;
    // What is heard at once is read together.
    await null;
    while (next.size > 0 && !closed) {
      current = next;
      next = new Map();
      for (let isFirst = true; !closed; isFirst = false) {
        try {
          await takeUp(current);
          break;
        } catch (error) {
          if (isFirst) log.warn(`what happened elsewhere cannot be read yet: ${String(error)}`);
          await delay(AGAIN_MS);
        }
      }
      current = new Map();
    }
    isReading = false;
  };

  const note = (id: string, heard: Heard): void => {
    const all = next.get(id);
    if (all) all.push(heard);
    else next.set(id, [heard]);
    if (!isReading) void readOn();
  };

  return {
    hear: (entries) => {
      for (const [id, own] of Map.groupBy(entries, ({ gameId }) => gameId)) note(id, own);
    },
    isBehind: (id) => current.has(id) || next.has(id),
    afterwards: note,
    close: () => {
      closed = true;
    },
  };
}
