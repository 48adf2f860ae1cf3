import type { GameReviewed, LoggedEvent } from "../../shared/events.ts";
import { accept, type Refusal, type Result, refuse } from "../../shared/result.ts";
import { cleanLine, clip } from "../../shared/text.ts";
import type { GameReader, GamesPage, HistoryQuery, HistorySearch, Page, StoredGame } from "../store/store.ts";
import { Unavailable } from "../unavailable.ts";
import { cutPage } from "./cursor.ts";
import type { KeptGames } from "./kept-games.ts";
import type { LeagueReviews } from "./league-reviews.ts";
import { after, type LiveGame, unheardOf } from "./live-game.ts";
import type { Table, TableStatus } from "./machine/table.ts";
import type { Damaged, SetAside } from "./set-aside.ts";
import { readTable } from "./snapshot.ts";

/** Most entries of a log in one page. */
const LONGEST_LOG_PAGE = 500;

export interface TablePage {
  readonly tables: readonly Table[];
  /** Where the next page begins; null after the last. */
  readonly next: Page["after"];
}

export interface TableHistory {
  readonly games: readonly { readonly table: Table; readonly opening: string | null }[];
  /** How many there are in all. */
  readonly total: number;
}

/** Everything that can be read of games, as they stand now or as they were kept. */
export interface Archive {
  /** Refuses with `GAME_NOT_FOUND`, or with `STORAGE_FAILED` where the record is damaged. */
  get(id: string): Promise<Result<LiveGame>>;
  /** The same from the store, since another host may have changed it. What is in memory stays there where that fails. */
  anew(id: string): Promise<Result<LiveGame>>;
  /** The same without its log: what a card is made of. */
  table(id: string): Promise<Result<Table>>;
  /** Newest first. */
  list(page: GamesPage): Promise<TablePage>;
  /** Finished games, as they are looked for. */
  history(query: HistoryQuery): Promise<TableHistory>;
  /** The ids of all that are found at this moment, readable or not. */
  historyIds(search: HistorySearch): Promise<readonly string[]>;
  /** What engines found of a league's games, by their ids. */
  reviewsIn(league: string): Promise<ReadonlyMap<string, GameReviewed>>;
  /** Games that were come across and cannot be read. */
  damaged(): readonly Damaged[];
  count(): Promise<Record<TableStatus, number>>;
  /** A game's log from number `after` + 1 on, oldest first, at most 500 entries. Refuses with `STORAGE_FAILED` where it is damaged. */
  log(id: string, after: number, limit: number): Promise<Result<readonly LoggedEvent[]>>;
  /** What happened anywhere after an entry of the whole log, oldest first. */
  entriesAfter(id: number, limit: number): Promise<readonly LoggedEvent[]>;
  /** The place of the newest entry in the whole log, 0 for none. */
  lastEntryId(): Promise<number>;
}

const notFound = (id: string) =>
  refuse("GAME_NOT_FOUND", `Game not found: there is no game ${clip(cleanLine(id), 20)}`);

/** A stored game with its log, as one in memory is. */
export async function open(reader: GameReader, stored: StoredGame): Promise<Result<LiveGame>> {
  const entries = await readLog(reader, stored.id, 0);
  return entries.ok ? openWith(stored, entries.value) : entries;
}

/** The same with the log at hand, or with what follows in it on an earlier state of the game. */
export function openWith(stored: StoredGame, entries: readonly LoggedEvent[], before?: LiveGame): Result<LiveGame> {
  const table = readTable(stored);
  if (!table.ok) return table;
  // Between the two reads the game may have gone on.
  const known = entries.filter(({ seq }) => seq <= stored.version);
  const game = after(before ?? unheardOf(table.value), table.value, known);
  if (game.moves.length !== table.value.ply)
    return damagedLog(stored.id, `it has ${game.moves.length} moves, and the game is at ply ${table.value.ply}`);
  return accept({ ...game, version: stored.version });
}

async function readLog(
  reader: GameReader,
  id: string,
  from: number,
  limit?: number,
): Promise<Result<readonly LoggedEvent[]>> {
  try {
    return accept(await reader.log(id, from, limit));
  } catch (error) {
    if (error instanceof Unavailable) throw error;
    return damagedLog(id, messageOf(error));
  }
}

const damagedLog = (id: string, reason: string): Refusal =>
  refuse("STORAGE_FAILED", `Game ${id} cannot be read: its log is damaged (${reason})`);
const messageOf = (error: unknown): string => cleanLine(error instanceof Error ? error.message : String(error));

export function createArchive(
  reader: GameReader,
  kept: KeptGames,
  setAside: SetAside,
  leagueReviews: LeagueReviews,
): Archive {
  /** What was read, set aside where it is damaged. */
  const noted = <T>(id: string, read: Result<T>): Result<T> => {
    if (!read.ok) setAside.add(id, read);
    return read;
  };
  const tableOf = (stored: StoredGame): Table[] => {
    const live = kept.get(stored.id);
    if (live && live.version >= stored.version) return [live.table];
    const read = noted(stored.id, readTable(stored));
    return read.ok ? [read.value] : [];
  };
  const anew: Archive["anew"] = async (id) => {
    const stored = await reader.game(id);
    if (!stored) return notFound(id);
    const opened = noted(id, await open(reader, stored));
    return opened.ok ? accept(kept.put(opened.value)) : opened;
  };
  return {
    get: async (id) => {
      const live = kept.get(id);
      return live ? accept(live) : anew(id);
    },
    anew,
    table: async (id) => {
      const live = kept.get(id);
      if (live) return accept(live.table);
      const stored = await reader.game(id);
      return stored ? noted(id, readTable(stored)) : notFound(id);
    },
    list: async (page) => {
      const { shown, next } = cutPage(await reader.list({ ...page, limit: page.limit + 1 }), page.limit);
      return { tables: shown.flatMap(tableOf), next };
    },
    history: async (query) => {
      const { games, total } = await reader.history(query);
      const open = (stored: StoredGame) => tableOf(stored).map((table) => ({ table, opening: stored.columns.opening }));
      return { games: games.flatMap(open), total };
    },
    historyIds: (search) => reader.historyIds(search),
    reviewsIn: leagueReviews.of,
    damaged: setAside.all,
    count: () => reader.count(),
    log: (id, from, limit) => readLog(reader, id, from, Math.min(limit, LONGEST_LOG_PAGE)),
    entriesAfter: (id, limit) => reader.entriesAfter(id, limit),
    lastEntryId: () => reader.lastEntryId(),
  };
}
