/**
 * The host's objections to a request, by the field that each is about, with dots for nested fields: `entrants.2.model`.
 * `other` has those about no field.
 */
export interface Problems {
  readonly fields: Readonly<Record<string, string>>;
  readonly other: string | null;
}

export const noProblems: Problems = { fields: {}, other: null };

/** The objection to a field, or to the first of its parts that has one. */
export const problemIn = ({ fields }: Problems, name: string): string | null =>
  fields[name] ?? Object.entries(fields).find(([path]) => path.startsWith(`${name}.`))?.[1] ?? null;

/** Parses a refusal: `rounds: takes at least 1; entrants.2: model: …; seed: …`. */
export function problemsIn(message: string, names: readonly string[]): Problems {
  const fields: Record<string, string> = {};
  const other: string[] = [];
  let last: string | null = null;
  for (const part of message.split("; ")) {
    const [, path = "", message = ""] = /^([a-z_]+(?:\.\w+)*): (.*)$/s.exec(part) ?? [];
    if (names.includes(path.split(".")[0] ?? "")) {
      // In a list, the name of the field follows that of the entry.
      const [, field, more] = (/\.\d+$/.test(path) && /^([a-z_]+): (.*)$/s.exec(message)) || [];
      last = field === undefined ? path : `${path}.${field}`;
      fields[last] ??= asSentence(more ?? message);
    } else if (last !== null) fields[last] = `${fields[last]}; ${part}`;
    else other.push(part);
  }
  return { fields, other: other.length === 0 ? null : asSentence(other.join("; ")) };
}

const asSentence = (text: string): string => {
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(start) ? start : `${start}.`;
};
