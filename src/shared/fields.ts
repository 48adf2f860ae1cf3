/** An object as JSON has it. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const fieldsOf = (value: unknown): Fields | null => (isFields(value) ? value : null);

/** A value for each of some names. */
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

/** A field of an object; undefined for any other value. */
export const fieldIn = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
