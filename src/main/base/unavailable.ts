import type { Refusal } from "../../shared/result.ts";

/** What is read for an answer cannot be had just now; with what whoever asked is told. */
export class Unavailable extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal, cause: unknown) {
    super(refusal.message, { cause });
    this.refusal = refusal;
  }
}
