import type { Outcome } from "../../../shared/terms.ts";
import { initialFen } from "../rules/setup.ts";
import type { ResultToken } from "./tokens.ts";

export interface PgnSource {
  /** Tag values by name; text from players is made safe here. Result, SetUp and FEN are set from the fields below. */
  readonly tags: Readonly<Record<string, string>>;
  /** Where the game started, or null for the initial position. */
  readonly startFen: string | null;
  readonly sans: readonly string[];
  readonly result: ResultToken;
  /** Seconds that the mover had left after each ply; null for a game without clocks. */
  readonly clocks: readonly number[] | null;
}

/** The result token of an outcome: `1-0` if White won, `*` for a game that is not over. */
export function resultOf(outcome: Outcome | null): ResultToken {
  if (outcome === null || outcome.reason === "unfinished") return "*";
  if (outcome.winner === null) return "1/2-1/2";
  return outcome.winner === "white" ? "1-0" : "0-1";
}

const terminations: Readonly<Record<string, string>> = {
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
  outcome === null ? "unterminated" : (terminations[outcome.reason] ?? "normal");

/** Tags that every PGN has, in their order, with what stands for an unknown value (PGN standard 8.1.1). */
const roster = [
  ["Event", "?"],
  ["Site", "?"],
  ["Date", "????.??.??"],
  ["Round", "?"],
  ["White", "?"],
  ["Black", "?"],
  ["Result", "*"],
] as const;
const setByFields = new Set(["Result", "SetUp", "FEN"]);

/** Export format allows 80 columns in the moves and 255 characters in a line of tags, escapes included. */
const lineWidth = 80;
const longestTagValue = 100;

/** Any text as a tag value: one line, no control characters, quotes and backslashes escaped. */
function tagValue(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, " ")
    .trim();
  return [...line]
    .slice(0, longestTagValue)
    .join("")
    .replace(/[\\"]/g, (character) => `\\${character}`);
}

/** `0:04:59`, whole seconds, rounded down as a clock shows them. */
function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, "0");
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

/** Words in lines of at most 80 columns. */
function wrap(words: readonly string[]): string {
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

function moveWords(source: PgnSource): string[] {
  const fields = (source.startFen ?? initialFen).split(" ");
  const first = (Number(fields[5] ?? 1) - 1) * 2 + (fields[1] === "b" ? 1 : 0);
  const words: string[] = [];
  source.sans.forEach((san, index) => {
    const number = Math.floor((first + index) / 2) + 1;
    const whiteMoves = (first + index) % 2 === 0;
    // After a comment, Black's move repeats its number (PGN standard 8.2.2.2).
    if (whiteMoves) words.push(`${number}.`);
    else if (index === 0 || source.clocks !== null) words.push(`${number}...`);
    words.push(san);
    const clock = source.clocks?.[index];
    if (clock !== undefined) words.push(`{[%clk ${clockText(clock)}]}`);
  });
  return [...words, source.result];
}

/**
 * A game in PGN export format: the seven tag roster, the other tags by name, SetUp and FEN for a game that did not
 * start from the initial position, the moves in lines of 80 columns, the clock after each move as `[%clk h:mm:ss]`.
 * Well-formed for whatever text the tags hold; a tag whose name is not letters, digits and underscores is left out.
 */
export function gameToPgn(source: PgnSource): string {
  const line = (name: string, value: string, unknown = "") => `[${name} "${tagValue(value) || unknown}"]`;
  const given = (name: string) => (Object.hasOwn(source.tags, name) ? (source.tags[name] ?? "") : "");
  const lines = roster.map(([name, unknown]) => line(name, name === "Result" ? source.result : given(name), unknown));
  if (source.startFen !== null && source.startFen !== initialFen) {
    lines.push(line("SetUp", "1"), line("FEN", source.startFen));
  }
  const termination = source.result === "*" ? "unterminated" : "normal";
  const others = { Termination: termination, ...source.tags };
  const rosterNames = new Set<string>(roster.map(([name]) => name));
  for (const [name, value] of Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const isOther = !rosterNames.has(name) && !setByFields.has(name);
    if (isOther && /^[A-Za-z0-9_]{1,40}$/.test(name)) lines.push(line(name, value));
  }
  return `${lines.join("\n")}\n\n${wrap(moveWords(source))}\n`;
}
