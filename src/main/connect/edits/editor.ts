import type { Fields } from "../../../shared/fields.ts";
import type { Result } from "../../../shared/result.ts";

/** The place of an entry: its name, in the section of a host's servers. */
export interface EntryPlace {
  readonly section: string;
  readonly name: string;
  /** The section is a list, whose entries name themselves. In YAML only. */
  readonly isList?: boolean;
}

/** Reads one format, and adds or removes one entry while everything else stays. */
export interface Editor {
  /** The whole document; empty for a text without content. Refuses, naming the line, what does not parse. */
  readonly parse: (text: string) => Result<Fields>;
  /** Both need a text that parses. They do not check what they cannot edit: callers read the outcome. */
  readonly set: (text: string, place: EntryPlace, value: Fields) => string;
  readonly remove: (text: string, place: EntryPlace) => string;
}

export const endingOf = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n");

export const lineStart = (text: string, offset: number): number => text.lastIndexOf("\n", offset - 1) + 1;

export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;
