import { reasonsOf } from "../../games/game.ts";
import { findGame, gameOf } from "../../games/register.ts";
import { describeIssues } from "../../shared/issues.ts";
import { accept, type Result, refuse } from "../../shared/result.ts";
import { seatTitle } from "../../shared/terms.ts";
import { type SnapshotFormat, upgradeSnapshot } from "../store/snapshot-format.ts";
import type { GameColumns, Snapshot, StoredGame } from "../store/store.ts";
import { type CountedMove, ratedIn } from "./machine/rated.ts";
import { type Seated, statusOf, type Table, tableSchema } from "./machine/table.ts";
import { endOf, recordOf } from "./record-of.ts";
import { repetitionKey } from "./repetition-key.ts";

const form: SnapshotFormat = { number: 3, upgraders: {} };

/** The snapshot of a game. */
export const snapshotOf = (table: Table): Snapshot => ({ form: form.number, data: table });

/** The part of a move that the columns depend on. */
export type MoveMade = CountedMove & { readonly code: string };

/** The search columns of a game. When it is over, its moves tell the opening and whether it is rated. */
export function columnsOf(table: Table, moves: () => readonly MoveMade[]): GameColumns {
  const entrant = ({ kind, name }: Seated) => ({ kind, name });
  const rounded = (at: number | null) => at && Math.round(at);
  const rated = ratedIn(table, moves);
  return {
    kind: table.kind,
    status: statusOf(table),
    createdAt: Math.round(table.createdAt),
    startedAt: rounded(table.startedAt),
    finishedAt: rounded(endOf(table)),
    deletedAt: rounded(table.deletedAt),
    winner: table.outcome?.winner ?? null,
    reason: table.outcome?.reason ?? null,
    ...resultOf(table),
    elo: table.outcome && !rated ? ownElo(table) : null,
    person: table.study !== null || (!table.imported && table.seats.some(({ kind }) => kind === "human")),
    plies: table.ply,
    opening: table.outcome
      ? openingText(
          table,
          moves().map(({ code }) => code),
        )
      : null,
    review: table.review && JSON.stringify(table.review),
    entrants: [entrant(table.seats[0]), entrant(table.seats[1])],
    league: table.league?.id ?? null,
    rated,
    course: table.league?.deterministic && table.outcome ? repetitionKey(table, moves()) : null,
    ...aliasOf(table),
  };
}

/** The result by seats, and for the only person who played it here. */
function resultOf({ outcome, seats, imported, study }: Table): Pick<GameColumns, "result" | "ownResult"> {
  if (!outcome || outcome.reason === "unfinished") return { result: null, ownResult: null };
  const { winner } = outcome;
  const result = winner === null ? "draw" : winner === seats[0].seat ? "first" : "second";
  const [own, other] = imported || study !== null ? [] : seats.filter(({ kind }) => kind === "human");
  if (!own || other) return { result, ownResult: null };
  return { result, ownResult: winner === null ? "drawn" : winner === own.seat ? "won" : "lost" };
}

/** The Elo that a game tells itself, as `HistorySearch` defines it: by a file's tags, and by the computer's levels. */
function ownElo({ kind, seats, imported }: Table): number | null {
  const levels = gameOf(kind).engine?.levelRatings;
  const known = seats.flatMap((seated) => {
    const written = imported?.[`${seatTitle(seated.seat)}Elo`] ?? "";
    if (imported) return /^[1-9]\d{0,3}$/.test(written) ? [Number(written)] : [];
    const { level } = seated.settings;
    return seated.kind === "computer" && level !== undefined ? (levels?.[level - 1]?.elo ?? []) : [];
  });
  return known.length === 0 ? null : Math.round(known.reduce((sum, elo) => sum + elo, 0) / known.length);
}

/** The other text that it is found by: the name of a study, or the event named in a file. */
function aliasOf(table: Table): Pick<GameColumns, "alias"> {
  const alias = table.study ?? recordOf(table)?.event ?? null;
  return alias === null ? {} : { alias };
}

function openingText({ kind, options }: Table, moves: readonly string[]): string | null {
  const opening = gameOf(kind).openings?.of(options, moves);
  return opening ? `${opening.code} ${opening.name}` : null;
}

/**
 * Reads the state of a game from a snapshot of any format. Refuses with `STORAGE_FAILED` and the reason a damaged one,
 * one of an unknown game, or one of a newer format.
 */
export function readTable({ id, snapshot }: StoredGame): Result<Table> {
  const damaged = (reason: string) => refuse("STORAGE_FAILED", `Game ${id} cannot be read: ${reason}`);
  const fields = upgradeSnapshot(snapshot, form);
  if (!fields.ok) return damaged(fields.message);
  const parsed = tableSchema.safeParse(fields.value);
  if (!parsed.success) return damaged(describeIssues(parsed.error));
  return checkedByGame(parsed.data, damaged);
}

/** Checks the parts of a snapshot that only the game's rules can: the state, the options, the seats and the end. */
function checkedByGame(table: Table, damaged: (reason: string) => Result<Table>): Result<Table> {
  const game = findGame(table.kind);
  if (!game) return damaged(`there is no game ${table.kind}`);
  const state = game.state.safeParse(table.state);
  if (!state.success) return damaged(describeIssues(state.error));
  const options = game.options.safeParse(table.options);
  if (!options.success) return damaged(describeIssues(options.error));
  if (table.seats.some(({ seat }, index) => game.seats[index] !== seat)) return damaged("its seats are another game's");
  const { outcome, absent, drawOffer, declined, takebackOffer, takebackDeclined } = table;
  const named = [outcome?.winner, absent, drawOffer, declined, takebackOffer, takebackDeclined];
  if (named.some((seat) => typeof seat === "string" && !game.seats.includes(seat)))
    return damaged("it names a seat that is another game's");
  if (outcome && !Object.hasOwn(reasonsOf(game), outcome.reason))
    return damaged(`it ended by ${outcome.reason}, which is no end of ${table.kind}`);
  return accept({ ...table, state: state.data, options: options.data });
}
