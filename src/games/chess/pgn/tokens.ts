import { accept, invalid, type Result } from "../../../shared/result.ts";
import type { Steps } from "../../../shared/steps.ts";

/** The results in PGN; `*` for an unfinished game. */
const resultTokens = ["1-0", "0-1", "1/2-1/2", "*"] as const;
export type ResultToken = (typeof resultTokens)[number];

/** A result, with other signs that people use for a draw. */
export const resultPattern = /(?<result>1-0|0-1|1\/2(?:-1\/2)?|½(?:-½)?|\*)(?![^\s({;)])/;

/** A result however it is written; null for other texts. */
export function resultIn(text: string | undefined): ResultToken | null {
  const written = text?.replaceAll("½", "1/2");
  return resultTokens.find((token) => token === (written === "1/2" ? "1/2-1/2" : written)) ?? null;
}

/** The tokens of a PGN; move numbers are left out. */
type Content =
  | { readonly kind: "tag"; readonly name: string; readonly value: string }
  | { readonly kind: "move"; readonly text: string }
  | { readonly kind: "result"; readonly result: ResultToken }
  | { readonly kind: "comment"; readonly text: string }
  | { readonly kind: "glyph"; readonly nag: number }
  /** The beginning and the end of a variation. */
  | { readonly kind: "open" | "close" };
/** With its line in the text, from 1, and its offset. */
export type PgnToken = Content & { readonly line: number; readonly from: number; readonly to: number };

/** The tokens of the main lines, without comments and variations. */
export type MainToken = Extract<PgnToken, { readonly kind: "tag" | "move" | "result" }>;

/**
 * A tag: as the standard has it (PGN standard 8.1), or else with quotes or a last backslash that nobody escaped. Such a one
 * begins its line and ends it, or stands before the next tag there: looked for anywhere, it would cost a long line its
 * square.
 */
export const tagPattern =
  /\[\s*(?<name>[A-Za-z0-9_]+)\s*"(?<value>(?:[^"\\\n]|\\.)*(?="\s*\])|(?<=(?:^\ufeff?|\n)\[\s*\w+\s*")[^\n]*?(?="\s*\][ \t]*(?:\[|\r?\n|$)))"\s*\]/;

const patterns = [
  /\s+/,
  // A `%` in the first column hides its line (PGN standard 6).
  /(?<=^|\n)%[^\n]*/,
  /\{(?<comment>[^}]*)\}|;(?<rest>[^\n]*)/,
  /\$(?<nag>\d+)|(?<marks>[!?]+)|e\.p\.[+#]?/,
  /(?<open>\()|(?<close>\))/,
  tagPattern,
  resultPattern,
  // A move number; it looks like a result until the dash.
  /[1-9]\d*[.…]*|[.…]+/,
  /(?<move>[PNBRQKOo0a-h](?:(?!e\.p\.)[-A-Za-z0-9=+#:])*)/,
];
const anything = new RegExp(patterns.map((pattern) => pattern.source).join("|"), "y");
/** Variations contain things that no program reads, such as `--` for a null move. */
const anyWord = /[^\s(){};]+/y;

/** The numbers of signs (PGN standard 10); longer ones mean nothing. */
const glyphs: Readonly<Record<string, number>> = { "!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6 };
const mostNag = 255;

function contentOf(groups: Record<string, string | undefined>): Content | null {
  const { name, value = "", move, comment, rest, nag, marks, open, close } = groups;
  if (name !== undefined) return { kind: "tag", name, value: value.replace(/\\(["\\])/g, "$1") };
  if (move !== undefined) return { kind: "move", text: move };
  const said = comment ?? rest;
  if (said !== undefined) return { kind: "comment", text: said };
  const glyph = nag === undefined ? glyphs[marks ?? ""] : Number(nag);
  if (glyph !== undefined) return glyph > 0 && glyph <= mostNag ? { kind: "glyph", nag: glyph } : null;
  if (open !== undefined) return { kind: "open" };
  if (close !== undefined) return { kind: "close" };
  const result = resultIn(groups.result);
  return result === null ? null : { kind: "result", result };
}

/**
 * Cuts a PGN into its tags, moves, results, and what was written of them. Refuses with `INVALID_ARGUMENT` and the line
 * what is none of these, and brackets that do not match. Takes time in proportion to the text. `firstLine` is the number
 * of its first line where it is a part of another text. In pieces.
 */
export function* pgnTokens(text: string, firstLine = 1): Steps<Result<readonly PgnToken[]>> {
  const tokens: PgnToken[] = [];
  let index = 0;
  let line = firstLine;
  let depth = 0;
  const refuseHere = (reason: string) => invalid(`Invalid PGN: ${reason} in line ${line}.`);
  while (index < text.length) {
    anything.lastIndex = anyWord.lastIndex = index;
    const match = anything.exec(text);
    const word = match === null && depth > 0 ? anyWord.exec(text) : null;
    if (match === null && word === null) {
      const character = text.charAt(index);
      if (character === "{") return refuseHere("a comment is not closed");
      if (character === "[") return refuseHere('a tag is not of the form [Name "value"]');
      const shown = /[\x21-\x7e]/.test(character) ? `"${character}"` : "an unprintable character";
      return refuseHere(`${shown} cannot stand`);
    }
    const found = (match ?? word)?.[0] ?? "";
    const content: Content | null = match ? contentOf(match.groups ?? {}) : { kind: "move", text: found };
    if (content?.kind === "open") depth += 1;
    if (content?.kind === "close") depth -= 1;
    if (depth < 0) return refuseHere("a variation is closed that was not opened");
    if (content !== null) tokens.push({ ...content, line, from: index, to: index + found.length });
    line += found.split("\n").length - 1;
    index += found.length;
    yield;
  }
  return depth === 0 ? accept(tokens) : refuseHere("a variation is not closed");
}

/** The tags, the moves of the main lines and the results among tokens. */
export function mainTokens(tokens: readonly PgnToken[]): readonly MainToken[] {
  let depth = 0;
  return tokens.filter((token): token is MainToken => {
    if (token.kind === "open") depth += 1;
    if (token.kind === "close") depth -= 1;
    return depth === 0 && (token.kind === "tag" || token.kind === "move" || token.kind === "result");
  });
}
