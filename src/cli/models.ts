import { readableText } from "../main/base/text-file.ts";
import { type EntrantRequest, entrantRequest } from "../shared/entrants.ts";
import type { Fields } from "../shared/fields.ts";
import { describeIssues } from "../shared/issues.ts";
import { modelProviders, promptFieldNames, reasoningEfforts } from "../shared/model-providers.ts";
import { accept, invalid, type Result } from "../shared/result.ts";
import * as request from "./request-options.ts";

/** So many entrants, each model in turn. Refuses with `INVALID_ARGUMENT` where no model is named, or not its price. */
export function modelEntrants(values: Fields, count: number): Result<readonly ModelEntrant[]> {
  const [models = [], prices = []] = [values["model"] ?? [], values["price"] ?? []].map((each) => [each].flat());
  if (models.length === 0)
    return invalid(
      "--strategy llm takes --model PROVIDER/MODEL, such as anthropic/claude-sonnet-4-5, or --entrants that names models.",
    );
  if (prices.length > 1 && prices.length !== models.length)
    return invalid("--price takes one price for all models, or one for each --model.");
  const kinds: ModelEntrant[] = [];
  for (const [index, model] of models.entries()) {
    const price = prices.length === 1 ? prices[0] : prices[index];
    const kind = modelEntrant({ ...values, model, price });
    if (!kind.ok) return kind;
    kinds.push(kind.value);
  }
  return accept(Array.from({ length: count }, (_, index) => kinds[index % kinds.length]).flatMap((each) => each ?? []));
}

/** The options that name a model, and what is asked of it. */
export const modelOptions = {
  ...request.alike(request.text, "model", "base-url", "key-env", "reasoning-effort"),
  ...request.alike(
    request.whole,
    "thinking-tokens",
    "max-output-tokens",
    "votes",
    "calls-at-once",
    "tokens-per-minute",
  ),
  price: request.numbers(
    "price",
    ["input", "output", "cached"],
    /^\d{1,5}(?:\.\d{1,6})?$/,
    "dollars, such as 3,15 or 3,15,0.3",
    2,
  ),
  prompt: request.text("prompt_text", readableText, "a file that can be read"),
  temperature: request.number("temperature", /^\d(?:\.\d{1,3})?$/, "a number, such as 0.7"),
  "model-seed": request.whole("seed"),
} as const;
/** The same with this before each name. */
export const prefixOptions = (prefix: string): Readonly<Record<string, request.RequestOption>> =>
  Object.fromEntries(Object.entries(modelOptions).map(([name, option]) => [prefix + name, option]));

export const modelHelp = `\
  --model PROVIDER/MODEL  with llm: anthropic, openai, google or openai-compatible, and the model; \`kibitz league\` takes
                         several, which are entered in turn, and a --price for each
  --price IN,OUT[,CACHED]  dollars for a million tokens read, written, and read from the vendor's cache where that differs
  --base-url URL         where it is asked, in place of the provider's own address
  --key-env NAME         the environment variable with its key; by default the provider's usual one
  --prompt FILE          its whole prompt, with ${promptFieldNames}
  --reasoning-effort HOW  how much it thinks: ${reasoningEfforts.join(", ")}
  --votes N              ask for N answers for each move: the move that most of them name is played
  --calls-at-once N, --tokens-per-minute N  what its key may be used for at most, by all players with this key together
  --temperature T, --thinking-tokens N, --max-output-tokens N, --model-seed N  as the vendor takes them: what it does not
                         take is said before anything begins`;
export type ModelEntrant = Extract<EntrantRequest, { readonly kind: "llm" }>;

/** Reads the options that begin with `prefix`. Refuses with `INVALID_ARGUMENT` and one sentence. */
export function modelEntrant(values: Fields, prefix = ""): Result<ModelEntrant> {
  const options = prefixOptions(prefix);
  const reading = request.readRequest(options, values);
  if (!reading.ok) return reading;
  const { model: modelName = "", ...fields } = reading.value;
  const [, provider, model] = /^([^/]+)\/(.+)$/s.exec(String(modelName)) ?? [];
  if (model === undefined)
    return request.refuseValue(`${prefix}model`, `PROVIDER/MODEL (${modelProviders.join(", ")})`, String(modelName));
  const parsing = entrantRequest.safeParse({ kind: "llm", provider, model, ...fields });
  if (parsing.success && parsing.data.kind === "llm") return accept(parsing.data);
  const issues = parsing.error?.issues ?? [];
  const problem = describeIssues({ issues });
  const field = String(issues[0]?.path[0] ?? "");
  const option = Object.keys(options).find((name) => options[name]?.field === field);
  return invalid(option ? `--${option}${problem.slice(field.length)}` : `--${prefix}model: ${problem}`);
}
