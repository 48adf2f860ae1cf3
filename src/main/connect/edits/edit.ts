import { isDeepStrictEqual } from "node:util";
import { type Fields, fieldsOf } from "../../../shared/fields.ts";
import { accept, invalid, type Result } from "../../../shared/result.ts";
import type { Editor, Place } from "./editor.ts";
import { jsonEditor } from "./json.ts";
import { tomlEditor } from "./toml.ts";
import { yamlEditor } from "./yaml.ts";

export type Format = "json" | "jsonc" | "toml" | "yaml";

const editors: Readonly<Record<Format, Editor>> = {
  json: jsonEditor(false),
  jsonc: jsonEditor(true),
  toml: tomlEditor,
  yaml: yamlEditor,
};

/** The entry in a text; null where there is none. Refuses a text that does not parse; the reason is half a sentence. */
export function entryIn(format: Format, text: string, { section, name }: Place): Result<Fields | null> {
  const document = editors[format].read(text);
  if (!document.ok) return document;
  const servers = fieldsOf(document.value[section]);
  return accept(servers && name in servers ? (fieldsOf(servers[name]) ?? {}) : null);
}

/**
 * The text with the entry in it, or without it for null, and everything else unchanged, which is checked by reading the
 * outcome. Refuses, in half a sentence, what does not parse and what cannot be edited.
 */
export function edit(format: Format, text: string, place: Place, value: Fields | null): Result<string> {
  const editor = editors[format];
  const before = editor.read(text);
  if (!before.ok) return before;
  const { section, name } = place;
  const present = before.value[section] ?? {};
  const servers = fieldsOf(present);
  if (servers === null) return invalid(`its “${section}” is not a list of servers`);
  // In whatever layout.
  if (isSame(servers[name] ?? null, value)) return accept(text);
  const { [name]: _, ...others } = servers;
  const after = value === null ? editor.remove(text, place) : editor.set(text, place, value);
  const outcome = editor.read(after);
  const expected = value === null ? others : { ...others, [name]: value };
  // An empty section may go with its last entry.
  return outcome.ok && isSame({ [section]: {}, ...outcome.value }, { ...before.value, [section]: expected })
    ? accept(after)
    : invalid("it is written in a form that Kibitz does not edit; change it by hand");
}

/** The same values, whatever prototypes their parsers give them. */
const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(plain(one), plain(other));
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, each) => (typeof each === "bigint" ? `${each}n` : each)));
