import { drawPieces } from "./chess/page/drawn-pieces.ts";
import { play as chess } from "./chess/page/play.tsx";
import { play as oddEven } from "./odd-even/page/play.tsx";
import type { PlayPart } from "./page.ts";
import { play as ticTacToe } from "./tic-tac-toe/page/play.tsx";

/** The games that the board in a chat knows: one line each, and nothing that it has no use for, since it is one file. */
const boards: readonly PlayPart[] = [chess, ticTacToe, oddEven];

/** Null for a game that the host knows and this page does not. */
export const findBoard = (kind: string): PlayPart | null => boards.find((play) => play.kind === kind) ?? null;

/** Keep drawn what a game draws with images of its own, which that page may not load. */
export const drawings: readonly ((root: HTMLElement) => void)[] = [drawPieces];
