/** Older programs write this encoding. */
const olderEncoding = "windows-1252";
/** The replacement character, for bytes that are not UTF-8. */
const REPLACEMENT = "\ufffd";
/** Its own bytes in the older encoding. */
const replacementBytes = "ï¿½";
const lineStarts = /(?<=\n|\r(?!\n))/;

/** The byte order of UTF-16, by its mark or by the empty halves of plain letters; null for other encodings. */
export function wideEncoding([first, second, third, fourth]: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first && third && second === 0 && fourth === 0) return "utf-16le";
  return second && fourth && first === 0 && third === 0 ? "utf-16be" : null;
}

/**
 * The text of a file without its mark: UTF-16, or else UTF-8, of which lines that are none are Windows-1252, since a
 * collection may contain parts of different age.
 */
export function decodeText(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes);
  if (wide !== null) return new TextDecoder(wide).decode(bytes);
  const text = new TextDecoder().decode(bytes);
  if (!text.includes(REPLACEMENT)) return text;
  const older = new TextDecoder(olderEncoding).decode(bytes).split(lineStarts);
  const lines = text.split(lineStarts);
  // A file may have the character itself.
  const isOlder = (line: string, other = "") => line.split(REPLACEMENT).length > other.split(replacementBytes).length;
  return lines.map((line, index) => (isOlder(line, older[index]) ? (older[index] ?? line) : line)).join("");
}
