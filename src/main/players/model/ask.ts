import { fieldIn, fieldsOf, jsonIn } from "../../../shared/fields.ts";
import { ownAddresses } from "../../../shared/model-providers.ts";
import { type ModelSettings, sentChoices } from "../../../shared/player-settings.ts";
import { messageOf } from "../../../shared/result.ts";
import { cleanLine } from "../../../shared/text.ts";
import { limitOf } from "../../base/awake-time.ts";
import { AnswerUnread, modelFetch } from "../fetch-untrusted.ts";
import { type AskModel, answerOf, failure, LONGEST_READ, type ModelFailure, withoutKey } from "./model-answer.ts";

/** Asks a model's vendor, or the program that stands for one. */
export const askModel: AskModel = async (settings, key, prompt, limitMs, signal) =>
  settings.command
    ? (await import("./ask-command.ts")).askCommand(settings, key, prompt, limitMs, signal)
    : askVendor(settings, key, prompt, limitMs, signal);

const askVendor: AskModel = async (settings, key, { system, user }, limitMs, signal) => {
  const late = limitOf(limitMs);
  try {
    // The SDK takes long to load, and few hosts ask models.
    const { generateText } = await import("ai");
    // The SDK writes its warnings to the console, past our log.
    globalThis.AI_SDK_LOG_WARNINGS = false;
    let body = "";
    const model = await modelOf(settings, key, (input, init) => {
      body = settingsIn(init?.body);
      return modelFetch(input, init);
    });
    const answer = await generateText({
      model,
      ...(system === undefined ? {} : { system }),
      prompt: user,
      ...choicesOf(settings),
      // The driver tries again itself, since it knows the time.
      maxRetries: 0,
      include: { responseBody: true },
      abortSignal: AbortSignal.any([signal, late.signal]),
    });
    const { text, finishReason, usage, toolCalls, response } = answer;
    const version = withoutKey(cleanLine(versionOf(response.modelId, response.body)), key);
    return {
      ...answerOf(text, { finish: finishReason, model: version, sent: withoutKey(body, key) }, key),
      reasoning: withoutKey((answer.reasoningText ?? "").slice(0, LONGEST_READ), key),
      tokens:
        usage.inputTokens === undefined && usage.outputTokens === undefined
          ? null
          : {
              input: countOf(usage.inputTokens),
              fromCache: countOf(usage.inputTokenDetails.cacheReadTokens),
              output: countOf(usage.outputTokens),
              reasoning: countOf(usage.outputTokenDetails.reasoningTokens),
            },
      calledTools: toolCalls.slice(0, 3).map(({ toolName }) => withoutKey(toolName.slice(0, 60), key)),
    };
  } catch (error) {
    if (signal.aborted) return failure("called off");
    if (late.signal.aborted)
      return failure(`no answer in ${Number((limitMs / 1_000).toPrecision(2))} s`, { again: true, cause: "late" });
    return silenceOf(error, key);
  } finally {
    late.end();
  }
};

/** Most characters of a name that is recorded, and of an error. */
const LONGEST_NAME = 200;
const LONGEST_ERROR = 2_000;

/** Most tokens of one answer that are believed: the record of a larger sum could not be read. */
const MOST_TOKENS = 1_000_000_000;

/** The model that the vendor says has answered, by Google's name for it, which its package leaves out, and OpenAI's mark. */
const versionOf = (model: string, body: unknown): string =>
  `${fieldIn(body, "modelVersion") ?? model} ${fieldIn(body, "system_fingerprint") ?? ""}`.slice(0, LONGEST_NAME);

/**
 * The content of a request to a model beside its prompt, and what the vendor's package leaves out of it or changes, in
 * words. Builds requests and sends none.
 */
export async function requestOf(settings: ModelSettings): Promise<NonNullable<ModelSettings["request"]>> {
  if (settings.command) return { sent: JSON.stringify(settings.command), notes: [] };
  try {
    const { sent, warnings } = await draftOf(settings);
    const names = sentChoices.filter((name) => settings[name] !== undefined);
    // A setting that can be another one without a change of the request is in none of it.
    const other = (value: unknown) =>
      typeof value === "number" ? (value === 0.5 ? 1 : 0.5) : value === "low" ? "high" : "low";
    const others = await Promise.all(names.map((name) => draftOf({ ...settings, [name]: other(settings[name]) })));
    const unsentNames = names.filter((_, index) => others[index]?.sent === sent);
    return { sent, notes: [...unsentNames.map((name) => `${name} is not sent`), ...warnings.map(cleanLine)] };
  } catch (error) {
    return { sent: "{}", notes: [`no request can be built: ${cleanLine(messageOf(error).slice(0, LONGEST_NAME))}`] };
  }
}

