import { useRef, useState } from "preact/hooks";

/** The way that each key leads, in columns and rows of the screen. */
type Steps = Readonly<Record<string, readonly [columns: number, rows: number]>>;

export const arrowSteps: Steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const FAR = Number.POSITIVE_INFINITY;
/** The arrows, and the keys that lead to the edges. */
export const keySteps: Steps = { ...arrowSteps, Home: [-FAR, 0], End: [FAR, 0], PageUp: [0, -FAR], PageDown: [0, FAR] };

const clamp = (place: number, count: number): number => Math.min(count - 1, Math.max(0, place));

/**
 * The cell of a grid that is in the tab order, and the way from it by the keys in `keySteps`.
 * @param rows the names of the cells, which their elements have as `data-` and `attribute`
 */
export function useWalk<Name extends string>(
  rows: readonly (readonly Name[])[],
  first: Name,
  steps: Steps,
  attribute: "cell" | "square",
) {
  const grid = useRef<HTMLDivElement>(null);
  const [spot, setHere] = useState(first);
  const focus = (name: Name) => grid.current?.querySelector<HTMLElement>(`[data-${attribute}="${name}"]`)?.focus();
  /** Makes the step of a key and focuses its cell; returns whether the key has one. */
  const walk = (key: string): boolean => {
    const step = steps[key];
    if (!step) return false;
    const row = rows.findIndex((names) => names.includes(spot));
    const names = rows[clamp(row + step[1], rows.length)] ?? [];
    const next = names[clamp((rows[row]?.indexOf(spot) ?? 0) + step[0], names.length)];
    if (next !== undefined) {
      setHere(next);
      focus(next);
    }
    return true;
  };
  return { grid, spot, setHere, focus, walk };
}
