import { glyphOf, signAfter } from "../../../shared/glyphs.ts";
import { quoteText } from "../rules/board.ts";
import { visible } from "../rules/free.ts";
import { type ReadResult, resultIn } from "./results.ts";

/** The reason to refuse a game because of its tags; null for none. */
export function whyNotOurs(variant: string | undefined): string | null {
  const name = variant?.trim().toLowerCase() ?? "standard";
  if (/^(?:|[?-]|(?:standard|normal|regular|orthodox)(?: chess)?|chess|from position)$/.test(name)) return null;
  return `only standard chess is played here, and this is ${quoteText(variant?.trim() ?? "")}.`;
}

/** The FEN of a game's tags; null for the usual start, also where the tag says nothing else. */
export const startFenIn = (tags: ReadonlyMap<string, string>): string | null =>
  /^(?:[?*-]?|start(?:pos)?)$/i.test(tags.get("FEN") ?? "") ? null : (tags.get("FEN") ?? null);

/** The tokens of a PGN. */
type Content =
  | { readonly kind: "tag"; readonly name: string; readonly value: string }
  | { readonly kind: "number"; readonly number: number; readonly isBlacks: boolean }
  | { readonly kind: "move" | "comment"; readonly text: string }
  | { readonly kind: "result"; readonly result: ReadResult; readonly text: string }
  | { readonly kind: "glyph"; readonly nag: number }
  /** The beginning and the end of a variation. */
  | { readonly kind: "open" | "close" }
  /** Something that cannot be read, with the reason. */
  | { readonly kind: "problem"; readonly reason: string };
/**
 * With its line in the text, from 1, its offset, whether an empty line stands before it, and whether it is in the main
 * line.
 */
export type PgnToken = Content & {
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly isApart: boolean;
  readonly isMain: boolean;
};

/**
 * A tag: as the standard has it (PGN standard 8.1), its value broken over two lines at most; or else with quotes or a
 * last backslash that nobody escaped. Such a one begins its line and ends it, or stands before the next tag there: looked
 * for anywhere, it would cost a long line its square.
 */
