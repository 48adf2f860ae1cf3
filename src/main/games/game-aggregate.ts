import { createHash, hash } from "node:crypto";
import { reasonsOf } from "../../games/game.ts";
import { definitionOf, findDefinition } from "../../games/register.ts";
import type { GameRecordTold } from "../../shared/api.ts";
import type { GameEvent, LoggedEvent } from "../../shared/events.ts";
import { describeIssues } from "../../shared/issues.ts";
import { accept, mapResult, messageOf, type Refusal, type Result, refuse, Unavailable } from "../../shared/result.ts";
import { type GameKind, type Seat, seatTitle } from "../../shared/terms.ts";
import { cleanLine, clip } from "../../shared/text.ts";
import type { AggregateType } from "../live/cache.ts";
import { UNDATED_MS } from "../store/columns.ts";
import { type PathStep, writePath } from "../store/paths.ts";
import { type SnapshotFormat, upgradeSnapshot } from "../store/schema.ts";
import {
  type GameChange,
  type GameColumns,
  type GameReader,
  isOfGame,
  type Snapshot,
  type StoredGame,
} from "../store/store.ts";
import { afterLog, type LiveGame, unstoredGame } from "./live-game.ts";
import { type GameState, gameStateSchema, type Step, statusOf } from "./machine/game-state.ts";
import { type CountedMove, countsFor } from "./machine/rights.ts";

export type GameStore = Pick<GameReader, "game" | "games" | "gameVersion" | "log" | "logs">;

