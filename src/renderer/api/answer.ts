import type { ErrorCode, Refusal } from "../../shared/result.ts";

/** Failures besides the host's refusals: no answer, not signed in, or an answer that is not Kibitz's. */
export type FailureCode = ErrorCode | "CONNECTION_LOST" | "UNAUTHORIZED" | "UNEXPECTED";

export interface Failure extends Omit<Refusal, "code"> {
  readonly code: FailureCode;
}

export type Answer<T> = { readonly ok: true; readonly value: T } | Failure;

export const failure = (code: FailureCode, message: string): Failure => ({ ok: false, code, message });

export const connectionLost = failure("CONNECTION_LOST", "Kibitz does not answer. Is it still running?");

/** The message wherever a page is opened without being signed in. */
export const unauthorized = failure(
  "UNAUTHORIZED",
  "This browser is not signed in. Open the address that Kibitz printed when it started, or have it print another.",
);
