import { hash } from "node:crypto";
import { definitionOf } from "../../games/register.ts";
import type { GameEvent, LoggedEvent } from "../../shared/events.ts";
import { accept, mapResult, messageOf, type Refusal, type Result, refuse, Unavailable } from "../../shared/result.ts";
import type { GameKind } from "../../shared/terms.ts";
import { cleanLine, clip } from "../../shared/text.ts";
import type { AggregateType } from "../live/aggregate.ts";
import { type PathStep, writePath } from "../store/paths.ts";
import { type GameChange, type GameReader, isOfGame, type StoredGame } from "../store/store.ts";
import { afterLog, type LiveGame, unstoredGame } from "./live-game.ts";
import type { GameState, Step } from "./machine/game-state.ts";
import { columnsOf, type MoveMade, readGameState, snapshotOf } from "./snapshot.ts";

export type GameStore = Pick<GameReader, "game" | "games" | "gameVersion" | "log" | "logs">;

/** The rules by which games are stored and read. */
export const gameAggregate = (store: GameStore): AggregateType<LiveGame, Step, LoggedEvent> => ({
  noun: "game",
  idOf: ({ state }) => state.id,
  isOver: ({ state }) => state.outcome !== null,
  keptOver: 64,
  tries: 5,
  pauseMs: null,
  entriesIn: (entries) => Map.groupBy(entries.filter(isOfGame), ({ gameId }) => gameId),
  change: (current, { state, events }): GameChange => {
    const before = current ?? unstoredGame(state);
    return {
      aggregate: "game",
      id: state.id,
      expectedVersion: before.version,
      snapshot: snapshotOf(state),
      columns: columnsOf(state, () => movesAfter(before, events)),
      ...pathAtEnd(before, state, events),
      events,
    };
  },
  after: (before, { state }, entries) => afterLog(before ?? unstoredGame(state), state, entries),
  versionOf: store.gameVersion,
  load: async (ids, peek, remote) => {
    // Changes of other hosts arrive for many games at a time: one query reads them all.
    const rows = remote.size > 0 ? store.games(ids) : Promise.all(ids.map((id) => store.game(id)));
    const list = (await rows).filter((game) => game !== null);
    const since = await entriesSince(store, list, peek, remote);
    const games = new Map<string, Result<LiveGame>>();
    for (const each of list) games.set(each.id, await gameIn(store, each, peek(each.id), since.get(each.id) ?? []));
    return games;
  },
  notFound: gameNotFound,
});

export const gameNotFound = (id: string): Refusal =>
  refuse("GAME_NOT_FOUND", `Game not found: there is no game ${clip(cleanLine(id), 20)}`);

function movesAfter({ moves }: LiveGame, events: readonly GameEvent[]): readonly MoveMade[] {
  const path: MoveMade[] = [...moves];
  for (const event of events)
    if (event.type === "movePlayed") path.push(event);
    else if (event.type === "movesTakenBack") path.splice(event.ply);
  return path;
}

/** The positions of a game that ends with this change. */
function pathAtEnd(before: LiveGame, state: GameState, events: readonly GameEvent[]): Pick<GameChange, "path"> {
  const isOver = state.outcome !== null && (before.version === 0 || before.state.outcome === null);
  if (!isOver || !definitionOf(state.kind).positions) return {};
  const moves = movesAfter(before, events).map(({ code }) => code);
  return { path: pathOf(state, moves) };
}

/** The entries that lead from a known version of a game to the stored one; null where some are missing. */
function between(current: LiveGame, game: StoredGame, entries: readonly LoggedEvent[]): readonly LoggedEvent[] | null {
  const since = entries.filter(({ seq }) => seq > current.version && seq <= game.version);
  return since.length === game.version - current.version ? since : null;
}

/** A notification may be older than the stored game: the rest is read, for all games at once. */
async function entriesSince(
  store: GameStore,
  games: readonly StoredGame[],
  peek: (id: string) => LiveGame | null,
  remote: ReadonlyMap<string, readonly LoggedEvent[]>,
): Promise<ReadonlyMap<string, readonly LoggedEvent[]>> {
  const missing = games.flatMap((row) => {
    const game = peek(row.id);
    if (!game || game.version >= row.version) return [];
    return between(game, row, remote.get(row.id) ?? []) ? [] : [{ id: row.id, after: game.version }];
  });
  if (missing.length === 0) return remote;
  const logs = Map.groupBy(await store.logs(missing), ({ gameId }) => gameId);
  return new Map([...remote, ...logs]);
}

/** A game as it is stored, from its known version and the entries since. */
async function gameIn(
  store: GameStore,
  game: StoredGame,
  current: LiveGame | null,
  entries: readonly LoggedEvent[],
): Promise<Result<LiveGame>> {
  if (current && current.version >= game.version) return accept(current);
  const since = current && between(current, game, entries);
  // A game with an unreadable entry is unreadable.
  if (!current || !since) return open(store, game);
  const state = readGameState(game);
  return mapResult(state, (after) => afterLog(current, after, since));
}

/** A stored game with its log, as one in memory is. */
export async function open(store: Pick<GameReader, "log">, game: StoredGame): Promise<Result<LiveGame>> {
  const entries = await readLog(store, game.id, 0);
  return entries.ok ? openWith(game, entries.value) : entries;
}

/** The same with its log, or with the entries after an earlier state of the game. */
export function openWith(row: StoredGame, entries: readonly LoggedEvent[], before?: LiveGame): Result<LiveGame> {
  const state = readGameState(row);
  if (!state.ok) return state;
  // The game may have gone on between the two reads.
  const entriesThen = entries.filter(({ seq }) => seq <= row.version);
  const game = afterLog(before ?? unstoredGame(state.value), state.value, entriesThen);
  if (game.moves.length !== state.value.ply)
    return damagedLog(row.id, `it has ${game.moves.length} moves, and the game is at ply ${state.value.ply}`);
  return accept({ ...game, version: row.version });
}

/** A part of a game's log. Refuses with `STORAGE_FAILED` where it is damaged. */
export async function readLog(
  store: Pick<GameReader, "log">,
  id: string,
  from: number,
  limit?: number,
): Promise<Result<readonly LoggedEvent[]>> {
  try {
    return accept(await store.log(id, from, limit));
  } catch (error) {
    if (error instanceof Unavailable) throw error;
    return damagedLog(id, cleanLine(messageOf(error)));
  }
}

const damagedLog = (id: string, reason: string): Refusal =>
  refuse("STORAGE_FAILED", `Game ${id} cannot be read: its log is damaged (${reason})`);

/**
 * The key of a position in a store: 48 bits of a hash of its game and of the game's own key, in eight characters. Among
 * four million positions of a hundred thousand games, one in seventy million searches finds a wrong position.
 */
export const positionMark = (kind: GameKind, key: string): string =>
  hash("sha1", `${kind} ${key}`, "base64url").slice(0, 8);

/**
 * The positions that a finished game went through and the move played in each, as the store keeps it; empty where there
 * are none, as in a study, which nobody played. A repeated position counts once.
 */
export function pathOf(
  { kind, options, study }: Pick<GameState, "kind" | "options" | "study">,
  moves: readonly string[],
): string {
  const keys = study === null ? (definitionOf(kind).positions?.along(options, moves) ?? []) : [];
  const positions = new Set<string>();
  const steps: PathStep[] = [];
  for (const [index, key] of keys.entries()) {
    const move = moves[index];
    if (move === undefined || positions.has(key)) continue;
    positions.add(key);
    steps.push({ position: positionMark(kind, key), move });
  }
  return writePath(steps);
}