/** The rules by which games are stored and read. */
export const gameAggregate = (store: GameStore): AggregateType<LiveGame, Step, LoggedEvent> => ({
  noun: "game",
  idOf: ({ state }) => state.id,
  mostWaits: 200,
  mostOfClient: 20,
  mostAlone: 100,
  isOver: ({ state }) => state.outcome !== null,
  dutiesIn: ({ state: { id, outcome, league, clock, seats } }) => {
    const acts = clock !== null || seats.some(({ kind }) => kind === "computer");
    return outcome ? [] : [...(league ? ["leagues" as const] : []), ...(acts ? [{ game: id }] : [])];
  },
  keptOver: 64,
  tries: 5,
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
  load: async (ids, peek, entries) => {
    // Changes of other hosts arrive for many games at a time, questions for one.
    const rows = entries.size > 0 ? store.games(ids) : Promise.all(ids.map((id) => store.game(id)));
    const list = (await rows).filter((game) => game !== null);
    const since = await entriesSince(store, list, peek, entries);
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
function entriesBetween(
  current: LiveGame,
  game: StoredGame,
  entries: readonly LoggedEvent[],
): readonly LoggedEvent[] | null {
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
    return entriesBetween(game, row, remote.get(row.id) ?? []) ? [] : [{ id: row.id, after: game.version }];
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
  const since = current && entriesBetween(current, game, entries);
  // A game with an unreadable entry is unreadable.
  if (!current || !since) return openStored(store, game);
  return mapResult(readGameState(game), (after) => afterLog(current, after, since));
}

/** A stored game with its log, as one in memory is. */
export async function openStored(store: Pick<GameReader, "log">, game: StoredGame): Promise<Result<LiveGame>> {
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

const gameSnapshotFormat: SnapshotFormat = { number: 4, upgraders: {} };

export const snapshotOf = (state: GameState): Snapshot => ({ form: gameSnapshotFormat.number, data: state });

/** The part of a move that the columns depend on. */
type MoveMade = CountedMove & { readonly code: string };

/** The search columns of a game. When it is over, its moves tell the opening and whether it is rated. */
export function columnsOf(state: GameState, moves: () => readonly MoveMade[]): GameColumns {
  const [first, second] = state.seats;
  const count = countsFor(state, moves);
  const rated = "entrants" in count ? count.entrants : null;
  const codes = () => moves().map(({ code }) => code);
  const opening = state.outcome && definitionOf(state.kind).openings?.of(state.options, codes());
  return {
    kind: state.kind,
    status: statusOf(state),
    created_at: state.createdAt,
    started_at: state.startedAt,
    finished_at: orderOf(state),
    deleted_at: state.deletedAt,
    winner: state.outcome?.winner ?? null,
    reason: state.outcome?.reason ?? null,
    ...resultOf(state),
    elo: state.outcome && !rated ? ownElo(state) : null,
    person: isPersons(state) ? 1 : 0,
    plies: state.ply,
    opening: opening ? `${opening.code} ${opening.name}` : null,
    review: state.review && JSON.stringify(state.review),
    first_kind: first.kind,
    first_name: first.name,
    second_kind: second.kind,
    second_name: second.name,
    league_id: state.league?.id ?? null,
    first_rated: rated?.[0] ?? null,
    second_rated: rated?.[1] ?? null,
    course: courseOf(state, moves),
    ...aliasOf(state),
  };
}

const isPersons = ({ study, imported, seats }: GameState): boolean =>
  study !== null || (!imported && seats.some(({ kind }) => kind === "human"));

/** The result by seats, and for the only person who played it here. */
function resultOf({ outcome, seats, imported, study }: GameState): Pick<GameColumns, "result" | "own_result"> {
  if (!outcome || outcome.reason === "unfinished") return { result: null, own_result: null };
  const { winner } = outcome;
  const result = winner === null ? "draw" : winner === seats[0].seat ? "first" : "second";
  const [own, other] = imported || study !== null ? [] : seats.filter(({ kind }) => kind === "human");
  if (!own || other) return { result, own_result: null };
  return { result, own_result: winner === null ? "drawn" : winner === own.seat ? "won" : "lost" };
}

/** The Elo that a game itself states, as `HistorySearch` defines it: by a file's tags, and by the computer's levels. */
function ownElo({ kind, seats, imported }: GameState): number | null {
  const levels = definitionOf(kind).engine?.levelRatings;
  const elos = seats.flatMap((each) => {
    const tag = imported?.[`${seatTitle(each.seat)}Elo`] ?? "";
    if (imported) return /^[1-9]\d{0,3}$/.test(tag) ? [Number(tag)] : [];
    const { level } = each.settings;
    return each.kind === "computer" && level !== undefined ? (levels?.[level - 1]?.elo ?? []) : [];
  });
  return elos.length === 0 ? null : Math.round(elos.reduce((sum, elo) => sum + elo, 0) / elos.length);
}

/** The other text that it is found by: the name of a study, or the event named in a file. */
function aliasOf(state: GameState): Pick<GameColumns, "alias"> {
  const alias = state.study ?? recordOf(state)?.event ?? null;
  return alias === null ? {} : { alias };
}

/**
 * Reads the state of a game from a snapshot of any format. Refuses with `STORAGE_FAILED` and the reason a damaged one,
 * one of an unknown game, or one of a newer format.
 */
export function readGameState({ id, snapshot }: StoredGame): Result<GameState> {
  const damage = (reason: string) => refuse("STORAGE_FAILED", `Game ${id} cannot be read: ${reason}`);
  const fields = upgradeSnapshot(snapshot, gameSnapshotFormat);
  if (!fields.ok) return damage(fields.message);
  const parsing = gameStateSchema.safeParse(fields.value);
  if (!parsing.success) return damage(describeIssues(parsing.error));
  return checkedByGame(parsing.data, damage);
}

/** Checks the parts of a snapshot that only the game's rules can: the state, the options, the seats and the end. */
function checkedByGame(state: GameState, damage: (reason: string) => Result<GameState>): Result<GameState> {
  const definition = findDefinition(state.kind);
  if (!definition) return damage(`there is no game ${state.kind}`);
  const position = definition.state.safeParse(state.position);
  if (!position.success) return damage(describeIssues(position.error));
  const options = definition.options.safeParse(state.options);
  if (!options.success) return damage(describeIssues(options.error));
  if (state.seats.some(({ seat }, index) => definition.seats[index] !== seat))
    return damage("its seats are another game's");
  const { outcome, absent, drawOffer, declined, takebackOffer, takebackDeclined } = state;
  const seats = [outcome?.winner, absent, drawOffer, declined, takebackOffer, takebackDeclined];
  if (seats.some((seat) => typeof seat === "string" && !definition.seats.includes(seat)))
    return damage("it names a seat that is another game's");
  if (outcome && !Object.hasOwn(reasonsOf(definition), outcome.reason))
    return damage(`it ended by ${outcome.reason}, which is no end of ${state.kind}`);
  return accept({ ...state, position: position.data, options: options.data });
}

/** The date and event in the tags of a game that was read from a file; null for one that was played here, and for studies. */
export function recordOf({ imported, study }: Pick<GameState, "imported" | "study">): GameRecordTold | null {
  if (!imported || study !== null) return null;
  const event = imported["Event"]?.trim() ?? "";
  return { date: dateOf(imported), event: event === "" || event === "?" ? null : event };
}

/**
 * The day, month or year of the game, as ISO 8601 writes it (`2024-05-12`, `2024-05`, `2024`); null where no tag tells.
 */
function dateOf(tags: Readonly<Record<string, string>>): string | null {
  const [, year, month, day] =
    /^(\d{4})(?:[./-](\d\d)(?:[./-](\d\d))?)?/.exec(tags["Date"] ?? tags["UTCDate"] ?? "") ?? [];
  if (year === undefined || year === "0000") return null;
  const date = [year, month, day].filter((part) => part !== undefined).join("-");
  return Number.isNaN(Date.parse(date)) ? null : date;
}

const HOUR_MS = 3_600_000;
/** The same day in nearly all time zones, also four hours later. */
const MIDDAY_MS = 10 * HOUR_MS;
const SPAN_MS = 4 * HOUR_MS;

/**
 * The end of a game, in milliseconds since 1970: for an imported one about midday of its day, where that is known, so
 * that those of one day stand in the order of their file.
 */
export function endOf(state: Pick<GameState, "imported" | "study" | "endedAt">): number | null {
  const date = recordOf(state)?.date ?? null;
  return date === null || state.endedAt === null
    ? state.endedAt
    : Date.parse(date) + MIDDAY_MS + (state.endedAt % SPAN_MS);
}

/** The end of a game as searches sort it: an undated one comes before all others, in the order of arrival. */
function orderOf(state: GameState): number | null {
  const end = endOf(state);
  return end !== null && recordOf(state)?.date === null ? end - UNDATED_MS : end;
}

/**
 * A key that two finished games of leagues have in common where they are not evidence each of its own: in games with
 * chance those that share their draws, and else those of players without random choices where one repeats the other, by
 * the same start, the same moves of either seat and the same end. Null for all others, which may be alike by chance.
 */
export function courseOf(
  { options, seats, outcome, league, chance }: GameState,
  movesOf: () => readonly { readonly seat: Seat; readonly code: string }[],
): string | null {
  if (!league || !outcome) return null;
  if (chance) return digestOf(chance.secret);
  if (!league.deterministic) return null;
  const moves = movesOf();
  // By seat: where both choose at once, the order of arrival is chance.
  const own = seats.map(({ seat }) => moves.filter((move) => move.seat === seat).map(({ code }) => code));
  return digestOf(JSON.stringify([options, own, outcome.winner, outcome.reason]));
}

const digestOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 22);
