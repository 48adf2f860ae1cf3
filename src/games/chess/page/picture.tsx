import type { PictureProps } from "../../page.ts";
import { piecesIn, turnOf } from "../rules/fen.ts";
import type { ChessView } from "../rules/rules.ts";
import { endsOf, placeOf } from "./squares.ts";
import "./picture.css";

/** A chess position as a few boxes: cheap enough for a page full of them. */
export function Picture({ view: { fen, check }, lastMove, isFlipped }: PictureProps<ChessView>) {
  const pieces = piecesIn(fen);
  const place = (file: number, row: number) => {
    const [x, y] = isFlipped ? [7 - file, 7 - row] : [file, row];
    return { translate: `${x * 100}% ${y * 100}%` };
  };
  const marks = endsOf(lastMove ?? "")?.map((square) => placeOf(square, "white")) ?? [];
  const checkedKing = check ? pieces.find(({ role, color }) => role === "king" && color === turnOf(fen)) : undefined;
  return (
    <div class="mini chess">
      {marks.map(({ column, row }) => (
        <i key={`m${column}${row}`} class="moved" style={place(column, row)} />
      ))}
      {checkedKing && <i key="check" class="checked" style={place(checkedKing.file, checkedKing.row)} />}
      {pieces.map(({ piece, file, row }) => (
        <i key={`${piece}${file}${row}`} class={`piece ${piece}`} style={place(file, row)} />
      ))}
    </div>
  );
}
