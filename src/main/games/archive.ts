import { isDeepStrictEqual } from "node:util";
import { type GameReviewed, reviewSchema } from "../../shared/events.ts";
import { jsonIn } from "../../shared/fields.ts";
import { RecentMap } from "../../shared/recent-map.ts";
import { accept, type Result } from "../../shared/result.ts";
import type { Steps } from "../../shared/steps.ts";
import type { Outcome } from "../../shared/terms.ts";
import { searchWords } from "../../shared/text.ts";
import { runInSlices } from "../base/run-in-slices.ts";
import type { Cache } from "../live/cache.ts";
import { cutPage } from "../live/cursor.ts";
import * as stored from "../store/store.ts";
import { gameNotFound, readGameState, readLog, recordOf } from "./game-aggregate.ts";
import type { ImportRequest } from "./game-factory.ts";
import type { GameUpdate, LiveGame } from "./live-game.ts";
import type { GameState, Step } from "./machine/game-state.ts";
import { notesStep, tagsAgree } from "./machine/notes.ts";

/** Most entries of a log in one page. */
const LONGEST_LOG_PAGE = 500;

/** Reads games, as they stand now or as they were stored. */
export type Archive = ReturnType<typeof createArchive>;

export function createArchive(
  reader: stored.GameReader,
  cache: Pick<Cache<LiveGame>, "peek" | "get" | "followed" | "setAside" | "unfinished">,
  leagueReviews: Pick<ReturnType<typeof createLeagueReviews>, "of">,
) {
  const { setAside } = cache;
  /** Passes a read on, and sets the game aside where it is damaged. */
  const noteDamage = <T>(id: string, result: Result<T>): Result<T> => {
    if (!result.ok) setAside.add(id, result);
    return result;
  };
  const stateOf = (game: stored.StoredGame): GameState[] => {
    const live = cache.peek(game.id);
    if (live && live.version >= game.version) return [live.state];
    const state = noteDamage(game.id, readGameState(game));
    return state.ok ? [state.value] : [];
  };
  return {
    /** Refuses with `GAME_NOT_FOUND`, or with `STORAGE_FAILED` where the record is damaged. */
    get: cache.get,
    /** The game without its log, enough for a card. */
    state: async (id: string): Promise<Result<GameState>> => {
      const live = cache.followed(id);
      if (live) return accept(live.state);
      const game = await reader.game(id);
      return game ? noteDamage(id, readGameState(game)) : gameNotFound(id);
    },
    /** The unfinished games as they stand now, wherever they are played. */
    unfinishedNow: async (): Promise<readonly GameState[]> =>
      cache.unfinished().every((game) => cache.followed(game.state.id))
        ? cache.unfinished().map(({ state }) => state)
        : (await reader.unfinished()).flatMap(stateOf),
    /** Newest first, and where the next page begins; null after the last. */
    list: async (page: stored.Page) => {
      const { page: rows, next } = cutPage(await reader.list({ ...page, limit: page.limit + 1 }), page.limit);
      return { games: rows.flatMap(stateOf), next };
    },
    /** Searches finished games; `total` is how many there are in all. */
    history: async (query: stored.HistoryQuery) => {
      const { games, total } = await reader.history(query);
      const open = (game: stored.StoredGame) =>
        stateOf(game).map((state) => ({ state, opening: game.columns.opening }));
      return { games: games.flatMap(open), total };
    },
    historyIds: reader.historyIds,
    reviewsIn: leagueReviews.of,
    /** Games that turned out to be unreadable. */
    listDamaged: setAside.all,
    count: reader.count,
    /**
     * A game's log from number `after` + 1 on, oldest first, at most 500 entries. Refuses with `STORAGE_FAILED` where
     * it is damaged.
     */
    log: (id: string, after: number, limit: number) => readLog(reader, id, after, Math.min(limit, LONGEST_LOG_PAGE)),
    /** Events of games after an entry of the whole log, oldest first, and whether these are all. */
    entriesAfter: async (id: number, limit: number) => {
      const entries = await reader.entriesAfter(id, limit + 1);
      return { entries: entries.slice(0, limit).filter(stored.isOfGame), isAll: entries.length <= limit };
    },
    lastEntryId: reader.lastEntryId,
  };
}

