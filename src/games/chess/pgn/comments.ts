import { type LineMove, type LineScore, MOST_SCORE } from "../../../shared/lines.ts";
import { cleanLine } from "../../../shared/text.ts";

/** The parts of a comment: its text, and the commands in it. */
export interface ReadComment extends Pick<LineMove, "clock" | "score"> {
  /** The text without `[%clk …]` and `[%eval …]`; empty for none. Other commands stay in it. */
  readonly text: string;
}

function clockIn(text: string): number | null {
  const [, hours, minutes, seconds] = /^(\d{1,4}):([0-5]?\d):([0-5]?\d(?:\.\d{1,3})?)$/.exec(text) ?? [];
  if (hours === undefined) return null;
  return Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000);
}

function scoreIn(text: string): LineScore | null {
  const [, mate, pawns, depth] = /^(?:#(-?\d{1,4})|([-+]?\d{1,6}(?:\.\d{1,4})?))(?:,(\d{1,3}))?$/.exec(text) ?? [];
  const at = depth === undefined ? {} : { depth: Number(depth) };
  if (mate !== undefined) return { kind: "mate", value: Number(mate), ...at };
  if (pawns === undefined) return null;
  const value = Math.round(Number(pawns) * 100);
  return Math.abs(value) > MOST_SCORE.cp ? null : { kind: "cp", value: value === 0 ? 0 : value, ...at };
}

/** Reads `[%clk h:mm:ss]` and `[%eval pawns]` or `[%eval #moves]` out of a comment; unreadable commands stay in it. */
export function readComment(comment: string): ReadComment {
  let clock: number | undefined;
  let score: LineScore | undefined;
  const text = comment.replace(/\[%(clk|eval)\s+([^\]\s]+)\s*\]/g, (whole, name: string, value: string) => {
    const reading = name === "clk" ? clockIn(value) : scoreIn(value);
    if (reading === null) return whole;
    if (typeof reading === "number") clock = reading;
    else score = reading;
    return " ";
  });
  // A comment to the end of the line may contain the brace that ends the other kind.
  const words = cleanLine(text).replaceAll("}", ")");
  return { text: words, ...(clock === undefined ? {} : { clock }), ...(score ? { score } : {}) };
}

/** `0:04:59`, with fractions of a second where there are any. */
function clockText(ms: number): string {
  const duration = Math.max(0, Math.round(ms));
  const whole = Math.floor(duration / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const part = String(duration % 1000)
    .padStart(3, "0")
    .replace(/0+$/, "");
  const seconds = `${two(whole % 60)}${part === "" ? "" : `.${part}`}`;
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${seconds}`;
}

function scoreText({ kind, value, depth }: LineScore): string {
  const at = depth === undefined ? "" : `,${depth}`;
  return kind === "mate" ? `#${value}${at}` : `${(value / 100).toFixed(2)}${at}`;
}

/**
 * The words of a comment, between which lines may be broken; null for none. No word can end the comment, or look like
 * an escaped line (PGN standard 6) or a tag at the beginning of a line.
 */
export function commentWords({
  clock,
  score,
  comment = "",
}: Pick<LineMove, "clock" | "score" | "comment">): readonly string[] {
  const words: string[] = [];
  if (score) words.push(`[%eval ${scoreText(score)}]`);
  if (clock !== undefined) words.push(`[%clk ${clockText(clock)}]`);
  const line = cleanLine(comment).replaceAll("}", ")");
  const parts = readComment(line);
  // A player's text must not look like a command.
  const safeText = parts.clock === undefined && !parts.score ? line : line.replace(/\[%(?=(?:clk|eval)\s)/g, "[ %");
  for (const word of safeText.split(" ")) {
    if (word === "") continue;
    if (/^(?:%|;|\[(?!%))/.test(word) && words.length > 0) words.push(`${words.pop()} ${word}`);
    else words.push(word);
  }
  const [first, ...others] = words;
  if (first === undefined) return [];
  const tokens = [`{${first}`, ...others];
  return [...tokens.slice(0, -1), `${tokens.at(-1)}}`];
}
