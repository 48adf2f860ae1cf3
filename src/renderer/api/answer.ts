import type { ErrorCode } from "../../shared/result.ts";

/** The failures beside the host's refusals: no answer, nobody signed in, an answer that is not ours. */
export type FailureCode = ErrorCode | "CONNECTION_LOST" | "UNAUTHORIZED" | "UNEXPECTED";

export interface Failure {
  readonly ok: false;
  readonly code: FailureCode;
  /** One plain sentence or two for the person. */
  readonly message: string;
  /** The number of the game that stands in the way, where one does. */
  readonly game?: string;
}

export type Answer<T> = { readonly ok: true; readonly value: T } | Failure;

export const failure = (code: FailureCode, message: string): Failure => ({ ok: false, code, message });

export const connectionLost = failure("CONNECTION_LOST", "Kibitz does not answer. Is it still running?");

/** Said wherever the page is opened that is not signed in. */
export const unauthorized = failure(
  "UNAUTHORIZED",
  "This browser is not signed in. Open the address that Kibitz printed when it started, or have it print another.",
);
