// biome-ignore-all lint/a11y/useSemanticElements: a board is a grid of cells to walk on, and no table to read
// biome-ignore-all lint/a11y/useFocusableInteractive: of the grid's parts, the buttons take the focus
import { useRef, useState } from "preact/hooks";
import type { BoardProps } from "../../page.ts";
import { cellNames, completeLines, rowsOf, type TicTacToeView } from "../rules.ts";
import "./board.css";
import * as strings from "./strings.ts";

const steps: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-2, 0],
  End: [2, 0],
};

/** Nine cells: buttons in a grid, of which one is in the tab order. */
export function Board({ view: { cells }, gameId, lastMove, legal, onMove }: BoardProps<TicTacToeView>) {
  const grid = useRef<HTMLDivElement>(null);
  const [cursor, setHere] = useState(4);
  const complete: readonly number[] = completeLines(cells).flat();

  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    const column = Math.min(2, Math.max(0, (cursor % 3) + step[0]));
    const row = Math.min(2, Math.max(0, Math.floor(cursor / 3) + step[1]));
    const next = row * 3 + column;
    setHere(next);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${cellNames[next]}"]`)?.focus();
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div class="ttt" role="grid" aria-label={strings.ticTacToeBoard(gameId)} ref={grid} onKeyDown={onKeyDown}>
      {rowsOf(cellNames).map((names, row) => (
        <div role="row" key={row}>
          {names.map((name, column) => {
            const index = row * 3 + column;
            const mark = cells[index] ?? null;
            const open = legal.includes(name);
            return (
              <div role="gridcell" key={name}>
                <button
                  type="button"
                  data-cell={name}
                  data-mark={mark}
                  data-last={name === lastMove}
                  data-complete={complete.includes(index)}
                  tabIndex={index === cursor ? 0 : -1}
                  aria-disabled={!open}
                  aria-label={strings.cell(name, mark, name === lastMove)}
                  onFocus={() => setHere(index)}
                  onClick={() => open && void onMove(name)}
                >
                  <Mark mark={mark} />
                </button>
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function Mark({ mark }: { readonly mark: "X" | "O" | null }) {
  if (mark === null) return null;
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true">
      {mark === "X" ? <path d="M24 24l52 52m0 -52l-52 52" /> : <circle cx="50" cy="50" r="29" />}
    </svg>
  );
}
