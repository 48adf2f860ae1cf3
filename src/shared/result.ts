/** Every code that an answer can carry. Clients branch on these; the wording beside them may change. */
export const errorCodes = [
  "GAME_NOT_FOUND",
  "SEAT_REQUIRED",
  "SEAT_TAKEN",
  "NOT_YOUR_TURN",
  "GAME_OVER",
  "GAME_NOT_STARTED",
  "ILLEGAL_MOVE",
  "CLAIM_FAILED",
  "STALE_PLY",
  "INVALID_ARGUMENT",
  "RATE_LIMITED",
  "LIMIT_REACHED",
  "STORAGE_FAILED",
  // Said by the store to its caller, who looks again and decides anew; it reaches nobody outside.
  "CONFLICT",
  // The same of what nobody asked for: another host sees to it by now.
  "ELSEWHERE",
  "ANALYSIS_OFF",
  "ENGINE_FAILED",
  "LEAGUE_NOT_FOUND",
  // It takes no entrants (any more), or has nothing more to do.
  "LEAGUE_CLOSED",
  "ENTRANT_REQUIRED",
  "HOST_CLOSING",
  // Said by the shim, when the host went away while a call was under way.
  "HOST_RESTARTED",
] as const;
export type ErrorCode = (typeof errorCodes)[number];

export interface Refusal {
  readonly ok: false;
  readonly code: ErrorCode;
  /** One plain sentence or two: what is wrong and what to do. */
  readonly message: string;
  /** The number of the game that stands in the way, where one does. */
  readonly game?: string;
}

export type Result<T> = { readonly ok: true; readonly value: T } | Refusal;

export const accept = <T>(value: T): Result<T> => ({ ok: true, value });
export const refuse = (code: ErrorCode, message: string): Refusal => ({ ok: false, code, message });

/** Closes a switch: a variant that was forgotten does not compile. */
export function missingCase(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}
