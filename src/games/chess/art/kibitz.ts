import bB from "./kibitz/bB.svg?raw";
import bK from "./kibitz/bK.svg?raw";
import bN from "./kibitz/bN.svg?raw";
import bP from "./kibitz/bP.svg?raw";
import bQ from "./kibitz/bQ.svg?raw";
import bR from "./kibitz/bR.svg?raw";
import wB from "./kibitz/wB.svg?raw";
import wK from "./kibitz/wK.svg?raw";
import wN from "./kibitz/wN.svg?raw";
import wP from "./kibitz/wP.svg?raw";
import wQ from "./kibitz/wQ.svg?raw";
import wR from "./kibitz/wR.svg?raw";

/** Our own drawings of the pieces as SVG documents, by side and letter: for whoever needs them as text and not as files. */
export const pieceDrawings = { wK, wQ, wR, wB, wN, wP, bK, bQ, bR, bB, bN, bP } as const;
export type PieceName = keyof typeof pieceDrawings;

export const isPieceName = (text: string): text is PieceName => Object.hasOwn(pieceDrawings, text);
