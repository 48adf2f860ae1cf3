import { GridBoard } from "../../grid/page/board.tsx";
import type { BoardProps } from "../../page.ts";
import { type ConnectFourView, columnNames, completeLines, discAt, HEIGHT } from "../rules.ts";
import "./board.css";

/** Seven columns of six cells: a press anywhere in a column drops a disc there. */
export function Board({ view: { columns }, gameId, lastMove, legal, look, onMove }: BoardProps<ConnectFourView>) {
  const complete = new Set(completeLines(columns).flatMap((line) => line.map(String)));
  const rows = Array.from({ length: HEIGHT }, (_, index) => {
    const row = HEIGHT - 1 - index;
    return columnNames.map((column, at) => {
      const name = `${column}${row + 1}`;
      const height = columns[at]?.length ?? 0;
      const disc = discAt(columns, at, row);
      const isLast = column === lastMove && row === height - 1;
      const isLanding = row === height && legal.includes(column);
      return {
        name,
        label: [
          name,
          disc === "R" ? "red" : disc === "Y" ? "yellow" : "empty",
          isLast && "last move",
          isLanding && "a disc falls here",
        ]
          .filter(Boolean)
          .join(", "),
        move: legal.includes(column) ? column : null,
        data: {
          "data-disc": disc ?? undefined,
          "data-last": isLast,
          "data-landing": isLanding,
          "data-complete": complete.has(String([at, row])),
        },
      };
    });
  });
  const heads = look.coordinates ? columnNames : [];
  return <GridBoard name="connect-four" label={`Connect Four board, game ${gameId}`} {...{ heads, rows, onMove }} />;
}
