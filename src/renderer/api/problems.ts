/** What the host finds wrong with a request, by the field that it is about; `rest` is about none. */
export interface Problems {
  readonly fields: Readonly<Record<string, string>>;
  readonly rest: string | null;
}

export const noProblems: Problems = { fields: {}, rest: null };

/** Reads a refusal: `rounds: takes at least 1; seed: …`. Of a list each entry is a field of its own: `entrants.2`. */
export function problemsIn(message: string, names: readonly string[]): Problems {
  const fields: Record<string, string> = {};
  const rest: string[] = [];
  let last: string | null = null;
  for (const part of message.split("; ")) {
    const [, path = "", said = ""] = /^([a-z_]+(?:\.\w+)*): (.*)$/s.exec(part) ?? [];
    const [name = "", index] = path.split(".");
    if (names.includes(name)) {
      last = index !== undefined && /^\d+$/.test(index) ? `${name}.${index}` : name;
      fields[last] = sentence(said);
    } else if (last !== null) fields[last] = `${fields[last]}; ${part}`;
    else rest.push(part);
  }
  return { fields, rest: rest.length === 0 ? null : sentence(rest.join("; ")) };
}

const sentence = (text: string): string => {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
};
