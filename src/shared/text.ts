/** Longest name a player is shown by, in characters. */
export const NAME_LENGTH = 40;
/** Longest line of table talk, in characters. */
export const TALK_LENGTH = 280;

/**
 * Makes one printable line of what somebody typed: no control characters, no line breaks, no invisible
 * direction overrides (they let a name rewrite the text around it), no halves of a character.
 */
export function cleanLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, "")
    .replace(/ {2,}/g, " ")
    .trim();
}

/** At most `length` characters, counted as people count them apart from joined emoji; marked with … where cut. */
export function clip(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join("")}…`;
}

/** Somebody's words inside our sentence: quoted, on one line, unable to close the quotation. */
export function quoted(text: string): string {
  return `“${cleanLine(text).replace(/[“”]/g, '"')}”`;
}
