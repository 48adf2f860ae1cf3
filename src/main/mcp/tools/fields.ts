import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { ApiMove } from "../../../shared/api.ts";
import { type Fields, isFields, jsonIn } from "../../../shared/fields.ts";
import { describeIssues } from "../../../shared/issues.ts";
import { NAME_LENGTH } from "../../../shared/text.ts";

type JsonSchema = Record<string, unknown>;

/** Arguments that were understood, or the mistake in them; and the arguments as given. */
type ParsedArguments<T> = { readonly raw: Record<string, unknown> } & (
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string }
);

/**
 * A tool's input schema as the SDK wants it, with two changes. Invalid arguments come to the handler as a value, so
 * that every refusal is worded and coded in one place; and the JSON form is made once, not for each server instance.
 */
export function lenientInput<Schema extends z.ZodObject>(
  schema: Schema,
): StandardSchemaWithJSON<unknown, ParsedArguments<z.output<Schema>>> {
  const json = jsonOnce(schema, "input");
  const validate = (value: unknown): { value: ParsedArguments<z.output<Schema>> } => {
    const raw = readLeniently(value, json());
    const parsing = schema.safeParse(raw);
    return {
      value: parsing.success
        ? { ok: true, value: parsing.data, raw }
        : { ok: false, message: describeIssues(parsing.error, Object.keys(schema.shape)), raw },
    };
  };
  return asStandard(validate, json);
}

/** A prompt's arguments, read as leniently as a tool's: a blank field is "". The SDK finds completers by the shape. */
export function lenientPrompt<Schema extends z.ZodObject>(
  schema: Schema,
): StandardSchemaWithJSON<unknown, z.output<Schema>> & Pick<Schema, "shape"> {
  const json = jsonOnce(schema, "input");
  const validate = (value: unknown) => schema["~standard"].validate(readLeniently(value, json()));
  return { shape: schema.shape, ...asStandard(validate, json) };
}

export const cachedOutput = <Schema extends z.ZodType>(schema: Schema) =>
  asStandard((value: unknown) => schema["~standard"].validate(value), jsonOnce(schema, "output"));

const asStandard = <Validate>(validate: Validate, json: () => JsonSchema) => ({
  "~standard": { version: 1 as const, vendor: "kibitz", validate, jsonSchema: { input: json, output: json } },
});

function jsonOnce(schema: z.ZodType, io: "input" | "output"): () => JsonSchema {
  let cache: JsonSchema | null = null;
  return () => {
    cache ??= shortenSchema(z.toJSONSchema(schema, { target: "draft-2020-12", io }), io === "input");
    return cache;
  };
}

/**
 * The same schema in fewer words, since every client reads it with the list of tools. One of arguments has only what the
 * strictest hosts take: `properties` of each object, and neither `const` nor `oneOf`.
 */
function shortenSchema(schema: object, isStrict: boolean): JsonSchema {
  const entries = Object.entries(schema).flatMap(([name, value]): [string, unknown][] => {
    if (name === "$schema" || (name === "additionalProperties" && isEmpty(value))) return [];
    if ((name === "properties" || name === "items") && isEmpty(value)) return isStrict ? [[name, value]] : [];
    // Only an object whose fields have no names of their own names what their names are like.
    if (name === "propertyNames") return isStrict ? [["properties", {}]] : [];
    if (value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER) return [];
    if (isStrict && name === "const") return [["enum", [value]]];
    const shorter = (each: unknown) => (isFields(each) ? shortenSchema(each, isStrict) : each);
    return [[name === "oneOf" ? "anyOf" : name, Array.isArray(value) ? value.map(shorter) : shorter(value)]];
  });
  const { anyOf, ...rest } = Object.fromEntries(entries);
  if (!Array.isArray(anyOf)) return anyOf === undefined ? rest : { anyOf, ...rest };
  const types = anyOf.map((one) => (isFields(one) && Object.keys(one).length === 1 && "type" in one ? one.type : null));
  return types.includes(null) ? { anyOf, ...rest } : { type: types, ...rest };
}

const isEmpty = (value: unknown): boolean => isFields(value) && Object.keys(value).length === 0;

/** Words by which programs write that a value is missing. */
const missingValues: readonly unknown[] = [null, "", "null", "undefined"];

/** Whether a value is missing: forms left blank send empty objects and lists, which few schemas allow. */
function isMissing(value: unknown, schema: unknown): boolean {
  if (missingValues.includes(value)) return true;
  if (Array.isArray(value)) return value.length === 0 && isFields(schema) && schema.minItems !== undefined;
  return (
    isFields(value) &&
    fieldsOf(schema).required.size > 0 &&
    Object.values(value).every((each) => missingValues.includes(each))
  );
}

/**
 * Reads arguments as a careless caller meant them: leaves out missing values where they are optional; reads numbers,
 * booleans, objects and lists that came as text; writes texts that came as numbers; and matches the words of an enum by
 * their letters. Leaves what does not fit, to be refused.
 */
function readLeniently(value: unknown, schema: unknown): Record<string, unknown> {
  if (!isFields(value)) return {};
  const { properties, required } = fieldsOf(schema);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, raw]): [string, unknown][] => {
      const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const value = readOne(raw, field);
      if (field !== undefined && !required.has(name) && isMissing(value, field)) return [];
      return [[name, waitArguments.has(name) ? cutToMost(value, field) : value]];
    }),
  );
}

