import { darken } from "./dark.ts";
import wB from "./kibitz/wB.svg?raw";
import wK from "./kibitz/wK.svg?raw";
import wN from "./kibitz/wN.svg?raw";
import wP from "./kibitz/wP.svg?raw";
import wQ from "./kibitz/wQ.svg?raw";
import wR from "./kibitz/wR.svg?raw";

const darkened = (drawing: string): string => darken("kibitz", drawing);

/** Our own drawings of the pieces as SVG documents, by side and letter: for whoever needs them as text and not as files. */
export const pieceDrawings = {
  ...{ wK, wQ, wR, wB, wN, wP },
  ...{ bK: darkened(wK), bQ: darkened(wQ), bR: darkened(wR), bB: darkened(wB), bN: darkened(wN), bP: darkened(wP) },
} as const;
export type PieceName = keyof typeof pieceDrawings;

export const isPieceName = (text: string): text is PieceName => Object.hasOwn(pieceDrawings, text);
