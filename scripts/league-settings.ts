// `node --import ./scripts/raw-assets.mjs scripts/league-settings.ts`: writes docs/league-settings.md from the schema of a
// request for a league, and from the options of `kibitz league`.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { leagueOptions } from "../src/cli/league/options.ts";
import { modelOptions } from "../src/cli/models.ts";
import { measureRequest } from "../src/main/league/measure/plan.ts";
import { leagueRequest } from "../src/main/league/request.ts";
import { type Options as CommandOptions, nameOf } from "../src/shared/command-options.ts";
import { entrantRequest } from "../src/shared/entrants.ts";
import { NAME_LENGTH } from "../src/shared/text.ts";

const file = join(import.meta.dirname, "..", "docs", "league-settings.md");

type Schema = z.core.JSONSchema.BaseSchema;
type Options = Readonly<Record<string, string>>;

/** Options by the paths of their fields. */
const byField = (options: CommandOptions<{ readonly field: string }>): Options =>
  Object.fromEntries(
    Object.entries(options).flatMap(([written, option]) =>
      typeof option === "string" ? [] : [[option.field, `--${nameOf(written)}`]],
    ),
  );

/** A limit, as people write numbers: `65,536`. */
const numeral = (value: number): string => value.toLocaleString("en");

const isPlain = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value);

/** The fields of an object, or of the objects in a list; constant ones are left out. */
function partsOf({ properties, items }: Schema): readonly (readonly [name: string, schema: Schema])[] {
  const item = typeof items === "object" && !Array.isArray(items) ? items : {};
  return Object.entries(properties ?? item.properties ?? {}).flatMap(([name, schema]) =>
    typeof schema === "boolean" || schema.const !== undefined ? [] : [[name, schema] as const],
  );
}

/** The values of a field, and its default: its words, its range, or its kind with those parts that have no row of their own. */
function valuesOf(schema: Schema): string {
  const { type, enum: words, minimum, maximum, exclusiveMinimum, maxLength, items, default: usual } = schema;
  const end = isPlain(usual) ? ` (\`${usual}\`)` : "";
  if (words) return words.map((word) => `\`${word}\``).join(", ") + end;
  if (type === "boolean") return `\`true\` or \`false\`${end}`;
  if (type === "integer" || type === "number") {
    const least = minimum === undefined ? `above ${exclusiveMinimum}` : numeral(minimum);
    return `${least} to ${numeral(maximum ?? Number.POSITIVE_INFINITY)}${end}`;
  }
  const parts = partsOf(schema).flatMap(([name, part]) =>
    part.description === undefined ? [`\`${name}\`: ${valuesOf(part)}`] : [],
  );
  const inner = parts.length > 0 ? `; ${parts.join("; ")}` : "";
  if (type === "object") return `an object${inner}`;
  if (type !== "array")
    return `a text${maxLength === undefined ? "" : ` of up to ${numeral(maxLength)} characters`}${end}`;
  const ofWords = typeof items === "object" && !Array.isArray(items) && items.enum ? ` of ${valuesOf(items)}` : "";
  return `a list${ofWords}${inner}`;
}

/** The cells of each field, and after an object's, or a list's of objects, those of its own fields. */
function rowsOf(schema: Schema, options: Options, path = ""): readonly (readonly string[])[] {
  return partsOf(schema).flatMap(([name, part]) => {
    const field = `${path}${name}`;
    const option = options[field] === undefined ? "" : `\`${options[field]}\``;
    const cells = [`\`${field}\``, option, valuesOf(part), part.description ?? ""];
    const rows = rowsOf(part, options, `${field}.`).filter(([, option, , words]) => option !== "" || words !== "");
    return [cells, ...rows];
  });
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
const HEAD = ["field", "option", "takes (default)", ""];

const schemaOf = (type: z.ZodType): Schema => z.toJSONSchema(type, { io: "input" });

/** The text of docs/league-settings.md. */
export function settingsText(): string {
  const kinds = entrantRequest.options.flatMap((option) => {
    const [kind = ""] = [...option.shape.kind.values];
    const options = kind === "llm" ? byField(modelOptions) : {};
    return rowsOf(schemaOf(option), options)
      .filter(([field]) => field !== "`name`")
      .map((cells) => [`\`${kind}\``, ...cells]);
  });
  const league = rowsOf(schemaOf(leagueRequest), byField(leagueOptions));
  const measure = rowsOf(schemaOf(measureRequest), { within: "--within", games: "--games" });
  const ofLeague = new Set(league.map(([field]) => field));
  const common = measure.flatMap(([field = ""]) => (ofLeague.has(field) && !field.includes(".") ? [field] : []));
  return `<!-- made by scripts/league-settings.ts -->
# The settings of a league

*A reference.* Every field of \`POST /api/leagues\`, and the option of \`kibitz league\` that sets it; agents' \`createLeague\` takes most of them. \`kibitz league --help\` has the options for output, [Leagues](leagues.md) explains how leagues work. \`node --import ./scripts/raw-assets.mjs scripts/league-settings.ts\` makes this page from the schema that checks each request.

${table(HEAD, league)}

## Entrants

Each is an object of \`entrants\`, or of the file of \`--entrants\`, with its \`kind\` and a \`name\` of at most ${NAME_LENGTH} characters, which only an \`agent\` has to have. \`human\` has nothing else.

${table(["kind", ...HEAD], kinds)}

## Measurements

\`POST /api/leagues/measure\` takes ${common.join(", ")} as a league does, and:

${table(
  HEAD,
  measure.filter(([field = ""]) => !ofLeague.has(field)),
)}
`;
}

/** The page as it is stored. */
export const readSettings = (): string => readFileSync(file, "utf8");

if (import.meta.main) writeFileSync(file, settingsText());
