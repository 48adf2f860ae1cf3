/** An object as JSON has it. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const fieldsOf = (value: unknown): Fields | null => (isFields(value) ? value : null);

export function recordBy<Name extends string, Value>(
  names: readonly Name[],
  of: (name: Name) => Value,
): Readonly<Record<Name, Value>>;
export function recordBy(names: readonly string[], of: (name: string) => unknown): object {
  return Object.fromEntries(names.map((name) => [name, of(name)]));
}

/** The value of a text that is JSON; undefined for any other text. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Fields of a JSON-RPC message that say something by being null. */
const nullableFields: ReadonlySet<string> = new Set(["id", "result"]);

/**
 * A JSON-RPC message without the fields that are null: many clients write what is missing so. Leaves out none of the
 * `arguments` of a tool or prompt, whose reader knows which may be missing.
 */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      if (field === null && !nullableFields.has(name)) return [];
      return [[name, name === "arguments" ? field : withoutNulls(field)]];
    }),
  );
}

/** A field of an object; undefined for any other value. */
export const fieldIn = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
