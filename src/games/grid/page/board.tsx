// biome-ignore-all lint/a11y/useSemanticElements: a board is a grid of cells to walk on, and no table to read
// biome-ignore-all lint/a11y/useFocusableInteractive: of the grid's parts, the buttons take the focus
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import "./board.css";

export interface GridCell {
  /** `d3`. */
  readonly name: string;
  /** The words of a screen reader: `d3, empty`. */
  readonly label: string;
  /** The move that a press makes; null for none. */
  readonly move: string | null;
  /** Attributes for style sheets. */
  readonly data?: Readonly<Record<`data-${string}`, string | boolean | undefined>>;
  readonly content?: ComponentChildren;
}

interface GridBoardProps {
  /** The class of the game's own style sheet. */
  readonly name: string;
  readonly label: string;
  /** The names of the columns, to stand above them; left out where cells show their own. */
  readonly heads?: readonly string[] | undefined;
  /** From the top, as many in each. */
  readonly rows: readonly (readonly GridCell[])[];
  readonly onMove: (move: string) => Promise<void>;
}

const steps: Readonly<Record<string, readonly [columns: number, rows: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [Number.NEGATIVE_INFINITY, 0],
  End: [Number.POSITIVE_INFINITY, 0],
  PageUp: [0, Number.NEGATIVE_INFINITY],
  PageDown: [0, Number.POSITIVE_INFINITY],
};

const within = (place: number, count: number): number => Math.min(count - 1, Math.max(0, place));

/** A board of cells in a square: buttons in a grid, of which one is in the tab order; keys lead from cell to cell. */
export function GridBoard({ name, label, heads, rows, onMove }: GridBoardProps) {
  const grid = useRef<HTMLDivElement>(null);
  const columns = rows[0]?.length ?? 0;
  const [cursor, setCursor] = useState({ column: Math.floor(columns / 2), row: Math.floor(rows.length / 2) });

  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    const column = within(cursor.column + step[0], columns);
    const row = within(cursor.row + step[1], rows.length);
    setCursor({ column, row });
    grid.current?.querySelector<HTMLElement>(`[data-cell="${rows[row]?.[column]?.name}"]`)?.focus();
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      class={`grid-board grid whole rounded ${name}`}
      role="grid"
      aria-label={label}
      ref={grid}
      onKeyDown={onKeyDown}
    >
      {heads && (
        <div class="grid-heads" aria-hidden="true">
          {heads.map((head) => (
            <span key={head}>{head}</span>
          ))}
        </div>
      )}
      {rows.map((cells, row) => (
        <div role="row" key={row}>
          {cells.map((cell, column) => (
            <div role="gridcell" key={cell.name}>
              <button
                type="button"
                data-cell={cell.name}
                {...cell.data}
                tabIndex={column === cursor.column && row === cursor.row ? 0 : -1}
                aria-disabled={cell.move === null}
                aria-label={cell.label}
                onFocus={() => setCursor({ column, row })}
                onClick={() => cell.move !== null && void onMove(cell.move)}
              >
                {cell.content}
              </button>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
