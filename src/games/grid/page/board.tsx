// biome-ignore-all lint/a11y/useSemanticElements: a board is a grid of cells to walk on, and no table to read
// biome-ignore-all lint/a11y/useFocusableInteractive: of the grid's parts, the buttons take the focus
import type { ComponentChildren } from "preact";
import { keySteps, useWalk } from "./walk.ts";
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

/** A board of cells in a square: buttons in a grid, of which one is in the tab order; keys lead from cell to cell. */
export function GridBoard({ name, label, heads, rows, onMove }: GridBoardProps) {
  const names = rows.map((cells) => cells.map((cell) => cell.name));
  const middle = names[Math.floor(rows.length / 2)] ?? [];
  const first = middle[Math.floor(middle.length / 2)] ?? "";
  const { grid, spot, setHere, walk } = useWalk(names, first, keySteps, "cell");
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !walk(event.key)) return;
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
          {cells.map((cell) => (
            <div role="gridcell" key={cell.name}>
              <button
                type="button"
                data-cell={cell.name}
                {...cell.data}
                tabIndex={cell.name === spot ? 0 : -1}
                aria-disabled={cell.move === null}
                aria-label={cell.label}
                onFocus={() => setHere(cell.name)}
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
