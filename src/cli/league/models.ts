import { type EntrantRequest, entrantRequest } from "../../shared/entrants.ts";
import { describeIssues } from "../../shared/issues.ts";
import { modelProviders } from "../../shared/model-providers.ts";
import { accept, type Result, refuse } from "../../shared/result.ts";

/** The models that `--strategy llm` has play, as the command line names them. */
export interface ModelFlags {
  readonly model?: readonly string[] | undefined;
  readonly price?: readonly string[] | undefined;
  readonly "base-url"?: string | undefined;
  readonly "key-env"?: string | undefined;
}

/** So many entrants, each model in its turn. Refuses with `INVALID_ARGUMENT` what names no model, or not its price. */
export function modelEntrants(given: ModelFlags, count: number): Result<readonly EntrantRequest[]> {
  const { model: models = [], price: prices = [] } = given;
  if (models.length === 0)
    return refuse(
      "INVALID_ARGUMENT",
      "--strategy llm takes --model PROVIDER/MODEL, such as anthropic/claude-sonnet-4-5, or --entrants that names models.",
    );
  if (prices.length > 1 && prices.length !== models.length)
    return refuse("INVALID_ARGUMENT", "--price takes one price for all models, or one for each --model.");
  const kinds: EntrantRequest[] = [];
  for (const [index, text] of models.entries()) {
    const kind = entrantOf(text, prices.length === 1 ? prices[0] : prices[index], given);
    if (!kind.ok) return kind;
    kinds.push(kind.value);
  }
  return accept(Array.from({ length: count }, (_, index) => kinds[index % kinds.length]).flatMap((each) => each ?? []));
}

function entrantOf(text: string, price: string | undefined, given: ModelFlags): Result<EntrantRequest> {
  const [, provider, model] = /^([^/]+)\/(.+)$/s.exec(text) ?? [];
  if (model === undefined)
    return refuse(
      "INVALID_ARGUMENT",
      `--model takes PROVIDER/MODEL (${modelProviders.join(", ")}), not ${JSON.stringify(text.slice(0, 80))}.`,
    );
  const figures = (price ?? "").split(",");
  const isPrice = [2, 3].includes(figures.length) && figures.every((each) => /^\d{1,5}(?:\.\d{1,6})?$/.test(each));
  if (price !== undefined && !isPrice)
    return refuse(
      "INVALID_ARGUMENT",
      "--price takes dollars for a million tokens in and out, such as 3,15, and after them those from the vendor's cache.",
    );
  const [input, output, cached] = isPrice ? figures.map(Number) : [];
  const { "base-url": base_url, "key-env": key_env } = given;
  const read = entrantRequest.safeParse({
    ...{ kind: "llm", provider, model },
    ...(input === undefined ? {} : { price: { input, output, ...(cached === undefined ? {} : { cached }) } }),
    ...(base_url === undefined ? {} : { base_url }),
    ...(key_env === undefined ? {} : { key_env }),
  });
  return read.success ? accept(read.data) : refuse("INVALID_ARGUMENT", `--model: ${describeIssues(read.error)}`);
}