/** Most leagues whose reviews are in memory: those that were read last. */
const KEPT_LEAGUES = 8;

/** Reviews by the ids of their games. */
type Reviews = ReadonlyMap<string, GameReviewed>;

/** The reviews of leagues' games, cached: a league is read again and again, and may have ten thousand. */
export function createLeagueReviews(store: Pick<stored.Store, "leagueReviews">) {
  const cache = new RecentMap<string, Promise<Reviews>>(KEPT_LEAGUES);
  const load = async (league: string) => runInSlices(readReviews(await store.leagueReviews(league)));
  const keep = (league: string, reviews: Promise<Reviews>): Promise<Reviews> => {
    cache.set(league, reviews);
    // A failed read is repeated at the next request.
    reviews.catch(() => {
      if (cache.get(league) === reviews) cache.delete(league);
    });
    return reviews;
  };
  return {
    of: (league: string) => keep(league, cache.get(league) ?? load(league)),
    /** Takes in a change of a game, at whichever host. */
    onUpdate: ({ game: { state }, entries }: GameUpdate): void => {
      const { id, league, review } = state;
      const before = league && cache.get(league.id);
      if (before && review && entries.some(({ event }) => event.type === "gameReviewed")) {
        const next = before.then((reviews) => new Map([...reviews, [id, review]]));
        keep(league.id, next);
      }
    },
  };
}

/** A damaged review counts as none: the game can be reviewed again. */
function* readReviews(rows: Awaited<ReturnType<stored.Store["leagueReviews"]>>): Steps<Reviews> {
  const reviews = new Map<string, GameReviewed>();
  for (const { id, review } of rows) {
    const { data } = reviewSchema.safeParse(jsonIn(review));
    if (data) reviews.set(id, data);
    yield;
  }
  return reviews;
}

/** Most games of the same two players, of the same length and at the same event, that are compared. */
const MOST_COMPARED = 200;

/**
 * The game that this record was imported as before: of the same players, from the same start, with the same moves and
 * result, and with no tag that contradicts it. Null where there is none, or where it was deleted. `addition` is what the
 * record adds to its notes: null for nothing, a refusal for too much.
 */
export async function earlierImport(
  { history, get }: Pick<Archive, "history" | "get">,
  record: ImportRequest,
): Promise<Result<{ readonly id: string; readonly addition: Result<Step | null> } | null>> {
  const { kind, names, tags, moves, options, outcome } = record;
  const event = recordOf({ imported: tags, study: null })?.event ?? "";
  const { games } = await history({
    ...stored.allFinished,
    kind,
    words: searchWords(event.replaceAll("#", " ")),
    players: names,
    plies: moves.length,
    offset: 0,
    limit: MOST_COMPARED,
  });
  const last = moves.at(-1) ?? null;
  const isLike = ({ imported, study, lastMove, ...state }: GameState) =>
    imported !== null &&
    study === null &&
    lastMove === last &&
    isDeepStrictEqual(state.options, options) &&
    endsAlike(state.outcome, outcome) &&
    tagsAgree(imported, tags);
  for (const { state } of games.filter((each) => isLike(each.state))) {
    const game = await get(state.id);
    if (!game.ok) return game;
    // The moves are in the log alone, and few games come as far as this.
    if (game.value.moves.every(({ code }, ply) => code === moves[ply]))
      return accept({ id: state.id, addition: notesStep(game.value, record) });
  }
  return accept(null);
}

/** Whether a game has a record's result; one without a result has that of its position. */
function endsAlike(outcome: Outcome | null, record: Outcome | null): boolean {
  if (record === null) return outcome?.reason !== "recorded";
  return outcome?.winner === record.winner && (outcome.reason === "unfinished") === (record.reason === "unfinished");
}
