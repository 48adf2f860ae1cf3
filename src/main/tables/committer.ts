import { gameOf } from "../../games/register.ts";
import type { GameEvent, LoggedEvent } from "../../shared/events.ts";
import { accept, type Result } from "../../shared/result.ts";
import type { Log } from "../log.ts";
import type { Fence } from "../store/cluster/leases.ts";
import type { Change, GameChange, Store } from "../store/store.ts";
import type { GameNews, NewsListener } from "./game-news.ts";
import type { KeptGames } from "./kept-games.ts";
import { after, type LiveGame, unheardOf } from "./live-game.ts";
import type { Step, Table } from "./machine/table.ts";
import { createOthers } from "./others.ts";
import { pathOf } from "./path.ts";
import { columnsOf, type MoveMade, readTable, snapshotOf } from "./snapshot.ts";

/** A step, and the game that it was decided on. */
export interface Decision {
  readonly before: LiveGame;
  readonly step: Step;
}

export interface Committer {
  /**
   * Stores what was decided, of all games or of none, and gives the games as they stand after it. Refuses with
   * `CONFLICT` when one of them has changed meanwhile or an id is taken, with `ELSEWHERE` and `STORAGE_FAILED` as the
   * store does. A change of another kind may come along, and is kept with them or not at all.
   */
  commit(
    decisions: readonly Decision[],
    at: number,
    under?: Fence,
    along?: Change,
  ): Promise<Result<readonly LiveGame[]>>;
  close(): void;
}

/** What of a commit's entries is of one game. */
function entriesOf(entries: readonly LoggedEvent[]): (game: { readonly id: string }) => readonly LoggedEvent[] {
  const byGame = Map.groupBy(entries, ({ gameId }) => gameId);
  return ({ id }) => byGame.get(id) ?? [];
}

/** The moves of a game after some more events. */
function movesAfter({ moves }: LiveGame, events: readonly GameEvent[]): readonly MoveMade[] {
  const played: MoveMade[] = [...moves];
  for (const event of events)
    if (event.type === "movePlayed") played.push(event);
    else if (event.type === "movesTakenBack") played.splice(event.ply);
  return played;
}

/** The positions that a game went through, where it ends now. */
function pathAtEnd(before: LiveGame, table: Table, events: readonly GameEvent[]): Pick<GameChange, "path"> {
  const isOver = table.outcome !== null && (before.version === 0 || before.table.outcome === null);
  if (!isOver || !gameOf(table.kind).positionsAlong) return {};
  const moves = movesAfter(before, events).map(({ uci }) => uci);
  return { path: pathOf(table, moves) };
}

/**
 * The one way from a decision to what is true. What the store has kept comes back as its news, here as to everybody
 * else: only then is the game in memory the next one, and only then `told` hears of it.
 */
export function createCommitter(store: Store, kept: KeptGames, log: Log, told: NewsListener): Committer {
  const decided = new WeakMap<GameChange, Decision>();

  const tableOf = (change: GameChange): Table | null => {
    const own = decided.get(change);
    if (own) return own.step.table;
    const read = readTable({ ...change, version: change.expectedVersion + change.events.length });
    if (read.ok) return read.value;
    log.error(read.message, { game: change.id });
    return null;
  };
  const others = createOthers(store, kept, log, told);
  const tellOf = (change: GameChange, own: readonly LoggedEvent[]): GameNews | null => {
    const table = tableOf(change);
    // A finished game may have gone from memory since it was decided on.
    const known = kept.get(change.id) ?? decided.get(change)?.before ?? null;
    const before = change.expectedVersion === 0 ? null : known;
    // It was read from the store before it was told, because others were there, too.
    if (known && known.version >= (own.at(-1)?.seq ?? 0)) return { before, game: known, entries: own };
    if (!table || (before?.version ?? 0) !== change.expectedVersion) {
      // Whoever asks for the game next reads it afresh.
      kept.forget(change.id);
      return null;
    }
    return { before, game: kept.put(after(before ?? unheardOf(table), table, own)), entries: own };
  };
  const stop = store.subscribe(null, ({ changes, entries }) => {
    if (changes.length === 0) return others.hear(entries);
    const games = changes.filter((change) => change.aggregate === "game");
    const busy = games.filter(({ id }) => others.isBehind(id));
    // What is of one commit is true of all its games before anybody hears of one.
    const own = entriesOf(entries);
    const news = games
      .filter((change) => !busy.includes(change))
      .flatMap((change) => tellOf(change, own(change)) ?? []);
    for (const each of news) told(each);
    for (const change of busy) {
      others.afterwards(change.id, () => {
        const late = tellOf(change, own(change));
        if (late) told(late);
      });
    }
  });

  return {
    commit: async (decisions, at, under, along) => {
      const changes = decisions.map(({ before, step: { table, events } }): GameChange => {
        if (before.version > 0) kept.put(before);
        return {
          aggregate: "game",
          id: table.id,
          expectedVersion: before.version,
          snapshot: snapshotOf(table),
          columns: columnsOf(table, () => movesAfter(before, events)),
          ...pathAtEnd(before, table, events),
          events,
        };
      });
      for (const [index, change] of changes.entries()) {
        const decision = decisions[index];
        if (decision) decided.set(change, decision);
      }
      const stored = await store.commit(along ? [along, ...changes] : changes, at, under);
      if (!stored.ok) {
        if (stored.code !== "CONFLICT" && stored.code !== "ELSEWHERE") {
          const [decision] = decisions;
          log.error(stored.message, { game: decision?.step.table.id, league: decision?.step.table.league?.id });
        }
        return stored;
      }
      const ownOf = entriesOf(stored.value);
      return accept(
        decisions.map(({ before, step: { table } }) => {
          const own = ownOf(table);
          const game = kept.get(table.id);
          // Somebody may have gone on from there already; what is answered is what was committed.
          return game?.version === own.at(-1)?.seq && game ? game : after(before, table, own);
        }),
      );
    },
    close: () => {
      stop();
      others.close();
    },
  };
}
