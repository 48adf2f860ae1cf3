/** Every code of an error. Clients branch on these; the wording beside them may change. */
export type ErrorCode =
  | "GAME_NOT_FOUND"
  | "SEAT_REQUIRED"
  | "SEAT_TAKEN"
  | "NOT_YOUR_TURN"
  | "GAME_OVER"
  | "GAME_NOT_STARTED"
  | "ILLEGAL_MOVE"
  | "CLAIM_FAILED"
  | "STALE_PLY"
  | "INVALID_ARGUMENT"
  | "RATE_LIMITED"
  | "LIMIT_REACHED"
  | "STORAGE_FAILED"
  // Nobody can tell whether it was stored: the disk failed, or the database was lost, in the middle of the commit.
  | "OUTCOME_UNKNOWN"
  // Another commit was first: a command decides anew. As 409, a study that was changed, or a game that was imported before.
  | "CONFLICT"
  // The same for work that nobody asked for: another host does it by now.
  | "ELSEWHERE"
  | "ANALYSIS_OFF"
  | "ENGINE_FAILED"
  | "LEAGUE_NOT_FOUND"
  // It takes no entrants (any more), or is over.
  | "LEAGUE_CLOSED"
  | "ENTRANT_REQUIRED"
  | "HOST_CLOSING"
  // From the shim, when the host went away during a call.
  | "HOST_RESTARTED";

export interface Refusal {
  readonly ok: false;
  readonly code: ErrorCode;
  /** One plain sentence or two: what is wrong and what to do. */
  readonly message: string;
  /** The kind of an illegal move, in its game's terms; absent for all else. */
  readonly illegal?: string;
  /** The id of the game that is in the way, if one is. */
  readonly game?: string;
  /** Whether the request has notes that this game lacks. */
  readonly addsNotes?: boolean;
}

export type Result<T> = { readonly ok: true; readonly value: T } | Refusal;

export const accept = <T>(value: T): Result<T> => ({ ok: true, value });
export const refuse = (code: ErrorCode, message: string): Refusal => ({ ok: false, code, message });
/** The result with its value changed; a refusal stays as it is. */
export const mapResult = <T, U>(result: Result<T>, change: (value: T) => U): Result<U> =>
  result.ok ? accept(change(result.value)) : result;
/** The refusal of a request that nobody could carry out as it is. */
export const invalid = (message: string): Refusal => refuse("INVALID_ARGUMENT", message);

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