/** The arguments for the time to wait: a longer one is cut to the most that a call may last. */
const waitArguments: ReadonlySet<string> = new Set(["timeout_seconds"]);
const cutToMost = (seconds: unknown, schema: unknown): unknown =>
  typeof seconds === "number" && isFields(schema) && typeof schema.maximum === "number"
    ? Math.min(seconds, schema.maximum)
    : seconds;

function readOne(raw: unknown, schema: unknown): unknown {
  if (!isFields(schema)) return raw;
  switch (schema.type) {
    case "string":
      return readText(typeof raw === "number" ? String(raw) : raw, schema.enum);
    case "number":
    case "integer":
      return typeof raw === "string" && /^\s*-?\d+(\.\d+)?\s*$/.test(raw) ? Number(raw) : raw;
    case "boolean":
      return readBoolean(raw);
    case "array":
      return readJson(raw);
    case "object": {
      const value = readJson(raw);
      return isFields(value) ? readLeniently(value, schema) : raw;
    }
    default:
      return raw;
  }
}

/** Reads an object or a list that came as JSON in a text. */
function readJson(raw: unknown): unknown {
  if (typeof raw !== "string" || !/^\s*[[{]/.test(raw)) return raw;
  return jsonIn(raw) ?? raw;
}

/** Accepts the words of answers (`White`) and of people (“Tic Tac Toe”). */
function readText(raw: unknown, words: unknown): unknown {
  if (typeof raw !== "string" || !Array.isArray(words)) return raw;
  return words.find((word) => lettersOf(String(word)) === lettersOf(raw)) ?? raw;
}

const lettersOf = (word: string): string => word.toLowerCase().replace(/[^a-z0-9]/g, "");

function readBoolean(raw: unknown): unknown {
  const word = typeof raw === "string" ? raw.trim().toLowerCase() : raw;
  return word === "true" ? true : word === "false" ? false : raw;
}

function fieldsOf(schema: unknown): { readonly properties: Fields; readonly required: ReadonlySet<unknown> } {
  const { properties, required } = isFields(schema) ? schema : {};
  return {
    properties: isFields(properties) ? properties : {},
    required: new Set(Array.isArray(required) ? required : []),
  };
}

/** An id as people write it, with a sign before it: `#4821`. */
const withoutSign = (id: string): string => id.replace(/^#/, "");

// The fields are explained here where their names do not, for those who make them.

const record = z.looseObject({});
const list = z.array(z.unknown());
/** Fields of a game as one viewer may see it. An absent field means no, or, in few words, no change. */
const gameFields = {
  message: z.string(),
  game_id: z.string(),
  game: z.string(),
  /** `your_turn`, `waiting`, `timeout` or `game_over`. */
  status: z.string(),
  /** The reader's seat; null for a spectator. */
  you: z.string().nullable(),
  seat_token: z.string(),
  /** The seat to move; null when the game is over or both are. */
  turn: z.string().nullable(),
  /** Moves made so far. */
  ply: z.number(),
  fen: z.string(),
  /** The position, in games without FEN. */
  state: record,
  last_move: record.nullable(),
  moves_san: list,
  legal_moves: list,
  check: z.boolean(),
  opponent: record,
  clock: record,
  /** Lines of others that the reader has not seen. */
  talk: list,
  /** The seat that offers a draw now; likewise for a takeback. */
  draw_offer: z.string(),
  takeback_offer: z.string(),
  claimable_draw: z.string(),
  rematch: z.string(),
  board_url: z.string(),
  notes: list,
  join_prompt: z.string(),
  result: record.nullable(),
};

/** An answer with some of these fields and always the next action, or an error. */
export const answerOrError = (shape: z.ZodRawShape) =>
  z.looseObject({ ...z.object(shape).partial().shape, error: record.optional(), next_action: record.nullable() });

export const gameOutput = answerOrError(gameFields);
export const fullGameOutput = answerOrError({ ...gameFields, players: record, history: list, pgn: z.string() });
/** Fields of answers about something other than the course of the game. */
const { game_id, status, you, ply, talk, result } = gameFields;
export const briefOutput = answerOrError({ game_id, status, you, ply, talk, result });
export const gameListOutput = answerOrError({ games: list, next_cursor: z.string().nullable() });
export const seatListOutput = answerOrError({ games: list });
/** For the board's page, which knows the form of its state; errors as everywhere. */
export const boardOutput = z.object({
  board: record.optional(),
  error: record.optional(),
  next_action: record.nullable().optional(),
});

/** A move as agents are told it in every game: `uci` is what machines exchange, `san` what people read. */
export const toldMove = <Move extends Pick<ApiMove, "code" | "text">>({ code, text, ...rest }: Move) => ({
  ...rest,
  uci: code,
  san: text,
});

/** Hides the length limits of arguments copied from an answer: they are enforced, but models need not read them. */
export const copiedText = { minLength: undefined, maxLength: undefined };

export const gameId = z
  .string()
  .min(1)
  .max(20)
  .meta(copiedText)
  .transform(withoutSign)
  .describe("The game's id, such as 4821.");

export const seatToken = z
  .string()
  .max(200)
  .meta(copiedText)
  .optional()
  .describe("Your seat's secret, where the next action spells it or your host restarted.");

/** The arguments by which a caller names a game, and shows its seat in it. */
export const aboutGame = { game_id: gameId, seat_token: seatToken };

export const nameArgument = z.string().max(NAME_LENGTH).optional().describe("How you are shown.");

export const timeoutSeconds = z
  .number()
  .min(0)
  .optional()
  .describe("Most seconds to wait. Default: what your host allows.");

export const waitedSeconds = z
  .number()
  .min(0)
  .default(0)
  .meta({ default: undefined })
  .describe("Copied from the next action.");
