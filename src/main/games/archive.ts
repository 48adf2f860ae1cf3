import type { GameReviewed, LoggedEvent } from "../../shared/events.ts";
import { accept, type Result } from "../../shared/result.ts";
import type { Cache } from "../live/cache.ts";
import { cutPage } from "../live/cursor.ts";
import type { Damaged, SetAside } from "../live/set-aside.ts";
import {
  type GameReader,
  type GamesPage,
  type HistoryQuery,
  isOfGame,
  type Page,
  type StoredGame,
} from "../store/store.ts";
import { gameNotFound, readLog } from "./game-aggregate.ts";
import type { LeagueReviews } from "./league-reviews.ts";
import type { LiveGame } from "./live-game.ts";
import type { GameState } from "./machine/game-state.ts";
import { readGameState } from "./snapshot.ts";

/** Most entries of a log in one page. */
const LONGEST_LOG_PAGE = 500;

export interface ListedGames {
  readonly games: readonly GameState[];
  /** Where the next page begins; null after the last. */
  readonly next: Page["after"];
}

export interface FoundGames {
  readonly games: readonly { readonly state: GameState; readonly opening: string | null }[];
  /** How many there are in all. */
  readonly total: number;
}

/** Reads games, as they stand now or as they were stored. */
export interface Archive extends Pick<GameReader, "historyIds" | "count" | "lastEntryId"> {
  /** Refuses with `GAME_NOT_FOUND`, or with `STORAGE_FAILED` where the record is damaged. */
  get(id: string): Promise<Result<LiveGame>>;
  /** The game without its log, enough for a card. */
  state(id: string): Promise<Result<GameState>>;
  /** The unfinished games as they stand now, wherever they are played. */
  unfinishedNow(): Promise<readonly GameState[]>;
  /** Newest first. */
  list(page: GamesPage): Promise<ListedGames>;
  /** Searches finished games. */
  history(query: HistoryQuery): Promise<FoundGames>;
  /** The reviews of a league's games, by their ids. */
  reviewsIn(league: string): Promise<ReadonlyMap<string, GameReviewed>>;
  /** Games that turned out to be unreadable. */
  damaged(): readonly Damaged[];
  /** A game's log from number `after` + 1 on, oldest first, at most 500 entries. Refuses with `STORAGE_FAILED` where it is damaged. */
  log(id: string, after: number, limit: number): Promise<Result<readonly LoggedEvent[]>>;
  /** Events of games after an entry of the whole log, oldest first, and whether these are all. */
  entriesAfter(
    id: number,
    limit: number,
  ): Promise<{ readonly entries: readonly LoggedEvent[]; readonly isAll: boolean }>;
}

export function createArchive(
  reader: GameReader,
  cache: Pick<Cache<LiveGame, unknown>, "known" | "get" | "isHeard" | "unfinished">,
  setAside: SetAside,
  leagueReviews: LeagueReviews,
): Archive {
  /** Passes a read on, and sets the game aside where it is damaged. */
  const noted = <T>(id: string, read: Result<T>): Result<T> => {
    if (!read.ok) setAside.add(id, read);
    return read;
  };
  const stateOf = (stored: StoredGame): GameState[] => {
    const live = cache.known(stored.id);
    if (live && live.version >= stored.version) return [live.state];
    const read = noted(stored.id, readGameState(stored));
    return read.ok ? [read.value] : [];
  };
  return {
    get: cache.get,
    state: async (id) => {
      const live = cache.known(id);
      if (live && cache.isHeard(id)) return accept(live.state);
      const stored = await reader.game(id);
      return stored ? noted(id, readGameState(stored)) : gameNotFound(id);
    },
    unfinishedNow: async () =>
      cache.unfinished().every((game) => cache.isHeard(game.state.id))
        ? cache.unfinished().map(({ state }) => state)
        : (await reader.unfinished()).flatMap(stateOf),
    list: async (page) => {
      const { shown, next } = cutPage(await reader.list({ ...page, limit: page.limit + 1 }), page.limit);
      return { games: shown.flatMap(stateOf), next };
    },
    history: async (query) => {
      const { games, total } = await reader.history(query);
      const open = (stored: StoredGame) => stateOf(stored).map((state) => ({ state, opening: stored.columns.opening }));
      return { games: games.flatMap(open), total };
    },
    historyIds: reader.historyIds,
    reviewsIn: leagueReviews.of,
    damaged: setAside.all,
    count: reader.count,
    log: (id, from, limit) => readLog(reader, id, from, Math.min(limit, LONGEST_LOG_PAGE)),
    entriesAfter: async (id, limit) => {
      const found = await reader.entriesAfter(id, limit + 1);
      return { entries: found.slice(0, limit).filter(isOfGame), isAll: found.length <= limit };
    },
    lastEntryId: reader.lastEntryId,
  };
}
