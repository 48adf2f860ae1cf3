import { createScanner, findNodeAtLocation, type Node, type ParseError, parse, parseTree } from "jsonc-parser";
import { type Fields, isFields } from "../../../shared/fields.ts";
import { accept, invalid, type Result } from "../../../shared/result.ts";
import { type Editor, type EntryPlace, endingOf, lineAt, lineStart } from "./editor.ts";

const COMMA = 5;

/**
 * Edits JSON as text, so that other content keeps every byte. jsonc-parser's own edits take the comments after an entry
 * along with it.
 * @param lenient allows comments and trailing commas, as in JSONC
 */
export const jsonEditor = (lenient: boolean): Editor => {
  const parseText = (text: string): Result<Fields> => {
    if (isBlank(text)) return accept({});
    const errors: ParseError[] = [];
    const value: unknown = parse(withoutMark(text), errors, {
      disallowComments: !lenient,
      allowTrailingComma: lenient,
    });
    const [first] = errors;
    if (first) return invalid(`it is not ${lenient ? "JSON" : "plain JSON"} (line ${lineAt(text, first.offset)})`);
    return isFields(value) ? accept(value) : invalid("it is not a JSON object");
  };
  return { parse: parseText, set, remove };
};

const isBlank = (text: string): boolean => text.trim() === "";
/** The parser knows no byte order mark; a blank in its place keeps all offsets. */
const withoutMark = (text: string): string => text.replace(/^\ufeff/, " ");
const treeOf = (text: string): Node | undefined => parseTree(withoutMark(text), [], { allowTrailingComma: true });

function set(text: string, { section, name }: EntryPlace, value: Fields): string {
  if (isBlank(text)) return `${JSON.stringify({ [section]: { [name]: value } }, null, 2)}\n`;
  const root = treeOf(text);
  if (root === undefined) return text;
  const entry = findNodeAtLocation(root, [section, name]);
  if (entry) return replaceNode(text, entry, renderValue(text, root, entry, value));
  const servers = findNodeAtLocation(root, [section]);
  if (servers?.type === "object") return insertField(text, root, servers, name, value);
  if (servers) return replaceNode(text, servers, renderValue(text, root, servers, { [name]: value }));
  return insertField(text, root, root, section, { [name]: value });
}

const replaceNode = (text: string, { offset, length }: Node, by: string): string =>
  text.slice(0, offset) + by + text.slice(offset + length);

/** Whether a document is in one line, as programs write it. */
const isCompact = (text: string, root: Node): boolean =>
  (root.children?.length ?? 0) > 0 && !text.slice(root.offset, endOf(root)).includes("\n");

const endOf = ({ offset, length }: Node): number => offset + length;

/** A value as the file would have it at this place. */
function renderValue(text: string, root: Node, at: Node, value: unknown): string {
  if (isCompact(text, root)) return JSON.stringify(value);
  return multilineValue(text, value, unitOf(text, root), indentAt(text, at.offset));
}

const multilineValue = (text: string, value: unknown, unit: string, indent: string): string =>
  JSON.stringify(value, null, unit).replaceAll("\n", endingOf(text) + indent);

/** The indentation of one level, taken from the first property. */
function unitOf(text: string, root: Node): string {
  const first = root.children?.[0];
  const indent = first && startsLine(text, first.offset) ? indentAt(text, first.offset) : "";
  return indent === "" ? "  " : indent;
}

const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? "";
const startsLine = (text: string, offset: number): boolean =>
  /^\s*$/.test(text.slice(lineStart(text, offset), offset)) && lineStart(text, offset) > 0;

function insertField(text: string, root: Node, into: Node, key: string, value: unknown): string {
  const last = (into.children ?? []).at(-1);
  const from = last ? endOf(last) : into.offset + 1;
  const comma = last ? commaAfter(text, from) : null;
  const body = endOf(into) - 1;
  // After the comments that follow the last entry, which belong to it.
  const end = from + text.slice(from, body).trimEnd().length;
  const needsComma = last !== undefined && comma === null;
  const oneLine = isCompact(text, root) || (last !== undefined && !text.slice(into.offset, body).includes("\n"));
  const before = text.slice(0, from) + (needsComma ? "," : "") + text.slice(from, end);
  const after = comma === null ? "" : ",";
  if (oneLine) return `${before}${JSON.stringify(key)}:${JSON.stringify(value)}${after}${text.slice(end)}`;
  const unit = unitOf(text, root);
  const outer = indentAt(text, last ? closingLine(text, into) : into.offset);
  const indent = last && startsLine(text, last.offset) ? indentAt(text, last.offset) : outer + unit;
  const line = `${endingOf(text)}${indent}${JSON.stringify(key)}: ${multilineValue(text, value, unit, indent)}${after}`;
  const tail = text.slice(end);
  return before + line + (/^[ \t]*\r?\n/.test(tail) ? tail : endingOf(text) + outer + tail.trimStart());
}

/** Where the line of an object's closing brace is indented as the object is. */
const closingLine = (text: string, node: Node): number =>
  startsLine(text, endOf(node) - 1) ? endOf(node) - 1 : node.offset;

/** The offset of the comma that is the next token; null for another token. */
function commaAfter(text: string, offset: number): number | null {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  return scanner.scan() === COMMA ? scanner.getTokenOffset() : null;
}

function remove(text: string, { section, name }: EntryPlace): string {
  const root = treeOf(text);
  const servers = root && findNodeAtLocation(root, [section]);
  const children = servers?.children ?? [];
  const index = children.findIndex((property) => property.children?.[0]?.value === name);
  const property = children[index];
  if (servers === undefined || property === undefined) return text;
  const comma = commaAfter(text, endOf(property));
  const end = comma === null ? endOf(property) : comma + 1;
  const begin = startsLine(text, property.offset)
    ? text.slice(0, lineStart(text, property.offset)).replace(/\r?\n$/, "").length
    : property.offset;
  const previous = children[index - 1];
  const stray = previous && comma === null ? commaAfter(text, endOf(previous)) : null;
  const before = stray === null ? text.slice(0, begin) : text.slice(0, stray) + text.slice(stray + 1, begin);
  const result = before + text.slice(end);
  if (children.length > 1) return result;
  // Removing the last entry leaves the braces as they were before the first.
  const close = endOf(servers) - 1 - (end - begin);
  return result.slice(servers.offset + 1, close).trim() === ""
    ? result.slice(0, servers.offset + 1) + result.slice(close)
    : result;
}
