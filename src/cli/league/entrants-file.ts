import { accept, type Result, refuse } from "../../shared/result.ts";

type Entry = Readonly<Record<string, unknown>>;

/** The fields of an entry, and what each is. What fits together, the host knows. */
const fields: Readonly<Record<string, "text" | "a whole number">> = {
  kind: "text",
  name: "text",
  level: "a whole number",
  strategy: "text",
};

/** Reads a list of entrants. Refuses with `INVALID_ARGUMENT`, the line of what is wrong and its field. */
export function readEntrants(text: string): Result<readonly Entry[]> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const place = /position (\d+)/.exec(reason)?.[1];
    return at(lineAt(text, place === undefined ? text.length : Number(place)), `this is not JSON (${reason})`);
  }
  if (!Array.isArray(value)) return at(1, "a list of entrants is expected: [{…}, …]");
  const starts = elementStarts(text);
  const entries: Entry[] = [];
  for (const [index, entry] of value.entries()) {
    const wrong = mistakeIn(entry);
    if (wrong) return at(lineOf(text, starts, index, wrong.field), wrong.message);
    entries.push({ ...entry });
  }
  return accept(entries);
}

const at = (line: number, message: string) => refuse("INVALID_ARGUMENT", `line ${line}: ${message}`);
const lineAt = (text: string, place: number): number => text.slice(0, place).split("\n").length;

function mistakeIn(entry: unknown): { readonly field: string | null; readonly message: string } | null {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry))
    return { field: null, message: "an entrant is an object: {kind, name, level or strategy}" };
  for (const [field, value] of Object.entries(entry)) {
    const type = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (type === undefined)
      return { field, message: `${field}: an entrant has no such field. There are ${Object.keys(fields).join(", ")}` };
    if (type === "text" ? typeof value !== "string" : !Number.isInteger(value))
      return { field, message: `${field}: ${type} is expected` };
  }
  if (!("kind" in entry)) return { field: null, message: "kind: it is missing" };
  if (entry.kind !== "computer" && entry.kind !== "strategy")
    return { field: "kind", message: `kind: computer or strategy is expected, not ${JSON.stringify(entry.kind)}` };
  return null;
}

/** Where the elements of the outermost list begin in its text, which is known to be JSON. */
function elementStarts(text: string): readonly number[] {
  const starts: number[] = [];
  let depth = 0;
  let between = false;
  for (let place = 0; place < text.length; place += 1) {
    const character = text[place] ?? "";
    if (/\s/.test(character)) continue;
    if (depth === 1 && between && character !== "]") {
      starts.push(place);
      between = false;
    }
    if (character === '"') while (text[++place] !== '"') if (text[place] === "\\") place += 1;
    if (character === "[" || character === "{") depth += 1;
    if (character === "]" || character === "}") depth -= 1;
    if (depth === 1 && (character === "," || (character === "[" && starts.length === 0))) between = true;
  }
  return starts;
}

function lineOf(text: string, starts: readonly number[], index: number, field: string | null): number {
  const start = starts[index] ?? 0;
  const place = field === null ? -1 : text.indexOf(JSON.stringify(field), start);
  return lineAt(text, place === -1 || place >= (starts[index + 1] ?? text.length) ? start : place);
}
