import { type Fields, isFields, jsonIn } from "../../shared/fields.ts";

/** Words by which programs write that a value is missing. */
const nothing: readonly unknown[] = [null, "", "null", "undefined"];

/**
 * Whether a value is missing: a form of which nothing is filled in sends an object or a list with nothing in it, which
 * has a meaning only where its schema allows that.
 */
function isMissing(value: unknown, schema: unknown): boolean {
  if (nothing.includes(value)) return true;
  if (Array.isArray(value)) return value.length === 0 && isFields(schema) && schema.minItems !== undefined;
  return (
    isFields(value) &&
    fieldsOf(schema).required.size > 0 &&
    Object.values(value).every((each) => nothing.includes(each))
  );
}

/**
 * Reads arguments as a careless caller meant them: leaves out missing values where they are optional; reads numbers,
 * booleans, objects and lists that came as text; writes texts that came as numbers; and matches the words of an enum by
 * their letters. Leaves what does not fit, to be refused.
 */
export function readLeniently(value: unknown, schema: unknown): Record<string, unknown> {
  if (!isFields(value)) return {};
  const { properties, required } = fieldsOf(schema);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, given]): [string, unknown][] => {
      const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const read = readOne(given, field);
      if (field !== undefined && !required.has(name) && isMissing(read, field)) return [];
      return [[name, waits.has(name) ? shortened(read, field) : read]];
    }),
  );
}

/** The arguments for the time to wait: a longer one is cut to the most that a call may last. */
const waits: ReadonlySet<string> = new Set(["timeout_seconds"]);
const shortened = (seconds: unknown, schema: unknown): unknown =>
  typeof seconds === "number" && isFields(schema) && typeof schema.maximum === "number"
    ? Math.min(seconds, schema.maximum)
    : seconds;

function readOne(given: unknown, schema: unknown): unknown {
  if (!isFields(schema)) return given;
  switch (schema.type) {
    case "string":
      return readText(typeof given === "number" ? String(given) : given, schema.enum);
    case "number":
    case "integer":
      return typeof given === "string" && /^\s*-?\d+(\.\d+)?\s*$/.test(given) ? Number(given) : given;
    case "boolean":
      return readBoolean(given);
    case "array":
      return readJson(given);
    case "object": {
      const read = readJson(given);
      return isFields(read) ? readLeniently(read, schema) : given;
    }
    default:
      return given;
  }
}

/** Reads an object or a list that came as JSON in a text. */
function readJson(given: unknown): unknown {
  if (typeof given !== "string" || !/^\s*[[{]/.test(given)) return given;
  return jsonIn(given) ?? given;
}

/** Accepts the words of answers (`White`) and of people (“Tic Tac Toe”). */
function readText(given: unknown, words: unknown): unknown {
  if (typeof given !== "string" || !Array.isArray(words)) return given;
  return words.find((word) => lettersOf(String(word)) === lettersOf(given)) ?? given;
}

const lettersOf = (word: string): string => word.toLowerCase().replace(/[^a-z0-9]/g, "");

function readBoolean(given: unknown): unknown {
  const word = typeof given === "string" ? given.trim().toLowerCase() : given;
  return word === "true" ? true : word === "false" ? false : given;
}

function fieldsOf(schema: unknown): { readonly properties: Fields; readonly required: ReadonlySet<unknown> } {
  const { properties, required } = isFields(schema) ? schema : {};
  return {
    properties: isFields(properties) ? properties : {},
    required: new Set(Array.isArray(required) ? required : []),
  };
}
