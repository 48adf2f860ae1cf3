import type { Result } from "../../../shared/result.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** Where an entry stands: under its name, in the section of a host's servers. */
export interface Place {
  readonly section: string;
  readonly name: string;
}

/** Knows how one format is read, and how one entry is put into a text or taken out of it and all else left as it is. */
export interface Editor {
  /** The whole document; empty for a text without content. Refuses, naming the line, what does not parse. */
  readonly read: (text: string) => Result<Fields>;
  /** Both are for a text that parses. What they cannot edit they get wrong: who calls them reads the outcome. */
  readonly set: (text: string, place: Place, value: Fields) => string;
  readonly remove: (text: string, place: Place) => string;
}

/** How the lines of a text end. */
export const endingOf = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n");

/** The number of the line that an offset is in. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;
