import { accept, type Result, refuse } from "../../../shared/result.ts";

/** How a PGN says that a game ended; `*` while it goes on. */
const resultTokens = ["1-0", "0-1", "1/2-1/2", "*"] as const;
export type ResultToken = (typeof resultTokens)[number];

/** What counts in a PGN: comments, variations, annotations and move numbers are left out. */
type Content =
  | { readonly kind: "tag"; readonly name: string; readonly value: string }
  | { readonly kind: "move"; readonly text: string }
  | { readonly kind: "result"; readonly result: ResultToken };
/** With its line in the text, from 1. */
export type PgnToken = Content & { readonly line: number };

const skipped = [
  /\s+/,
  // A `%` in the first column hides its line (PGN standard 6).
  /(?<=^|\n)%[^\n]*/,
  /\{[^}]*\}|;[^\n]*/,
  /\$\d+|[!?]+|e\.p\./,
];
const kept = [
  /\[\s*(?<name>[A-Za-z0-9_]+)\s*"(?<value>(?:[^"\\\n]|\\.)*)"\s*\]/,
  /(?<result>1-0|0-1|1\/2-1\/2|\*)(?![^\s({;])/,
  // A move number; it looks like a result until the dash.
  /[1-9]\d*\.*|\.+/,
  /(?<move>[PNBRQKOo0a-h][-A-Za-z0-9=+#:]*)/,
];
const anything = new RegExp([...skipped, ...kept].map((pattern) => pattern.source).join("|"), "y");

function contentOf(groups: Record<string, string | undefined>): Content | null {
  const { name, value = "", move } = groups;
  if (name !== undefined) return { kind: "tag", name, value: value.replace(/\\(["\\])/g, "$1") };
  if (move !== undefined) return { kind: "move", text: move };
  const result = resultTokens.find((token) => token === groups.result);
  return result === undefined ? null : { kind: "result", result };
}

/**
 * Cuts a PGN into its tags, the moves of its main line and its result. Refuses with `INVALID_ARGUMENT` and the line
 * what is none of these, and brackets that do not match. Takes time in proportion to the text.
 */
export function pgnTokens(text: string): Result<readonly PgnToken[]> {
  const tokens: PgnToken[] = [];
  let index = 0;
  let line = 1;
  let depth = 0;
  const refuseHere = (reason: string) => refuse("INVALID_ARGUMENT", `Invalid PGN: ${reason} in line ${line}.`);
  while (index < text.length) {
    const character = text.charAt(index);
    if (character === "(" || character === ")") {
      depth += character === "(" ? 1 : -1;
      if (depth < 0) return refuseHere("a variation is closed that was not opened");
      index++;
      continue;
    }
    anything.lastIndex = index;
    const match = anything.exec(text);
    if (match === null) {
      if (character === "{") return refuseHere("a comment is not closed");
      if (character === "[") return refuseHere('a tag is not of the form [Name "value"]');
      const shown = /[\x21-\x7e]/.test(character) ? `"${character}"` : "an unprintable character";
      return refuseHere(`${shown} cannot stand`);
    }
    const content = contentOf(match.groups ?? {});
    if (content !== null && depth === 0) tokens.push({ ...content, line });
    line += match[0].split("\n").length - 1;
    index += match[0].length;
  }
  return depth === 0 ? accept(tokens) : refuseHere("a variation is not closed");
}
