import { isMap, isNode, isScalar, type Pair, parseDocument, type Range, stringify, visit, type YAMLMap } from "yaml";
import { type Fields, isFields } from "../../../shared/fields.ts";
import { accept, invalid, type Result } from "../../../shared/result.ts";
import { type Editor, endingOf, lineAt, lineStart, type Place } from "./editor.ts";

/**
 * Edits YAML as text, by the offsets from its parser: the library keeps comments, but reformats the whole document.
 * Sections in flow style (`{a: …}`) are not edited, nor is a file with several documents.
 */
export const yamlEditor: Editor = { read, set, remove };

function read(text: string): Result<Fields> {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error) return invalid(`it is not YAML (line ${lineAt(text, error.pos[0])})`);
  const value: unknown = document.toJS() ?? {};
  return isFields(value) ? accept(value) : invalid("it is not a YAML mapping");
}

function set(text: string, { section, name }: Place, value: Fields): string {
  const pair = pairIn(parseDocument(text).contents, section);
  if (pair === null) {
    const gap = text === "" || text.endsWith("\n") ? "" : endingOf(text);
    return `${text}${gap}${section}:${endingOf(text)}${block(text, "  ", name, value)}`;
  }
  const entries = pair.value;
  if (isMap(entries) && entries.items.length > 0) {
    const entry = pairIn(entries, name);
    const indent = " ".repeat(columnOf(text, startOf(entries.items[0])));
    if (entry !== null) {
      const kept = text.slice(0, lineStart(text, startOf(entry)));
      return kept + block(text, indent, name, value).trimEnd() + text.slice(endOf(entry));
    }
    return insertedAfterLine(text, endOf(entries.items.at(-1)), block(text, indent, name, value));
  }
  // An empty section: its empty value (nothing, ~, {}) goes, and a comment behind it stays.
  const place = keyEnd(text, pair);
  const nothing = /^[ \t]*(?:\{\s*\}|~|null)?/.exec(text.slice(place))?.[0].length ?? 0;
  const emptied = text.slice(0, place) + text.slice(place + nothing);
  return insertedAfterLine(emptied, place, block(text, "  ", name, value));
}

function remove(text: string, { section, name }: Place): string {
  const pair = pairIn(parseDocument(text).contents, section);
  const entry = pair && pairIn(pair.value, name);
  if (!pair || !entry || !isMap(pair.value)) return text;
  const begin = lineStart(text, startOf(entry));
  const next = nextLine(text, endOf(entry));
  // A text that ends without a line break keeps ending so.
  const kept = text.endsWith("\n") || next < text.length ? text.slice(0, begin) : text.slice(0, begin).trimEnd();
  const left = kept + text.slice(next);
  if (pair.value.items.length > 1) return left;
  const place = keyEnd(text, pair);
  return `${left.slice(0, place)} {}${left.slice(place)}`;
}

const block = (text: string, indent: string, name: string, value: Fields): string =>
  stringify({ [name]: value }, { lineWidth: 0 })
    .replace(/^(?=.)/gm, indent)
    .replaceAll("\n", endingOf(text));

function pairIn(node: unknown, key: string): Pair | null {
  if (!isMap(node)) return null;
  const map: YAMLMap = node;
  return map.items.find((pair) => isScalar(pair.key) && pair.key.value === key) ?? null;
}

const startOf = (pair: Pair | undefined): number =>
  pair && isScalar(pair.key) && pair.key.range ? pair.key.range[0] : 0;

/** The end of a pair's content, without the comments and blank lines behind it. */
function endOf(pair: Pair | undefined): number {
  let end = (isScalar(pair?.key) && pair.key.range?.[1]) || 0;
  const reach = ({ range }: { readonly range?: Range | null | undefined }) => {
    end = Math.max(end, range?.[1] ?? 0);
  };
  if (isNode(pair?.value))
    visit(pair.value, {
      Scalar: (_, node) => reach(node),
      Alias: (_, node) => reach(node),
      // A value in block style includes the comments behind it.
      Collection: (_, node) => {
        if (node.flow) reach(node);
      },
    });
  return end;
}

/** Behind the colon after a key. */
const keyEnd = (text: string, pair: Pair): number => text.indexOf(":", startOf(pair)) + 1;
const columnOf = (text: string, offset: number): number => offset - lineStart(text, offset);
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
