import type { RecordText } from "../../page.ts";
import { resultPattern, tagPattern } from "../pgn/tokens.ts";

/** The tokens that tell games apart, in the order in which they are tried. */
const pieces = new RegExp(
  [
    /(?<comment>\{)|;[^\n]*|(?<=^|\n)%[^\n]*/,
    new RegExp(`(?<tag>${tagPattern.source})`),
    /(?<bracket>[()])/,
    resultPattern,
    /(?<word>\[|[^\s(){};[]+)|\s+|[\s\S]/,
  ]
    .map((pattern) => pattern.source)
    .join("|"),
  "y",
);

/** Tags after an empty line stand in no comment: where they do, somebody forgot to close it. */
const nextGame = /\n[ \t]*\r?\n(?=\[[A-Za-z0-9_]+ *")/g;

/** The text as in the file; only shown. */
function tagIn(game: string, name: string): readonly string[] {
  const value = new RegExp(`\\[\\s*${name}\\s*"([^"\\n]{1,80})`).exec(game)?.[1];
  return value === undefined ? [] : [value];
}

/**
 * Splits a file into its games without checking whether they can be read: a game ends with its result, or where the
 * tags of the next begin. An unclosed comment or variation ends with its game, so that an error in one game does not
 * affect the others. Takes time in proportion to the text.
 */
export function* pgnCollection(text: string): Generator<RecordText> {
  let from = 0;
  let line = 1;
  let counted = 0;
  let depth = 0;
  let state: "empty" | "tags" | "moves" | "over" = "empty";
  const lineAt = (place: number): number => {
    for (let at = text.indexOf("\n", counted); at >= 0 && at < place; at = text.indexOf("\n", at + 1)) line += 1;
    counted = place;
    return line;
  };
  const cut = (to: number): readonly RecordText[] => {
    const whole = text.slice(from, to);
    const skipped = whole.length - whole.trimStart().length;
    const title = ["White", "Black"].flatMap((name) => tagIn(whole, name)).join(" – ");
    const record = { text: whole.trim(), line: lineAt(from + skipped), title, part: to / text.length };
    from = to;
    depth = 0;
    return record.text === "" ? [] : [record];
  };

  // Searched once, and again only after the last match has been passed.
  let closing = 0;
  let breaking = 0;
  const commentEnd = (open: number): number => {
    if (closing <= open) closing = text.indexOf("}", open) + 1 || text.length;
    if (breaking <= open) {
      nextGame.lastIndex = open;
      const broken = nextGame.exec(text);
      breaking = broken ? broken.index + broken[0].length : text.length;
    }
    return Math.min(closing, breaking);
  };

  for (let index = text.startsWith("\ufeff") ? 1 : 0; index < text.length; ) {
    pieces.lastIndex = index;
    const match = pieces.exec(text);
    if (match === null) break;
    const { comment, tag, bracket, result, word } = match.groups ?? {};
    let end = index + match[0].length;
    if (comment !== undefined) end = commentEnd(index);
    else if (tag !== undefined) {
      if (state === "moves" || state === "over") yield* cut(index);
      state = "tags";
    } else if (bracket !== undefined) {
      depth = Math.max(0, depth + (bracket === "(" ? 1 : -1));
    } else if (result !== undefined) {
      if (depth === 0) state = "over";
    } else if (word !== undefined && state !== "moves" && (word !== "[" || state === "over")) {
      if (state === "over" && depth === 0) yield* cut(index);
      state = word === "[" ? "tags" : "moves";
    }
    index = end;
  }
  if (state !== "empty") yield* cut(text.length);
}
