import { GridBoard } from "../../grid/page/board.tsx";
import type { BoardProps } from "../../page.ts";
import { countOf, type OthelloView, PASS, SIZE, squareNames, turnedBy } from "../rules.ts";
import "./board.css";

/** 64 squares; over them the button to pass, for who has no square to play. */
export function Board({ view: { squares, turn }, gameId, lastMove, legal, look, onMove }: BoardProps<OthelloView>) {
  const cells = squareNames.map((name, square) => {
    const sign = squares[square] ?? ".";
    const isLast = name === lastMove;
    const isOpen = legal.includes(name);
    const turns = isOpen && turn !== null ? turnedBy(squares, square, turn).length : 0;
    return {
      name,
      label: [
        name,
        sign === "B" ? "black" : sign === "W" ? "white" : "empty",
        isLast && "last move",
        turns > 0 && `turns ${turns === 1 ? "one disc" : `${turns} discs`}`,
      ]
        .filter(Boolean)
        .join(", "),
      move: isOpen ? name : null,
      data: {
        "data-disc": sign === "." ? undefined : sign,
        "data-last": isLast,
        "data-row": look.coordinates && square % SIZE === 0 ? name[1] : undefined,
        "data-column": look.coordinates && square >= SIZE * (SIZE - 1) ? name[0] : undefined,
      },
    };
  });
  const rows = Array.from({ length: SIZE }, (_, row) => cells.slice(row * SIZE, (row + 1) * SIZE));
  const label = `Othello board, game ${gameId}: Black ${countOf(squares, "B")}, White ${countOf(squares, "W")}`;
  return (
    <div class="anchor">
      <GridBoard name="othello" label={label} rows={rows} onMove={onMove} />
      {legal.includes(PASS) && (
        <div class="central fills grid">
          <button type="button" class="button primary" onClick={() => void onMove(PASS)}>
            Pass: you have no move
          </button>
        </div>
      )}
    </div>
  );
}
