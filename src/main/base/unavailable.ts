import type { Refusal } from "../../shared/result.ts";

/** Thrown when something that an answer needs cannot be read just now; carries the refusal for the caller. */
export class Unavailable extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal, cause: unknown) {
    super(refusal.message, { cause });
    this.refusal = refusal;
  }
}