const tagPattern =
  /\[\s*(?<name>[A-Za-z0-9_]+)\s*"(?<value>(?:[^"\\\r\n]|\\.)*(?:(?:\r\n?|\n)(?!\[)(?:[^"\\\r\n]|\\.)*)?(?="\s*\])|(?<=(?:^\ufeff?|[\r\n])\[\s*\w+\s*")[^\r\n]*?(?="\s*\][ \t]*(?:\[|[\r\n]|$)))"\s*\]/;
/** Anything else in brackets that begins its line and fills it, up to the next tag there; the last bracket may be missing. */
const oddTag =
  /(?<=(?:^|[\r\n])[ \t\ufeff]*)\[(?:(?<odd>[^\r\n[\]"]*(?:"[^\r\n]*"|"[^\r\n[\]]*)?)(?:\](?=[ \t]*(?:\[|[\r\n]|$))|(?=[\r\n]|$))|[^\r\n]*)/y;
/** Its name and value, in the quotes that people write, of which the second may be missing; or in none. */
const quotedTag = /^(?<name>[^"'“”„«»]+)["'“”„«»](?<value>.*)$/s;
const plainTag = /^(?<name>[A-Za-z0-9_]+)\s(?<value>.*\S.*)$/s;

const tokenPatterns = [
  /\s+/,
  // A `%` in the first column hides its line (PGN standard 6); fences of Markdown enclose a text.
  /(?<=^|[\r\n])%[^\r\n]*|[`~]{3}[^\s{[]*/,
  /(?<brace>\{)|;(?<rest>[^\r\n]*)|\$(?<nag>\d+)|(?<open>\()|(?<close>\))/,
  tagPattern,
  /(?<number>[1-9]\d{0,4})(?<dots>[.…]+)(?!\d)/,
  /(?<move>[NBRQK]?[a-h]?[1-8]?x?[a-h][1-8](?:=[NBRQ])?[+#]?)(?=[\s){};!?$]|\((?![QRBN]\))|$)(?!\s*=\s*[QRBN]\b)/,
  // Results, castling and promotions may have spaces around their signs, and a figurine may stand apart from its square; the
  // piece of a promotion may stand in brackets.
  /(?<word>(?:(?:(?:[10Oo½]|1\/2|[01]?[.,][05])[ \t\xa0]*[-‐-―−:][ \t\xa0]*(?=[10Oo½.,])){1,2}|[-‐-―−+=][ \t\xa0]+[-‐-―−:][ \t\xa0]+(?=[-‐-―−+=])|(?:[a-h]x)?[a-h][18]\s*=\s*(?=[QRBN]\b)|[♔-♟][ \t]+(?=[a-hx1-8]))?[^\s(){};[$]+(?:(?<=[18]=?)\([QRBN]\))?)/,
];
const anyToken = new RegExp(tokenPatterns.map((pattern) => pattern.source).join("|"), "y");
/** Tags after an empty line stand in no comment: where they do, somebody forgot to close it. */
const nextGame = /(?:\r(?!\n)|\n)[ \t]*(?:\r\n?|\n)(?=\[[A-Za-z0-9_]+ *")/g;
const mostNag = 255;
/** The tags on which a game depends, whose names are read in letters of either case. */
const knownTags = ["Event", "Site", "Date", "Round", "White", "Black", "Result", "FEN", "SetUp", "Variant"];
const nameOf = (name: string): string => knownTags.find((each) => each.toLowerCase() === name.toLowerCase()) ?? name;
/** Longer words, in characters, are not looked into. */
const longestWord = 100;
const problem = (reason: string): Content => ({ kind: "problem", reason });

/** The contents of a word that is no plain move: a number, a result, signs, or a move with any of them joined to it. */
function contentsOf(word: string, isNumbered: boolean): readonly Content[] {
  if (word.length > longestWord) return [{ kind: "move", text: word }];
  const plain = word.replace(/[\p{Cc}`]+|\*\*|__/gu, "");
  const cleanText = visible(plain).replaceAll("⁄", "/");
  const bare = cleanText.replace(/^\.+(?=[A-Za-z♔-♟])|[.,]+$/g, "");
  const isOther = glyphOf(bare) !== undefined || /^(?:[0Oo]\s?[^\w\s:]\s?[0Oo]|\p{Pd}+)$/u.test(bare);
  const result = isOther ? null : resultIn(bare);
  if (result !== null) return [{ kind: "result", result, text: plain }];
  const [moveNumber = "", digits, dots = ""] =
    /^(?!00)(0?\d|[1-9]\d{1,4})(?:([.,:)]+)|$|(?=[A-Za-z♔-♟]))/.exec(cleanText) ?? [];
  if (digits !== undefined) {
    const number: Content = { kind: "number", number: Number(digits), isBlacks: dots.length > 1 };
    return [number, ...contentsOf(cleanText.slice(moveNumber.length), true)];
  }
  const nag = isNumbered ? undefined : glyphOf(bare);
  if (nag !== undefined) return [{ kind: "glyph", nag }];
  if (/^(?:|e\.?p\.?[!?]*|[+#]+|\+?ch|(?:check)?mate|[!?]+)$/i.test(bare)) return [];
  const [, , resultText] = /^(.*?(?:[a-h][1-8]|[QRBNO]|[+#]))((?:1|0|1\/2|½)[-–](?:1|0|1\/2|½)|\*)$/.exec(bare) ?? [];
  const end = resultText ?? signAfter(bare);
  // A sign that nobody here knows stays as a comment.
  const isSign = !/[\p{L}\p{N}♔-♟]|^[-–—@]/u.test(bare);
  if (end === null) return [{ kind: isSign ? "comment" : "move", text: bare }];
  return [...contentsOf(bare.slice(0, -end.length), isNumbered), ...contentsOf(end, false)];
}

/** A line in brackets that is no tag of the standard: with its name put together, or as words; null for a remark. */
function oddContent(odd: string, isAmongTags: boolean): Content | null {
  const { name = "", value = "" } = (quotedTag.exec(odd) ?? (isAmongTags ? plainTag.exec(odd) : null))?.groups ?? {};
  const plain = name.replace(/[^A-Za-z0-9_]/g, "");
  if (plain !== "") return { kind: "tag", name: nameOf(plain), value: value.trim().replace(/["'“”„«»]$/, "") };
  return isAmongTags ? { kind: "comment", text: `[${odd}]` } : null;
}

/**
 * Cuts a PGN, of one game or of many, into its tags, numbers, moves, results, and what was written of them. What cannot
 * be read is a token, too: it concerns its own game. Takes time in proportion to the text. `firstLine` is the number of
 * its first line where it is a part of another text.
 */
export function* pgnTokens(text: string, firstLine = 1): Generator<PgnToken> {
  let line = firstLine;
  let depth = 0;
  let isApart = false;
  let isAmongTags = true;
  /** Whether numbers are written with a bracket: `1)`. */
  let isBracketed = false;
  let before: Content["kind"] | null = null;
  // Searched once, and again only after the last match has been passed.
  let closing = 0;
  let breaking = 0;
  let to = 0;
  for (let from = 0; from < text.length; from = to) {
    anyToken.lastIndex = oddTag.lastIndex = from;
    const match = anyToken.exec(text);
    const { move, number, dots = "", word, brace, rest, nag, open, close, name, value = "" } = match?.groups ?? {};
    to = from + (match?.[0].length ?? 1);
    let contents: readonly Content[] = [];
    if (move !== undefined) contents = [{ kind: "move", text: move }];
    else if (number !== undefined)
      contents = [{ kind: "number", number: Number(number), isBlacks: dots.length > 1 || dots === "…" }];
    else if (word !== undefined) contents = contentsOf(word, before === "number");
    else if (name !== undefined)
      contents = [{ kind: "tag", name: nameOf(name), value: value.replace(/\\(["\\])/g, "$1") }];
    else if (brace !== undefined) {
      if (closing <= from) closing = text.indexOf("}", from) + 1 || Number.POSITIVE_INFINITY;
      if (breaking <= from) {
        nextGame.lastIndex = from;
        const next = nextGame.exec(text);
        breaking = next ? next.index + next[0].length : text.length;
      }
      to = Math.min(closing, breaking);
      const comment = text.slice(from + 1, to - 1);
      contents = [to === closing ? { kind: "comment", text: comment } : problem("a comment is not closed")];
    } else if (rest !== undefined) contents = [{ kind: "comment", text: rest }];
    else if (nag !== undefined)
      contents = Number(nag) > 0 && Number(nag) <= mostNag ? [{ kind: "glyph", nag: Number(nag) }] : [];
    else if (open !== undefined) contents = [{ kind: "open" }];
    else if (close !== undefined) {
      const isNumbers: boolean =
        before === "number" && /[\d.]/.test(text.charAt(from - 1)) && (depth === 0 || isBracketed);
      isBracketed ||= isNumbers;
      if (!isNumbers) contents = [depth > 0 ? { kind: "close" } : problem("a variation is closed that was not opened")];
    } else if (match === null) {
      const odd = depth > 0 ? null : oddTag.exec(text);
      const words = odd?.groups?.["odd"];
      const content = words === undefined ? null : oddContent(words, isAmongTags);
      if (odd && (content || words === undefined)) to = from + odd[0].length;
      const sign = text.charAt(from);
      const isWord = depth > 0 && sign === "[";
      const reason = sign === "[" ? 'a tag is not of the form [Name "value"]' : `${quoteText(sign)} cannot stand`;
      contents = [content ?? (isWord ? { kind: "move", text: sign } : problem(reason))];
    }
    for (const content of contents) {
      if (content.kind === "tag" && depth > 0) yield { ...notClosed, line, from, to: from, isApart, isMain: true };
      if (content.kind === "tag") depth = 0;
      if (content.kind === "close") depth -= 1;
      yield { ...content, line, from, to, isApart, isMain: depth === 0 || content.kind === "problem" };
      if (content.kind === "open") depth += 1;
      isApart = false;
      before = content.kind;
      if (before === "tag" || (before === "result" && depth === 0)) isAmongTags = true;
      if (before === "move" || before === "number") isAmongTags = false;
    }
    if (move !== undefined || number !== undefined) continue;
    const breaks = text.slice(from, to).match(/\r\n?|\n/g)?.length ?? 0;
    line += breaks;
    isApart ||= breaks > 1 && contents.length === 0;
  }
  if (depth > 0) yield { ...notClosed, line, from: to, to, isApart, isMain: true };
}

const notClosed = { kind: "problem", reason: "a variation is not closed" } as const;
