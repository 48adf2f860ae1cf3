import { useRef, useState } from "preact/hooks";
import { type Color, placeOf, type SquareName, squaresSeenBy } from "./squares.ts";

/** The way that each key leads, in columns and rows of the screen. */
type Steps = Readonly<Record<string, readonly [columns: number, rows: number]>>;

export const arrows: Steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const onBoard = (place: number): number => Math.min(7, Math.max(0, place));

/** The square of a grid that is in the tab order, and the way from it by the keys in `steps`. */
export function useWalk(first: SquareName, orientation: Color, steps: Steps) {
  const grid = useRef<HTMLDivElement>(null);
  const [spot, setHere] = useState(first);
  const rows = squaresSeenBy(orientation);
  const focus = (square: SquareName) => grid.current?.querySelector<HTMLElement>(`[data-square="${square}"]`)?.focus();
  /** Tells whether the key is one of the steps. */
  const walk = (key: string): boolean => {
    const step = steps[key];
    if (!step) return false;
    const { column, row } = placeOf(spot, orientation);
    const next = rows[onBoard(row + step[1])]?.[onBoard(column + step[0])];
    if (next) {
      setHere(next);
      focus(next);
    }
    return true;
  };
  return { grid, rows, spot, setHere, focus, walk };
}
