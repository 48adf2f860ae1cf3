import { isCollection, isMap, isNode, isPair, isScalar, parseDocument, type Range, stringify, visit } from "yaml";
import { type Fields, isFields } from "../../../shared/fields.ts";
import { accept, invalid, type Result } from "../../../shared/result.ts";
import { type Editor, type EntryPlace, endingOf, lineAt, lineStart } from "./editor.ts";

/**
 * Edits YAML as text, by the offsets from its parser: the library keeps comments, but reformats the whole document.
 * Sections in flow style (`{a: …}`) are not edited, nor is a file with several documents.
 */
export const yamlEditor: Editor = { parse, set, remove };

function parse(text: string): Result<Fields> {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error) return invalid(`it is not YAML (line ${lineAt(text, error.pos[0])})`);
  const value: unknown = document.toJS() ?? {};
  return isFields(value) ? accept(value) : invalid("it is not a YAML mapping");
}

function set(text: string, place: EntryPlace, value: Fields): string {
  const section = sectionIn(text, place);
  if (!section) {
    const gap = text === "" || text.endsWith("\n") ? "" : endingOf(text);
    return `${text}${gap}${place.section}:${endingOf(text)}${entryBlock(text, "  ", place, value)}`;
  }
  const entries = entriesIn(text, section.value);
  const last = entries.at(-1);
  if (last) {
    const ours = entries.find(({ name }) => name === place.name);
    const { from, to } = ours ?? last;
    const start = lineStart(text, from);
    const lines = entryBlock(text, text.slice(start, from), place, value);
    return ours ? text.slice(0, start) + lines.trimEnd() + text.slice(to) : insertedAfterLine(text, to, lines);
  }
  // An empty section: its empty value (nothing, ~, {}, []) goes, and a comment behind it stays.
  const end = keyEnd(text, section.from);
  const nothing = /^[ \t]*(?:\{\s*\}|\[\s*\]|~|null)?/.exec(text.slice(end))?.[0].length ?? 0;
  return insertedAfterLine(text.slice(0, end) + text.slice(end + nothing), end, entryBlock(text, "  ", place, value));
}

function remove(text: string, place: EntryPlace): string {
  const section = sectionIn(text, place);
  const entries = entriesIn(text, section?.value);
  const ours = entries.find(({ name }) => name === place.name);
  if (!section || !ours) return text;
  const begin = lineStart(text, ours.from);
  const next = nextLine(text, ours.to);
  // A text that ends without a line break keeps ending so.
  const head = text.endsWith("\n") || next < text.length ? text.slice(0, begin) : text.slice(0, begin).trimEnd();
  const result = head + text.slice(next);
  if (entries.length > 1) return result;
  const end = keyEnd(text, section.from);
  return `${result.slice(0, end)} ${place.isList ? "[]" : "{}"}${result.slice(end)}`;
}

const entryBlock = (text: string, indent: string, { name, isList }: EntryPlace, value: Fields): string =>
  stringify(isList ? [value] : { [name]: value }, { lineWidth: 0 })
    .replace(/^(?=.)/gm, indent)
    .replaceAll("\n", endingOf(text));

/** The pairs of a mapping or items of a list, from the key or dash, without the comments and blank lines behind them. */
const entriesIn = (text: string, node: unknown) =>
  (isCollection(node) ? node.items : []).map((item) => {
    const { key, value } = isPair(item) ? item : { key: null, value: item };
    return {
      name: isScalar(key) ? key.value : isMap(value) && value.get("name"),
      value,
      from: isNode(key) ? startOf(key) : text.lastIndexOf("-", startOf(value)),
      // The parser counts the line break behind a block scalar as part of it.
      to: text.slice(0, endOf(key, value)).replace(/\r?\n$/, "").length,
    };
  });
const sectionIn = (text: string, { section }: EntryPlace) =>
  entriesIn(text, parseDocument(text).contents).find(({ name }) => name === section);

const startOf = (node: unknown): number => (isNode(node) && node.range ? node.range[0] : 0);

function endOf(...nodes: readonly unknown[]): number {
  let end = 0;
  const reach = ({ range }: { readonly range?: Range | null | undefined }) => {
    end = Math.max(end, range?.[1] ?? 0);
  };
  for (const node of nodes.filter(isNode))
    visit(node, {
      Scalar: (_, each) => reach(each),
      Alias: (_, each) => reach(each),
      // A value in block style includes the comments behind it.
      Collection: (_, each) => {
        if (each.flow) reach(each);
      },
    });
  return end;
}

/** Behind the colon after a key. */
const keyEnd = (text: string, start: number): number => text.indexOf(":", start) + 1;
const nextLine = (text: string, offset: number): number => {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : end + 1;
};

function insertedAfterLine(text: string, offset: number, lines: string): string {
  const place = nextLine(text, offset);
  // A text that ends without a line break keeps ending so.
  if (!text.slice(0, place).endsWith("\n")) return text + endingOf(text) + lines.trimEnd();
  return text.slice(0, place) + lines + text.slice(place);
}