/** A request that is built and not sent, and the warnings of the vendor's package. */
async function draftOf(settings: ModelSettings) {
  let body = "";
  const model = await modelOf(settings, null, async (_, init) => {
    body = settingsIn(init?.body);
    return new Response("data: [DONE]\n\n", { headers: { "content-type": "text/event-stream" } });
  });
  const { stream } = await model.doStream({
    prompt: [{ role: "user", content: [{ type: "text", text: "" }] }],
    ...choicesOf(settings),
  });
  const reader = stream.getReader();
  const { value: start } = await reader.read();
  await reader.cancel();
  const warnings = start?.type === "stream-start" ? start.warnings : [];
  return {
    sent: body,
    warnings: warnings.flatMap((each) => ("message" in each ? each.message : (each.details ?? []))),
  };
}

/** The settings as the SDK takes them; a budget for thought is an option of the vendors that have one. */
function choicesOf(settings: ModelSettings) {
  const { temperature, reasoning_effort: reasoning, thinking_tokens: budget, max_output_tokens, seed } = settings;
  const thinking = budget ? { type: "enabled", budgetTokens: budget } : { type: "disabled" };
  const thinkingConfig = { thinkingBudget: budget ?? 0 };
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(max_output_tokens === undefined ? {} : { maxOutputTokens: max_output_tokens }),
    ...(seed === undefined ? {} : { seed }),
    ...(budget === undefined ? {} : { providerOptions: { anthropic: { thinking }, google: { thinkingConfig } } }),
  };
}

/** The parts of a request that are the prompt or a name recorded elsewhere, as vendors call them, and those of a draft. */
const promptParts = new Set([
  ...["messages", "input", "instructions", "contents", "system", "systemInstruction", "model"],
  ...["stream", "stream_options"],
]);

/** The settings in the body of a request, as JSON. */
const settingsIn = (body: unknown): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(fieldsOf(jsonIn(String(body))) ?? {}).filter(([name]) => !promptParts.has(name))),
  );

/** A reported count of tokens; 0 for an impossible one. */
const countOf = (count = 0): number => (count >= 0 && count <= MOST_TOKENS ? Math.ceil(count) : 0);

async function modelOf({ provider, model, baseUrl }: ModelSettings, key: string | null, fetch: typeof modelFetch) {
  if (provider === "command") throw new Error("a program has no vendor");
  // Without it, the SDK would look for an address and a key by itself, in an environment that may be an assistant's.
  const common = { baseURL: baseUrl ?? ownAddresses[provider], fetch };
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
      const keyOptions = key === null ? {} : { apiKey: key };
      return createOpenAICompatible({ name: "compatible", ...common, ...keyOptions })(model);
    }
  }
}

function silenceOf(error: unknown, key: string | null): ModelFailure {
  const body = String(fieldIn(error, "responseBody") ?? "").slice(0, LONGEST_READ);
  const http = fieldIn(error, "statusCode");
  const json = jsonIn(body);
  // Google sends an error in a list, and gateways one in an answer that is a success by its status.
  const inBody = fieldIn(Array.isArray(json) ? json[0] : json, "error");
  const code = Number(fieldIn(inBody, "code"));
  const status = typeof http === "number" && http < 400 && code >= 400 && code < 600 ? code : http;
  const cause = fieldIn(error, "cause");
  const isUnread = cause instanceof AnswerUnread;
  const ownWords = status === http ? messageOf(isUnread ? cause : error) : String(fieldIn(inBody, "message"));
  const message = ownWords.slice(0, LONGEST_ERROR);
  const safeText = withoutKey(message, key).split("\n")[0] ?? "";
  if (typeof status !== "number") {
    const unreachable = fieldIn(error, "isRetryable") === true || error instanceof TypeError;
    const problem = unreachable ? "it cannot be reached" : "it answered nonsense";
    return failure(`${problem} (${safeText.slice(0, 120)})`, { again: true, cause: isUnread ? "request" : "provider" });
  }
  if (status === 401 || status === 403)
    return failure(`HTTP status ${status}: it does not take the key`, { isMisconfigured: true });
  const afterMs = retryAfter(fieldIn(error, "responseHeaders"), body || message);
  const isSpent = (status >= 400 || inBody !== undefined) && isAccountSpent(`${message} ${body}`, afterMs);
  // An unreadable success is worth another try, as are a limit, a conflict and a failure of the provider.
  const again = !isSpent && (status < 400 || status === 408 || status === 409 || status === 429 || status >= 500);
  return failure(`HTTP status ${status} (${safeText.slice(0, 120)})`, {
    again,
    afterMs,
    cause: (again || isSpent || status === 402) && !isUnread ? "provider" : "request",
    isMisconfigured: isSpent || status === 402 || status === 404 || (!again && noSuchModel.test(message)),
  });
}

