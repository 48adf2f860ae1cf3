import { createHash } from "node:crypto";
import { reasonsOf } from "../../games/game.ts";
import { definitionOf, findDefinition } from "../../games/register.ts";
import type { GameRecordTold } from "../../shared/api.ts";
import { describeIssues } from "../../shared/issues.ts";
import { accept, type Result, refuse } from "../../shared/result.ts";
import { type Seat, seatTitle } from "../../shared/terms.ts";
import { type SnapshotFormat, upgradeSnapshot } from "../store/schema.ts";
import type { GameColumns, Snapshot, StoredGame } from "../store/store.ts";
import { type GameState, gameStateSchema, statusOf } from "./machine/game-state.ts";
import { type CountedMove, countsFor } from "./machine/rights.ts";

const form: SnapshotFormat = { number: 4, upgraders: {} };

export const snapshotOf = (state: GameState): Snapshot => ({ form: form.number, data: state });

/** The part of a move that the columns depend on. */
export type MoveMade = CountedMove & { readonly code: string };

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
    finished_at: endOf(state),
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
  const fields = upgradeSnapshot(snapshot, form);
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
