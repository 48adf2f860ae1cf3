import { GridBoard } from "../../grid/page/board.tsx";
import type { BoardProps } from "../../page.ts";
import { cellNames, completeLines, rowsOf, type TicTacToeView } from "../rules.ts";
import "./board.css";

/** Nine cells with a cross or a ring. */
export function Board({ view: { cells }, gameId, lastMove, legal, onMove }: BoardProps<TicTacToeView>) {
  const complete: readonly number[] = completeLines(cells).flat();
  const row = cellNames.map((name, index) => {
    const mark = cells[index] ?? null;
    return {
      name,
      label: `${name}, ${mark ?? "empty"}${name === lastMove ? ", last move" : ""}`,
      move: legal.includes(name) ? name : null,
      data: {
        "data-mark": mark ?? undefined,
        "data-last": name === lastMove,
        "data-complete": complete.includes(index),
      },
      content: mark && (
        <svg class="whole tall" viewBox="0 0 100 100" aria-hidden="true">
          {mark === "X" ? <path d="M24 24l52 52m0 -52l-52 52" /> : <circle cx="50" cy="50" r="29" />}
        </svg>
      ),
    };
  });
  return <GridBoard name="ttt" label={`Tic-tac-toe board, game ${gameId}`} rows={rowsOf(row)} onMove={onMove} />;
}
