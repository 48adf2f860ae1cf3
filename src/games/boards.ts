import type { GameKind } from "../shared/terms.ts";
import type { PlayPart } from "./page.ts";

/**
 * The play parts of all games at once, and nothing else of them: for the board in a chat, which is one file. Each game
 * is found by its folder.
 */
const playParts = import.meta.glob<PlayPart>("./*/page/play.tsx", { eager: true, import: "play" });
const byKind = new Map(Object.values(playParts).map((play) => [play.kind, play]));

/** Null for a game that the host knows and this page does not. */
export const findBoard = (kind: GameKind): PlayPart | null => byKind.get(kind) ?? null;

/** Draws a game's images inline, since that page may not load any. */
export const drawings: readonly ((root: HTMLElement) => void)[] = Object.values(
  import.meta.glob<(root: HTMLElement) => void>("./*/page/drawings.ts", { eager: true, import: "keepDrawn" }),
);
