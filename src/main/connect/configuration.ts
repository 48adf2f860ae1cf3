import { accept, type Result } from "../../shared/result.ts";
import { edit, entryIn } from "./edits/edit.ts";
import { entryOf } from "./entry.ts";
import type { KnownHost } from "./hosts.ts";
import type { Command } from "./shim-command.ts";

/**
 * The text with our entry in it, and without a byte order mark in JSON. Refuses one that does not parse or cannot be edited; the reason is half a sentence.
 */
export function withEntry(host: KnownHost, text: string, shim: Command): Result<string> {
  const present = entryIn(host.format, text, host.entry);
  if (!present.ok) return present;
  // RFC 8259 allows JSON no byte order mark, and several hosts do not read one.
  const marked = host.format === "toml" || host.format === "yaml" ? text : text.replace(/^\ufeff/, "");
  const before = text.trim() === "" ? (host.preamble ?? text) : marked;
  return edit(host.format, before, host.entry, entryOf(host, shim, present.value ?? {}));
}

/** The text without our entry; null where nothing is left of a file of ours. */
export function withoutEntry({ format, entry, preamble }: KnownHost, text: string): Result<string | null> {
  const left = edit(format, text, entry, null);
  const isOurs = left.ok && preamble !== undefined && left.value === `${preamble}${entry.section}: []\n`;
  return isOurs ? accept(null) : left;
}
