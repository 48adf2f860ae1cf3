import { readableText } from "../main/base/text-file.ts";
import { nameOf } from "../shared/command-options.ts";
import { type EntrantRequest, entrantRequest } from "../shared/entrants.ts";
import type { Fields } from "../shared/fields.ts";
import { describeIssues } from "../shared/issues.ts";
import { modelProviders } from "../shared/model-providers.ts";
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
  "model PROVIDER/MODEL": request.textOption("model", undefined, "PROVIDER/MODEL, such as anthropic/claude-sonnet-4-5"),
  "price IN,OUT[,CACHED]": request.numbersOption(
    "price",
    ["input", "output", "cached"],
    "dollars, such as 3,15 or 3,15,0.3",
    2,
  ),
  ...request.optionsNamed(request.textOption, "base-url URL", "key-env NAME", "reasoning-effort HOW"),
  "prompt FILE": request.textOption("prompt_text", readableText, "a file that can be read"),
  ...request.optionsNamed(request.numberOption, "temperature T"),
  ...request.optionsNamed(request.wholeOption, "thinking-tokens N", "max-output-tokens N", "votes N"),
  ...request.optionsNamed(request.wholeOption, "calls-at-once N", "tokens-per-minute N"),
  "model-seed N": request.wholeOption("seed"),
} as const;
/** The same with this before each name. */
export const prefixOptions = (prefix: string): Readonly<Record<string, request.RequestOption>> =>
  Object.fromEntries(Object.entries(modelOptions).map(([written, option]) => [prefix + written, option]));

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
  const option = Object.keys(options).find((written) => options[written]?.field === field);
  return invalid(option ? `--${nameOf(option)}${problem.slice(field.length)}` : `--${prefix}model: ${problem}`);
}
