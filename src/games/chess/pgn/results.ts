import { visible } from "../rules/free.ts";

/** The results in PGN; `*` for an unfinished game. */
export type ResultToken = "1-0" | "0-1" | "1/2-1/2" | "*";
/** A result as it was read; `odd` is one that no game here can have, such as 0-0 for two that both lose. */
export type ReadResult = ResultToken | "odd";

const point = "(?:1\\/2|½|0?[.,]5|1|[0Oo])";
const separator = "(?:\\p{Pd}|[−:])";
/** Two sides of a result with their points, or with signs, which are for games won and lost by forfeit. */
const resultPattern = new RegExp(`^(${point})(?:[.,]0)?f?\\s*${separator}\\s*(${point})(?:[.,]0)?f{0,2}$`, "iu");
// Two plus signs alone say that a move gives check twice.
const tieSigns = new RegExp(`^(?!\\+\\+$)([+=]|\\p{Pd}|−)\\s*(?:${separator}|\\/)?\\s*([+=]|\\p{Pd}|−)$`, "u");
const pointsOf = (side: string): number => (/^[1+]$/.test(side) ? 1 : /^(?:[0O−]|\p{Pd})$/iu.test(side) ? 0 : 0.5);

/** A result however it is written: `1:0`, `1 – 0`, `0,5-0,5`, `½`, `+:-`, `1-0F`. Null for other texts. */
export function resultIn(text: string): ReadResult | null {
  const plain = visible(text).replaceAll("⁄", "/").trim().replace(/[.,]$/, "");
  if (plain === "*") return "*";
  if (/^(?:1\/2|½)$/.test(plain)) return "1/2-1/2";
  const [, one, other] = resultPattern.exec(plain) ?? tieSigns.exec(plain) ?? [];
  if (one === undefined || other === undefined) return null;
  const sum = `${pointsOf(one)}:${pointsOf(other)}`;
  return sum === "1:0" ? "1-0" : sum === "0:1" ? "0-1" : sum === "0.5:0.5" ? "1/2-1/2" : "odd";
}
