import { createHash } from "node:crypto";
import type { FailureCause } from "../../../shared/causes.ts";
import { type Effort, LONGEST_RECORD } from "../../../shared/events.ts";
import type { ModelSettings } from "../../../shared/player-settings.ts";
import { withoutSecret } from "../without-secret.ts";
import type { ModelPrompt } from "./prompt.ts";

/** Most characters of an answer that are read. */
export const LONGEST_READ = 65_536;

/** A model's answer, and its cost. */
export interface ModelAnswer {
  readonly ok: true;
  readonly text: string;
  /** The vendor's account of its reasoning; empty where there is none. */
  readonly reasoning: string;
  /** The part of its record that does not depend on how it is read. */
  readonly record: Omit<NonNullable<Effort["answer"]>, "form">;
  /** Null where the vendor reports none of them. */
  readonly tokens: {
    readonly input: number;
    /** Of the tokens that it read, those that its vendor had cached from an earlier question. */
    readonly fromCache: number;
    readonly output: number;
    readonly reasoning: number;
  } | null;
  /** The names of the tools that it called, though it was offered none. */
  readonly calledTools: readonly string[];
}

/** The reason why there is no answer. */
export interface ModelFailure {
  readonly ok: false;
  readonly reason: string;
  /** Whether another try may succeed, and in how many milliseconds the provider wants it, where it says so. */
  readonly again: boolean;
  readonly afterMs: number | null;
  /**
   * The provider's failure (a limit, an error of its own, or that nobody reaches it), no answer in time, or a request
   * that cannot succeed as it is.
   */
  readonly cause: Extract<FailureCause, "provider" | "late" | "request">;
  /**
   * Whether no question can succeed with these settings: the key is refused, the account is empty, or the model is
   * unknown.
   */
  readonly isMisconfigured: boolean;
}

/** Asks a language model once. Never throws, and never reveals the key. */
export type AskModel = (
  settings: ModelSettings,
  key: string | null,
  prompt: ModelPrompt,
  limitMs: number,
  signal: AbortSignal,
) => Promise<ModelAnswer | ModelFailure>;

/** An answer by its text and the rest of its record; its reasoning and its cost are the vendor's to tell. */
export function answerOf(
  text: string,
  rest: Pick<ModelAnswer["record"], "finish" | "model" | "sent">,
  key: string | null = null,
): ModelAnswer {
  // An answer may repeat the key. A move stands at the end.
  const safeText = withoutKey(text.slice(-LONGEST_READ), key);
  return {
    ok: true,
    text: safeText,
    reasoning: "",
    record: {
      text: safeText.slice(-LONGEST_RECORD).toWellFormed(),
      length: text.length,
      sha256: createHash("sha256").update(text).digest("hex"),
      ...rest,
    },
    tokens: null,
    calledTools: [],
  };
}

export const failure = (reason: string, how: Partial<ModelFailure> = {}): ModelFailure => ({
  ok: false,
  reason,
  again: false,
  afterMs: null,
  cause: "request",
  isMisconfigured: false,
  ...how,
});

export const withoutKey = (text: string, key: string | null): string =>
  key === null ? text : withoutSecret(text, key);
