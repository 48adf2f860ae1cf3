import { z } from "zod";
import { reasonsOf } from "../../games/game.ts";
import { findGame, gameOf } from "../../games/register.ts";
import { describeIssues } from "../../shared/issues.ts";
import { accept, type Result, refuse } from "../../shared/result.ts";
import { seatTitle } from "../../shared/terms.ts";
import type { GameColumns, Snapshot, StoredGame } from "../store/store.ts";
import { courseOf } from "./course.ts";
import { type CountedMove, ratedIn } from "./machine/rated.ts";
import { type Seated, statusOf, type Table, tableSchema } from "./machine/table.ts";
import { endOf, recordOf } from "./record-of.ts";

/** The form in which tables are kept today. Whoever changes what a snapshot must hold adds an upgrader and counts it up. */
const FORM = 3;

type Fields = Readonly<Record<string, unknown>>;

/** From each form to the next one; never change one that has been released. */
const upgraders: Readonly<Record<number, (fields: Fields, columns: GameColumns) => Fields>> = {
  1: fromFirstForm,
  2: fromSecondForm,
};

/** A table as the store keeps it. */
export const snapshotOf = (table: Table): Snapshot => ({ form: FORM, data: table });

/** A move of the game, as far as columns go by it. */
export type MoveMade = CountedMove & { readonly uci: string };

/** What a table is asked for by; its moves tell the opening, and whether it is rated, when it is over. */
export function columnsOf(table: Table, moves: () => readonly MoveMade[]): GameColumns {
  const entrant = ({ kind, name }: Seated) => ({ kind, name });
  const rounded = (at: number | null) => at && Math.round(at);
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
    elo: table.outcome ? meanElo(table) : null,
    person: table.study !== null || (!table.imported && table.seats.some(({ kind }) => kind === "human")),
    plies: table.ply,
    opening: table.outcome
      ? openingText(
          table,
          moves().map(({ uci }) => uci),
        )
      : null,
    review: table.review && JSON.stringify(table.review),
    entrants: [entrant(table.seats[0]), entrant(table.seats[1])],
    league: table.league?.id ?? null,
    rated: ratedIn(table, moves),
    course: table.league?.deterministic && table.outcome ? courseOf(table, moves()) : null,
    ...aliasOf(table),
  };
}

/** How it ended, by seats, and for the only person who played it here. */
function resultOf({ outcome, seats, imported, study }: Table): Pick<GameColumns, "result" | "ownResult"> {
  if (!outcome || outcome.reason === "unfinished") return { result: null, ownResult: null };
  const { winner } = outcome;
  const result = winner === null ? "draw" : winner === seats[0].seat ? "first" : "second";
  const [own, other] = imported || study !== null ? [] : seats.filter(({ kind }) => kind === "human");
  if (!own || other) return { result, ownResult: null };
  return { result, ownResult: winner === null ? "drawn" : winner === own.seat ? "won" : "lost" };
}

/** The mean of the ratings that are known: those in a file's tags (`WhiteElo`), and those of the computer's levels. */
function meanElo({ kind, seats, imported }: Table): number | null {
  const levels = gameOf(kind).engine?.levelRatings;
  const known = seats.flatMap((seated) => {
    const written = imported?.[`${seatTitle(seated.seat)}Elo`] ?? "";
    if (imported) return /^[1-9]\d{0,3}$/.test(written) ? [Number(written)] : [];
    const { level } = seated.settings;
    return seated.kind === "computer" && level !== undefined ? (levels?.[level - 1]?.elo ?? []) : [];
  });
  return known.length === 0 ? null : Math.round(known.reduce((sum, elo) => sum + elo, 0) / known.length);
}

/** What else it is found by: what a study is called, or the event that a file names. */
function aliasOf(table: Table): Pick<GameColumns, "alias"> {
  const alias = table.study ?? recordOf(table)?.event ?? null;
  return alias === null ? {} : { alias };
}

function openingText({ kind, options }: Table, moves: readonly string[]): string | null {
  const opening = gameOf(kind).openingOf(options, moves);
  return opening && `${opening.code} ${opening.name}`;
}

/**
 * A table as it was kept, of whatever form. Refuses with `STORAGE_FAILED` and the reason what is damaged, of a game that
 * is not there, or of a newer form.
 */
export function readTable({ id, columns, snapshot }: StoredGame): Result<Table> {
  const damaged = (reason: string) => refuse("STORAGE_FAILED", `Game ${id} cannot be read: ${reason}`);
  if (snapshot.form > FORM) return damaged("it was kept by a newer Kibitz. Update Kibitz to open it");
  const fields = fieldsSchema.safeParse(snapshot.data);
  if (!fields.success) return damaged("its record is no object");
  let upgraded: Fields = fields.data;
  for (let form = snapshot.form; form < FORM; form += 1) {
    const upgrade = upgraders[form];
    if (!upgrade) return damaged(`nothing knows form ${form} of a record`);
    upgraded = upgrade(upgraded, columns);
  }
  const parsed = tableSchema.safeParse(upgraded);
  if (!parsed.success) return damaged(describeIssues(parsed.error));
  return checkedByGame(parsed.data, damaged);
}

/** What only the game itself can tell of a snapshot: whether the state, the options, the seats and the end are its own. */
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

const fieldsSchema = z.record(z.string(), z.unknown());

const firstSeat = z.looseObject({ kind: z.string(), level: z.number().nullish() });

/**
 * The first form, in which fields came to be required that older tables do not have; a seat had a level in place of
 * settings, and pace and times were nowhere.
 */
function fromFirstForm(fields: Fields, { startedAt, finishedAt, createdAt }: GameColumns): Fields {
  const { setup = {}, seats, imported, outcome = null, ...kept } = fields;
  const settled = z.array(firstSeat).catch([]).parse(seats);
  return {
    legalMoves: "shown",
    lastMove: null,
    clock: null,
    absent: null,
    drawOffer: null,
    declined: null,
    takebackOffer: null,
    showUi: false,
    analysis: false,
    offeredAt: [-1, -1],
    rematchOf: null,
    rematch: null,
    turnSince: createdAt,
    ...kept,
    outcome,
    imported: tagsOf(imported, outcome),
    options: setup,
    startedAt,
    endedAt: finishedAt,
    paceMs: settled.every(({ kind }) => kind === "computer") ? 800 : 0,
    seats: settled.map(({ level, ...seated }) => ({
      connection: null,
      generation: 1,
      illegal: 0,
      ...seated,
      settings: typeof level === "number" ? { level } : {},
      driven: seated.kind === "computer",
    })),
  };
}

/**
 * The second form, in which seats had neither a view nor a former holder, and the board came along by default for a
 * human: whether somebody had asked for it was not kept.
 */
function fromSecondForm(fields: Fields): Fields {
  const seats = z
    .array(z.looseObject({ kind: z.string() }))
    .catch([])
    .parse(fields.seats);
  const byDefault = fields.showUi === seats.some(({ kind }) => kind === "human");
  return {
    ...fields,
    seats: seats.map((seated) => ({ formerConnection: null, view: "full", ...seated })),
    showUi: byDefault ? null : fields.showUi,
    playersMayAnalyse: false,
    takebackDeclined: null,
  };
}

const onlyOfRecords = z.object({ reason: z.enum(["recorded", "unfinished"]) });

/** That a game was read from a PGN was once noted without its tags, and before that showed in its end alone. */
function tagsOf(imported: unknown, outcome: unknown): unknown {
  if (typeof imported === "object" && imported !== null) return imported;
  return imported === true || onlyOfRecords.safeParse(outcome).success ? {} : null;
}