/**
 * Whether an error says that the account is empty or the quota of a day is spent, for which waiting is no use. A quota
 * of a minute is described in the same words, and with a time after which to ask again.
 */
const isAccountSpent = (text: string, afterMs: number | null): boolean =>
  /insufficient_(?:quota|balance|credit)|exceeded_current_quota|per[\s_-]?day|\b[rt]pd\b|daily (?:limit|quota)/i.test(
    text,
  ) ||
  (afterMs === null &&
    !/per[\s_-]?minute|\b[rt]pm\b/i.test(text) &&
    /plan and billing|credit balance|(?:insufficient|out of|not enough) (?:funds|credits?|balance|quota)/i.test(text));

/** The words by which servers say that they do not know a model, where their status does not. */
const noSuchModel =
  /\b(no such|unknown|invalid) model\b|\bmodel\b.{0,240}\b(not found|not exist|not supported|unknown|not a valid)/i;

/**
 * The pause that a provider asks for, in milliseconds: by `retry-after-ms`, or `retry-after` in seconds or as a date
 * (RFC 9110, 10.2.3); by Google's `RetryInfo` or in words (`try again in 1m6.5s`) in the body; or by the longest of its
 * headers about the reset of a limit, which name a duration, a date or a time since 1970.
 */
function retryAfter(headers: unknown, body: string): number | null {
  const ms = Number(headerIn(headers, "retry-after-ms") ?? Number.NaN);
  if (ms >= 0) return ms;
  const header = headerIn(headers, "retry-after");
  if (header !== null) return waitIn(header);
  const [, seconds] =
    /"retryDelay"\s*:\s*"([\d.]+s)"/.exec(body) ??
    /\b(?:try(?:ing)?(?: again)?|retry|wait|again)(?: again)?(?: in| after| for)?\s+((?:[\d.]+\s*(?:h|ms?|s)[a-z]*\s*)+)/i.exec(
      body,
    ) ??
    [];
  if (seconds !== undefined) return waitIn(seconds);
  const resets = [...Object.keys(fieldsOf(headers) ?? {})].filter((name) => /ratelimit.*reset/i.test(name));
  const inBody = /"x-ratelimit-reset"\s*:\s*"?(\d+)/i.exec(body)?.[1];
  const waits = [...resets.map((name) => headerIn(headers, name)), inBody].flatMap((each) => waitIn(each ?? "") ?? []);
  return waits.length > 0 ? Math.max(...waits) : null;
}

const unitMs: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };

/** Milliseconds from now until what a text names: seconds, a duration such as `1m6.5s`, a date, or a time since 1970. */
function waitIn(text: string): number | null {
  const count = Number(text.trim() || Number.NaN);
  const parts = [...text.matchAll(/([\d.]+)\s*(h|ms|m|s)[a-z]*\s*/gi)];
  const sum = parts.reduce((ms, [, figure, unit = ""]) => ms + Number(figure) * (unitMs[unit.toLowerCase()] ?? 0), 0);
  // A number so large is no duration but a time, in seconds or milliseconds.
  const at = count > 1e8 ? (count > 1e11 ? count : 1_000 * count) : Date.parse(text);
  const isDuration = parts.length > 0 && parts.map(([part]) => part).join("") === text.trimStart();
  const wait = isDuration ? sum : count <= 1e8 ? 1_000 * count : at - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}

/** A header's text; null also for an empty one, which would be read as the number 0. */
function headerIn(headers: unknown, name: string): string | null {
  const text = fieldIn(headers, name);
  return typeof text === "string" && text.trim() !== "" ? text : null;
}
