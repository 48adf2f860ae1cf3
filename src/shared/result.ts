/**
 * Every code of an error, and the HTTP status that it is answered with. Clients branch on these; the wording beside them may
 * change.
 */
export const errorStatuses = {
  GAME_NOT_FOUND: 404,
  SEAT_REQUIRED: 403,
  SEAT_TAKEN: 409,
  NOT_YOUR_TURN: 409,
  GAME_OVER: 409,
  GAME_NOT_STARTED: 409,
  ILLEGAL_MOVE: 422,
  CLAIM_FAILED: 422,
  STALE_PLY: 409,
  INVALID_ARGUMENT: 400,
  RATE_LIMITED: 429,
  LIMIT_REACHED: 503,
  STORAGE_FAILED: 507,
  // Nobody can tell whether it was stored: the disk failed, or the database was lost, in the middle of the commit.
  OUTCOME_UNKNOWN: 507,
  // Another commit was first: a command decides anew. A client learns of a study that was changed, or a game that was imported before.
  CONFLICT: 409,
  // The same for work that nobody asked for: another host does it by now.
  ELSEWHERE: 409,
  ANALYSIS_OFF: 403,
  ENGINE_FAILED: 503,
  LEAGUE_NOT_FOUND: 404,
  // It takes no entrants (any more), or is over.
  LEAGUE_CLOSED: 409,
  ENTRANT_REQUIRED: 403,
  HOST_CLOSING: 503,
  // From the shim, when the host went away during a call: no answer over HTTP.
  HOST_RESTARTED: 400,
} as const;
export type ErrorCode = keyof typeof errorStatuses;

/** One mistake in a request: the names and places that lead to it, and what is wrong there. */
export interface Mistake {
  readonly path: readonly (string | number)[];
  readonly reason: string;
}

export interface Refusal {
  readonly ok: false;
  readonly code: ErrorCode;
  /** One plain sentence or two: what is wrong and what to do. */
  readonly message: string;
  /** The mistakes that the sentence is made from; absent where it is not. */
  readonly mistakes?: readonly Mistake[];
  /** The obstacle, where a caller does something about it; absent for all else. */
  readonly reason?: "league-full" | "name-taken";
  /** The kind of an illegal move, in its game's terms; absent for all else. */
  readonly illegal?: string;
  /** The id of the game that is in the way, if one is. */
  readonly game?: string;
  /** Whether the request has notes that this game lacks. */
  readonly addsNotes?: boolean;
}

export type Result<T> = { readonly ok: true; readonly value: T } | Refusal;

/** The value of a result, or of the promise of one, that is accepted. */
export type ValueOf<Outcome> = Awaited<Outcome> extends Result<infer Value> ? Value : never;

export const accept = <T>(value: T): Result<T> => ({ ok: true, value });
export const refuse = (code: ErrorCode, message: string): Refusal => ({ ok: false, code, message });
/** The result with its value changed; a refusal stays as it is. */
export const mapResult = <T, U>(result: Result<T>, change: (value: T) => U): Result<U> =>
  result.ok ? accept(change(result.value)) : result;
/** The refusal of a request that nobody could carry out as it is. */
export const invalid = (message: string): Refusal => refuse("INVALID_ARGUMENT", message);

/** The refusal of a request with these mistakes: `entrants.1: engine: there is no engine “X”; entrants.2: …`. */
export const refuseMistakes = (mistakes: readonly Mistake[]): Refusal => ({
  ...invalid(mistakes.map(({ path, reason }) => `${path.join(": ").replace(/: (?=\d)/g, ".")}: ${reason}`).join("; ")),
  mistakes,
});
export const refuseField = (field: string, reason: string): Refusal => refuseMistakes([{ path: [field], reason }]);
/** The refusal of a list by those of its parts, each with its place from 0. */
export const refuseParts = (list: string, parts: Iterable<readonly [number, Refusal]>): Refusal =>
  refuseMistakes(
    Array.from(parts).flatMap(([place, { message, mistakes = [{ path: [], reason: message }] }]) =>
      mistakes.map(({ path, reason }) => ({ path: [list, place, ...path], reason })),
    ),
  );

/** Whether the store did not do what it was asked to, or cannot tell whether it did. */
export const isOfStore = (code: string): boolean => code === "STORAGE_FAILED" || code === "OUTCOME_UNKNOWN";

/** Thrown when something that an answer needs cannot be read just now; carries the refusal for the caller. */
export class Unavailable extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal, cause: unknown) {
    super(refusal.message, { cause });
    this.refusal = refusal;
  }
}

/** The result of work; `otherwise` where it throws. */
export function attempt<T, U>(work: () => T, otherwise: U): T | U {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

/** Ends a switch: a missing case does not compile. */
export function missingCase(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}

/**
 * The message of an error, or the text of whatever else was thrown. Of several errors in one, as where each address of a
 * name was tried in vain, the first one's: such an error has no message of its own.
 */
export function messageOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
}
