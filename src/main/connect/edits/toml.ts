import { parse, stringify, TomlError } from "smol-toml";
import type { Fields } from "../../../shared/fields.ts";
import { accept, invalid, type Result } from "../../../shared/result.ts";
import { type Editor, type EntryPlace, endingOf } from "./editor.ts";

/**
 * Edits TOML as text: our table, from its header to the next one. No editor of TOML preserves a file; where the table
 * is written in another form (inline, dotted keys), reading the outcome shows that the edit failed.
 */
export const tomlEditor: Editor = { parse: parseText, set, remove };

function parseText(text: string): Result<Fields> {
  try {
    // TOML's integers can be larger than JavaScript's exact numbers.
    return accept({ ...parse(text.replace(/^\ufeff/, ""), { integersAsBigInt: "asNeeded" }) });
  } catch (error) {
    return invalid(`it is not TOML${error instanceof TomlError ? ` (line ${error.line})` : ""}`);
  }
}

function set(text: string, place: EntryPlace, value: Fields): string {
  const ending = endingOf(text);
  const block = stringify({ [place.section]: { [place.name]: value } })
    .trim()
    .replace(`[${place.section}]\n`, "")
    .replaceAll("\n", ending);
  const lines = text.split(ending);
  const [first, ...others] = spansIn(lines, place);
  if (first) {
    const result = withoutSpans(lines, others);
    return [...result.slice(0, first.from), ...block.split(ending), ...result.slice(first.to)].join(ending);
  }
  if (text.trim() === "") return `${text}${block}${ending}`;
  // A text that ends without a line break keeps ending so: taken out again, the table leaves no trace.
  return text.endsWith(ending) ? `${text}${ending}${block}${ending}` : `${text}${ending}${ending}${block}`;
}

function remove(text: string, place: EntryPlace): string {
  const ending = endingOf(text);
  const lines = text.split(ending);
  const spans = spansIn(lines, place).map(({ from, to }) => ({
    // With the blank line that sets it off.
    from: from > 0 && lines[from - 1]?.trim() === "" ? from - 1 : from,
    to,
  }));
  return withoutSpans(lines, spans).join(ending);
}

interface Span {
  readonly from: number;
  /** The first line after it. */
  readonly to: number;
}

const withoutSpans = (lines: readonly string[], spans: readonly Span[]): readonly string[] =>
  lines.filter((_, index) => !spans.some(({ from, to }) => index >= from && index < to));

/** The lines of our table and of those below it; blank lines and comments before the next header belong to that one. */
function spansIn(lines: readonly string[], { section, name }: EntryPlace): readonly Span[] {
  const key = (word: string) => `(?:${word}|"${word}"|'${word}')`;
  const ours = new RegExp(`^\\s*\\[\\s*${key(section)}\\s*\\.\\s*${key(name)}\\s*(?:\\.[^\\]]*)?\\]`);
  const headers = lines.flatMap((line, index) => (/^\s*\[/.test(line) ? [index] : []));
  return headers
    .filter((from) => ours.test(lines[from] ?? ""))
    .map((from) => {
      let to = headers.find((index) => index > from) ?? lines.length;
      while (to > from + 1 && /^\s*(#.*)?$/.test(lines[to - 1] ?? "")) to -= 1;
      return { from, to };
    });
}
