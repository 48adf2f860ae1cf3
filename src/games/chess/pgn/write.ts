import { followersOf, type Lines } from "../../../shared/lines.ts";
import type { Outcome } from "../../../shared/terms.ts";
import { cleanLine } from "../../../shared/text.ts";
import { initialFen, pliesBefore } from "../rules/fen.ts";
import { commentWords } from "./comments.ts";
import type { ResultToken } from "./results.ts";

export interface PgnSource {
  /** Tag values by name; text from players is made safe here. Result, SetUp and FEN are set from the fields below. */
  readonly tags: Readonly<Record<string, string>>;
  /** Where the game started, or null for the initial position. */
  readonly startFen: string | null;
  readonly lines: Lines;
  readonly result: ResultToken;
}

/** The result token of an outcome: `1-0` if White won, `*` for a game that is not over. */
export function resultOf(outcome: Outcome | null): ResultToken {
  if (outcome === null || outcome.reason === "unfinished") return "*";
  if (outcome.winner === null) return "1/2-1/2";
  return outcome.winner === "white" ? "1-0" : "0-1";
}

const terminationTags: Readonly<Record<string, string>> = {
  unfinished: "unterminated",
  time: "time forfeit",
  "time-against-bare-material": "time forfeit",
  "illegal-moves": "rules infraction",
  forfeit: "abandoned",
  disconnected: "abandoned",
  stalled: "abandoned",
  adjudicated: "adjudication",
  "move-limit": "adjudication",
};

/** The value of the Termination tag (PGN standard 9.8.1). */
export const terminationOf = (outcome: Outcome | null): string =>
  outcome === null ? "unterminated" : (terminationTags[outcome.reason] ?? "normal");

/** Tags that every PGN has, in their order, with what stands for an unknown value (PGN standard 8.1.1). */
const sevenTags = [
  ["Event", "?"],
  ["Site", "?"],
  ["Date", "????.??.??"],
  ["Round", "?"],
  ["White", "?"],
  ["Black", "?"],
  ["Result", "*"],
] as const;
/** Tags that have their place before all others. */
const leadingTags = new Set<string>([...sevenTags.map(([name]) => name), "SetUp", "FEN"]);

/** Whether a tag of this name is kept and written. No object that was read from a database has a field `__proto__`. */
export const isTagName = (name: string): boolean => /^[A-Za-z0-9_]{1,40}$/.test(name) && name !== "__proto__";

/** Export format allows 80 columns in the moves and 255 characters in a line of tags, escapes included. */
const lineWidth = 80;
const longestTagLine = 255;

/** Any text as a tag, with what stands for nothing: one line, no control characters, quotes and backslashes escaped. */
function tagLine(name: string, text: string, unknown = ""): string {
  const content = cleanLine(text);
  const room = longestTagLine - `[${name} ""]`.length;
  let value = "";
  for (const character of content || unknown) {
    const sequence = /[\\"]/.test(character) ? `\\${character}` : character;
    if (value.length + sequence.length > room) break;
    value += sequence;
  }
  return `[${name} "${value}"]`;
}

/** Words in lines of at most 80 columns. */
function wrapWords(words: readonly string[]): string {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (line !== "" && line.length + 1 + word.length > lineWidth) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join("\n");
}

/** The pieces still to be written: a bracket, a move, or something that follows one. */
type Due =
  | { readonly kind: "open" }
  | { readonly kind: "close" }
  | { readonly kind: "move" | "rest"; readonly place: number; readonly ply: number };

/** The moves with their variations behind them, in brackets. Plies are counted from White's first move. */
function moveWords({ lines, startFen, result }: PgnSource): string[] {
  const next = followersOf(lines);
  const words: string[] = [...commentWords({ comment: lines.comment })];
  // At the beginning and after anything but White's move, Black's repeats its number (PGN standard 8.2.2.2).
  let needsNumber = true;
  // A bracket is written next to the word that it encloses.
  let bracket = "";
  const say = (first: string, ...others: readonly string[]) => {
    words.push(`${bracket}${first}`, ...others);
    bracket = "";
  };
  const due: Due[] = [{ kind: "rest", place: -1, ply: pliesBefore(startFen ?? initialFen) }];
  for (let now = due.pop(); now; now = due.pop()) {
    if (now.kind === "open") {
      bracket = "(";
      needsNumber = true;
    } else if (now.kind === "close") {
      words.push(`${words.pop() ?? ""})`);
      needsNumber = true;
    } else if (now.kind === "move") {
      const { text = "", before, comment, nags = [], clock, score } = lines.moves[now.place] ?? {};
      const [opening, ...more] = commentWords({ comment: before });
      if (opening !== undefined) say(opening, ...more);
      const whiteMoves = now.ply % 2 === 0;
      const number = Math.floor(now.ply / 2) + 1;
      if (whiteMoves) say(`${number}.`);
      else if (needsNumber || opening !== undefined) say(`${number}...`);
      const words = commentWords({ clock, score, comment });
      say(text, ...nags.map((nag) => `$${nag}`), ...words);
      needsNumber = !whiteMoves || words.length > 0;
    } else {
      const ply = now.ply + 1;
      const [main, ...others] = next(now.place);
      if (main === undefined) continue;
      due.push({ kind: "rest", place: main, ply });
      for (const place of others.toReversed())
        due.push(
          { kind: "close" },
          { kind: "rest", place, ply },
          { kind: "move", place, ply: now.ply },
          { kind: "open" },
        );
      due.push({ kind: "move", place: main, ply: now.ply });
    }
  }
  return [...words, result];
}

/**
 * A game in PGN export format: the seven tag roster, the other tags by name, SetUp and FEN for a game that did not
 * start from the initial position, the moves and their variations in lines of 80 columns, clocks and scores as
 * `[%clk h:mm:ss]` and `[%eval …]`.
 * Well-formed for whatever text the tags hold; a tag whose name is not letters, digits and underscores is left out.
 */
export function gameToPgn(source: PgnSource): string {
  const tagValue = (name: string) => (Object.hasOwn(source.tags, name) ? (source.tags[name] ?? "") : "");
  const lines = sevenTags.map(([name, unknown]) =>
    tagLine(name, name === "Result" ? source.result : tagValue(name), unknown),
  );
  if (source.startFen !== null && source.startFen !== initialFen) {
    lines.push(tagLine("SetUp", "1"), tagLine("FEN", source.startFen));
  }
  const others = { Termination: source.result === "*" ? "unterminated" : "normal", ...source.tags };
  for (const [name, value] of Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!leadingTags.has(name) && isTagName(name)) lines.push(tagLine(name, value));
  }
  return `${lines.join("\n")}\n\n${wrapWords(moveWords(source))}\n`;
}
