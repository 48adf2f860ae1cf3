/** The usual start in GGF, row by row from the top: `*` black, `O` white. */
export const ggfStart = `${"-".repeat(27)}O*${"-".repeat(6)}*O${"-".repeat(27)}`;

/** The least squares of a transcript that no text of another game could be. */
const LEAST = 9;

/** Whether a text is a game of Othello: in GGF, or as many different squares as no other game would name, never a centre. */
export function isOthelloRecord(text: string): boolean {
  const beginning = text.slice(0, 2_000);
  if (/^\s*\(;\s*GM\[\s*othello\s*\]/i.test(beginning)) return true;
  const [line = ""] = beginning.trim().split("\n");
  const squares = line.toLowerCase().match(/[a-h][1-8]/g) ?? [];
  const others = line.replace(/[a-h][1-8]|pass|\bpa\b|\bps\b|--|\d+\s*[.)]|[\s,;]/gi, "");
  return (
    others === "" &&
    squares.length >= LEAST &&
    new Set(squares).size === squares.length &&
    !squares.some((square) => /[de][45]/.test(square))
  );
}
