import { isDeepStrictEqual } from "node:util";
import { type Fields, fieldIn, fieldsOf, isFields } from "../../../shared/fields.ts";
import { accept, invalid, type Result } from "../../../shared/result.ts";
import type { Editor, EntryPlace } from "./editor.ts";
import { jsonEditor } from "./json.ts";
import { tomlEditor } from "./toml.ts";
import { yamlEditor } from "./yaml.ts";

export type Format = "json" | "jsonc" | "toml" | "yaml";

const editorsByFormat: Readonly<Record<Format, Editor>> = {
  json: jsonEditor(false),
  jsonc: jsonEditor(true),
  toml: tomlEditor,
  yaml: yamlEditor,
};

/** The entry in a text; null where there is none. Refuses a text that does not parse; the reason is half a sentence. */
export function entryIn(format: Format, text: string, place: EntryPlace): Result<Fields | null> {
  const document = editorsByFormat[format].parse(text);
  if (!document.ok) return document;
  const entry = serversIn(document.value, place)?.find(([name]) => name === place.name);
  return accept(entry ? (fieldsOf(entry[1]) ?? {}) : null);
}

/** The entries of a section and their names, in either layout; null where it is something else. */
function serversIn(document: Fields, { section, isList }: EntryPlace): readonly (readonly [unknown, unknown])[] | null {
  const servers = document[section] ?? (isList ? [] : {});
  if (isList) return Array.isArray(servers) ? servers.map((server) => [fieldIn(server, "name"), server]) : null;
  return isFields(servers) ? Object.entries(servers) : null;
}

/**
 * The text with the entry in it, or without it for null, and everything else unchanged, which is checked by reading the
 * outcome. Refuses, in half a sentence, what does not parse and what cannot be edited.
 */
export function editText(format: Format, text: string, place: EntryPlace, value: Fields | null): Result<string> {
  const editor = editorsByFormat[format];
  const before = editor.parse(text);
  if (!before.ok) return before;
  const { section, name } = place;
  const servers = serversIn(before.value, place);
  if (servers === null) return invalid(`its “${section}” is not a list of servers`);
  const present = servers.find(([entryName]) => entryName === name);
  // In whatever layout.
  if (isSame(present?.[1] ?? null, value)) return accept(text);
  const after = value === null ? editor.remove(text, place) : editor.set(text, place, value);
  const outcome = editor.parse(after);
  const others = servers.filter((server) => server !== present);
  const index = present ? servers.indexOf(present) : servers.length;
  const expectation = value === null ? others : others.toSpliced(index, 0, [name, value]);
  const content = place.isList ? expectation.map(([, server]) => server) : Object.fromEntries(expectation);
  // An empty section may go with its last entry.
  return outcome.ok && isSame({ [section]: {}, ...outcome.value }, { ...before.value, [section]: content })
    ? accept(after)
    : invalid("it is written in a form that Kibitz does not edit; change it by hand");
}

/** The same values, whatever prototypes their parsers give them. */
const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(plainValue(one), plainValue(other));
const plainValue = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, each) => (typeof each === "bigint" ? `${each}n` : each)));
