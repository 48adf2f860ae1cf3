import { type EntrantRequest, entrantRequest, modelLacks } from "../shared/entrants.ts";
import { describeIssues } from "../shared/issues.ts";
import { modelProviders } from "../shared/model-providers.ts";
import { accept, invalid, type Result } from "../shared/result.ts";

/** The models that `--strategy llm` has play, as the command line names them. */
export type ModelFlags = Omit<NamedModel, "model" | "price"> &
  Readonly<Partial<Record<"model" | "price", readonly string[] | undefined>>>;

/**
 * As many entrants, each model in turn. Refuses with `INVALID_ARGUMENT` a text that names no model, or not its price.
 */
export function modelEntrants(given: ModelFlags, count: number): Result<readonly ModelEntrant[]> {
  const { model: models = [], price: prices = [] } = given;
  if (models.length === 0)
    return invalid(
      "--strategy llm takes --model PROVIDER/MODEL, such as anthropic/claude-sonnet-4-5, or --entrants that names models.",
    );
  if (prices.length > 1 && prices.length !== models.length)
    return invalid("--price takes one price for all models, or one for each --model.");
  const kinds: ModelEntrant[] = [];
  for (const [index, model] of models.entries()) {
    const price = prices.length === 1 ? prices[0] : prices[index];
    const kind = modelEntrant({ ...given, model, price });
    if (!kind.ok) return kind;
    kinds.push(kind.value);
  }
  return accept(Array.from({ length: count }, (_, index) => kinds[index % kinds.length]).flatMap((each) => each ?? []));
}

/** The options that name a model. */
export const modelOptions = ["model", "price", "base-url", "key-env"] as const;
type NamedModel = Readonly<Partial<Record<(typeof modelOptions)[number], string | undefined>>>;
export type ModelEntrant = Extract<EntrantRequest, { readonly kind: "llm" }>;

/**
 * Reads it. Refuses with `INVALID_ARGUMENT` and one sentence.
 * @param prefix what its options begin with
 */
export function modelEntrant(given: NamedModel, prefix = ""): Result<ModelEntrant> {
  const { model: named = "", price, "base-url": base_url, "key-env": key_env } = given;
  const [, provider, model] = /^([^/]+)\/(.+)$/s.exec(named) ?? [];
  if (model === undefined)
    return invalid(
      `--${prefix}model takes PROVIDER/MODEL (${modelProviders.join(", ")}), not ${JSON.stringify(named.slice(0, 80))}.`,
    );
  const figures = (price ?? "").split(",");
  const isPrice = [2, 3].includes(figures.length) && figures.every((each) => /^\d{1,5}(?:\.\d{1,6})?$/.test(each));
  if (price !== undefined && !isPrice)
    return invalid(
      `--${prefix}price takes dollars for a million tokens in and out, such as 3,15, and after them those from the vendor's cache.`,
    );
  const [input, output, cached] = isPrice ? figures.map(Number) : [];
  const read = entrantRequest.safeParse({
    kind: "llm",
    provider,
    model,
    ...(input === undefined ? {} : { price: { input, output, ...(cached === undefined ? {} : { cached }) } }),
    ...(base_url === undefined ? {} : { base_url }),
    ...(key_env === undefined ? {} : { key_env }),
  });
  if (!read.success || read.data.kind !== "llm") {
    const said = read.success ? "" : describeIssues(read.error);
    const own = said.replace(/^(?:base_url|key_env)(?=: )/, (field) => `--${prefix}${field.replace("_", "-")}`);
    return invalid(own === said ? `--${prefix}model: ${said}` : own);
  }
  switch (modelLacks(read.data)) {
    case "base_url":
      return invalid(`--${prefix}base-url is missing: ${provider} needs the address of the server.`);
    case "price":
      return invalid(
        `--${prefix}price is missing: say what ${named} costs in dollars for a million tokens in and out, such as --${prefix}price 3,15.`,
      );
    default:
      return accept(read.data);
  }
}
