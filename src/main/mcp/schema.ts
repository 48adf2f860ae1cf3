import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";

type JsonSchema = Record<string, unknown>;

/**
 * A tool's input schema as the SDK wants it, with two changes. What does not fit comes to the handler as a value, so
 * that every refusal is worded and coded in one place; and the JSON form is made once, not for each server instance.
 */
export function lenientInput<Schema extends z.ZodObject>(
  schema: Schema,
): StandardSchemaWithJSON<unknown, z.ZodSafeParseResult<z.output<Schema>>> {
  const json = jsonOnce(schema, "input");
  const validate = (value: unknown) => ({ value: schema.safeParse(withTextualId(value)) });
  return {
    "~standard": { version: 1 as const, vendor: "kibitz", validate, jsonSchema: { input: json, output: json } },
  };
}

/** A tool's output schema with its JSON form made once. */
export function cachedOutput<Schema extends z.ZodType>(schema: Schema) {
  const json = jsonOnce(schema, "output");
  const validate = (value: unknown) => schema["~standard"].validate(value);
  return {
    "~standard": { version: 1 as const, vendor: "kibitz", validate, jsonSchema: { input: json, output: json } },
  };
}

function jsonOnce(schema: z.ZodType, io: "input" | "output"): () => JsonSchema {
  let made: JsonSchema | null = null;
  return () => {
    made ??= z.toJSONSchema(schema, { target: "draft-2020-12", io });
    return made;
  };
}

/** Ids are read aloud as numbers, and models write them so. */
function withTextualId(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("game_id" in value)) return value ?? {};
  return typeof value.game_id === "number" ? { ...value, game_id: String(value.game_id) } : value;
}
