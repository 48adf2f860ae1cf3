import type { LanguageModel } from "ai";
import { fieldIn } from "../../../shared/fields.ts";
import { ownAddresses } from "../../../shared/model-providers.ts";
import type { ModelSettings } from "../../../shared/player-settings.ts";
import { messageOf } from "../../../shared/result.ts";
import { limitOf } from "../../base/awake-time.ts";
import { AnswerUnread } from "../fetch-untrusted.ts";
import { withoutSecret } from "../without-secret.ts";
import { modelFetch } from "./model-fetch.ts";
import type { ModelPrompt } from "./prompt.ts";

/** A model's answer, and its cost. */
export interface ModelAnswer {
  readonly ok: true;
  readonly text: string;
  /** Whether it ended at its greatest length. */
  readonly isCut: boolean;
  /** Null where the vendor reports none of them. */
  readonly tokens: {
    readonly input: number;
    /** Of the tokens that it read, those that its vendor had cached from an earlier question. */
    readonly cached: number;
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
   * Whether no question can succeed with these settings: the key is refused, the account is empty, or the model is
   * unknown.
   */
  readonly misconfigured: boolean;
}

/** Asks a language model once. Never throws, and never reveals the key. */
export type AskModel = (
  settings: ModelSettings,
  key: string | null,
  prompt: ModelPrompt,
  limitMs: number,
  signal: AbortSignal,
) => Promise<ModelAnswer | ModelFailure>;

export const askModel: AskModel = async (settings, key, { system, user }, limitMs, signal) => {
  const late = limitOf(limitMs);
  try {
    // The SDK takes long to load, and few hosts ask models.
    const { generateText } = await import("ai");
    // The SDK writes its warnings to the console, past our log.
    globalThis.AI_SDK_LOG_WARNINGS = false;
    const { text, finishReason, usage, toolCalls } = await generateText({
      model: await modelOf(settings, key),
      system,
      prompt: user,
      ...(settings.temperature === undefined ? {} : { temperature: settings.temperature }),
      // The driver tries again itself, since it knows the time.
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, late.signal]),
    });
    return {
      ok: true,
      // An answer may repeat the key. A move stands at the end.
      text: withoutKey(text.slice(-LONGEST_READ), key),
      isCut: finishReason === "length",
      tokens:
        usage.inputTokens === undefined && usage.outputTokens === undefined
          ? null
          : {
              input: countOf(usage.inputTokens),
              cached: countOf(usage.inputTokenDetails.cacheReadTokens),
              output: countOf(usage.outputTokens),
              reasoning: countOf(usage.outputTokenDetails.reasoningTokens),
            },
      calledTools: toolCalls.slice(0, 3).map(({ toolName }) => withoutKey(toolName.slice(0, 60), key)),
    };
  } catch (error) {
    if (signal.aborted) return failed("called off");
    if (late.signal.aborted)
      return failed(`no answer in ${Number((limitMs / 1_000).toPrecision(2))} s`, { again: true });
    return silenceOf(error, key);
  } finally {
    late.end();
  }
};

const failed = (reason: string, how: Partial<ModelFailure> = {}): ModelFailure => ({
  ok: false,
  reason,
  again: false,
  afterMs: null,
  misconfigured: false,
  ...how,
});

/** Most characters of an answer, and of an error, that are read. */
const LONGEST_READ = 65_536;
const LONGEST_ERROR = 2_000;

/**
 * Most tokens of one answer that are believed: a larger sum would not fit into a number, and its record could not be
 * read.
 */
const MOST_TOKENS = 1_000_000_000;

/** A reported count of tokens; 0 for an impossible one. */
const countOf = (told = 0): number => (told >= 0 && told <= MOST_TOKENS ? Math.ceil(told) : 0);

async function modelOf({ provider, model, baseUrl }: ModelSettings, key: string | null): Promise<LanguageModel> {
  // Without it, the SDK would look for an address and a key by itself, in an environment that may be an assistant's.
  const baseURL = baseUrl ?? ownAddresses[provider];
  const common = { baseURL, fetch: modelFetch };
  const apiKey = key ?? "none";
  switch (provider) {
    case "anthropic":
      return (await import("@ai-sdk/anthropic")).createAnthropic({ ...common, apiKey })(model);
    case "openai":
      return (await import("@ai-sdk/openai")).createOpenAI({ ...common, apiKey })(model);
    case "google":
      return (await import("@ai-sdk/google")).createGoogleGenerativeAI({ ...common, apiKey })(model);
    case "openai-compatible": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const keyed = key === null ? {} : { apiKey: key };
      return createOpenAICompatible({ name: "compatible", ...common, ...keyed })(model);
    }
  }
}

function silenceOf(error: unknown, key: string | null): ModelFailure {
  const status = fieldIn(error, "statusCode");
  const cause = fieldIn(error, "cause");
  const plainest = cause instanceof AnswerUnread ? cause : error;
  const message = messageOf(plainest).slice(0, LONGEST_ERROR);
  const hidden = withoutKey(message, key).split("\n")[0] ?? "";
  if (typeof status !== "number") {
    const unreachable = fieldIn(error, "isRetryable") === true || error instanceof TypeError;
    const what = unreachable ? "it cannot be reached" : "it answered nonsense";
    return failed(`${what} (${hidden.slice(0, 120)})`, { again: true });
  }
  if (status === 401 || status === 403)
    return failed(`HTTP status ${status}: it does not take the key`, { misconfigured: true });
  // An unreadable success is worth another try, as are a limit, a conflict and a failure of the provider.
  const again = status < 400 || status === 408 || status === 409 || status === 429 || status >= 500;
  return failed(`HTTP status ${status} (${hidden.slice(0, 120)})`, {
    again,
    afterMs: retryAfter(fieldIn(error, "responseHeaders")),
    misconfigured: status === 402 || status === 404 || (!again && noSuchModel.test(message)),
  });
}

/** The words by which servers say that they do not know a model, where their status does not. */
const noSuchModel =
  /\b(no such|unknown|invalid) model\b|\bmodel\b.{0,240}\b(not found|not exist|not supported|unknown|not a valid)/i;

const withoutKey = (text: string, key: string | null): string => (key === null ? text : withoutSecret(text, key));

/** `retry-after-ms`, or `retry-after` in seconds or as a date (RFC 9110, 10.2.3). */
function retryAfter(headers: unknown): number | null {
  const ms = Number(headerIn(headers, "retry-after-ms") ?? Number.NaN);
  if (ms >= 0) return ms;
  const text = headerIn(headers, "retry-after");
  if (text === null) return null;
  const seconds = Number(text);
  const wait = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(text) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}

/** A header's text; null also for an empty one, which would be read as the number 0. */
function headerIn(headers: unknown, name: string): string | null {
  const text = fieldIn(headers, name);
  return typeof text === "string" && text.trim() !== "" ? text : null;
}
