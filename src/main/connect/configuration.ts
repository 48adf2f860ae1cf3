import { stringify } from "yaml";
import { type Fields, fieldsOf } from "../../shared/fields.ts";
import { accept, type Result } from "../../shared/result.ts";
import { edit, entryIn } from "./edits/edit.ts";
import { yamlEditor } from "./edits/yaml.ts";
import { entryOf } from "./entry.ts";
import type { KnownHost } from "./hosts.ts";
import type { Command } from "./shim-command.ts";

/**
 * Our entry in the text of a host's file; null where there is none. Refuses a text that does not parse; the reason is
 * half a sentence.
 */
export function readEntry(host: KnownHost, text: string): Result<Fields | null> {
  if (!host.ownFile) return entryIn(host.format, text, host.entry);
  const document = yamlEditor.read(text);
  if (!document.ok) return document;
  const servers: unknown = document.value[host.entry.section];
  const [first] = Array.isArray(servers) ? servers : [];
  return accept(fieldsOf(first));
}

/**
 * The text with our entry in it. Refuses one that does not parse or cannot be edited; the reason is half a sentence.
 */
export function withEntry(host: KnownHost, text: string, command: Command): Result<string> {
  const present = readEntry(host, text);
  if (!present.ok) return present;
  const entry = entryOf(host, command, present.value ?? {});
  return host.ownFile ? accept(stringify(entry, { lineWidth: 0 })) : edit(host.format, text, host.entry, entry);
}

/** The text without our entry; null where nothing is left of the file. */
export function withoutEntry(host: KnownHost, text: string): Result<string | null> {
  if (host.ownFile) return accept(null);
  return edit(host.format, text, host.entry, null);
}
