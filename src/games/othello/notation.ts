/**
 * GGF, before which archives write a number; or a line of at least nine squares, as no other game names them: never one
 * of the four in the middle, and first one beside them, from which no move of chess begins.
 */
const recordPattern =
  /^\s*(?:(?:\d+\s+)?\(;gm\[othello|(?:1[.)]\s*)?(?=[cf][45]|[de][36])(?:(?:\d+[.)]\s*)?(?:(?![de][45])[a-h][1-8]|pass|--)[ ,;]*){9,}(?!\S))/i;

/** Whether a text, or its first line, is a game of Othello: in GGF, or as its squares in their order. */
export const isOthelloRecord = (text: string): boolean => recordPattern.test(text);
