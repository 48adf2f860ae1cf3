/** GGF; or a line of at least nine squares, as no other game names them: never one of the four in the middle. */
const recordPattern = /^\s*(?:\(;gm\[othello|(?:(?:\d+[.)]\s*)?(?:(?![de][45])[a-h][1-8]|pass|--)[ ,;]*){9,}(?!\S))/i;

/** Whether a text, or its first line, is a game of Othello: in GGF, or as its squares in their order. */
export const isOthelloRecord = (text: string): boolean => recordPattern.test(text);
