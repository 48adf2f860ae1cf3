import type { PictureProps } from "../../page.ts";
import { piecesIn, turnOf } from "../rules/fen.ts";
import type { ChessView } from "../rules/rules.ts";
import { endsOf, placeOf } from "./squares.ts";
import "./picture.css";

/** A chess position as a few boxes: cheap enough for a page full of them. */
export function Picture({ view: { fen, check }, lastMove, flipped }: PictureProps<ChessView>) {
  const pieces = piecesIn(fen);
  const place = (file: number, row: number) => {
    const [x, y] = flipped ? [7 - file, 7 - row] : [file, row];
    return { translate: `${x * 100}% ${y * 100}%` };
  };
  const moved = endsOf(lastMove ?? "")?.map((square) => placeOf(square, "white")) ?? [];
  const checked = check ? pieces.find(({ role, color }) => role === "king" && color === turnOf(fen)) : undefined;
  return (
    <div class="mini chess">
      {moved.map(({ column, row }) => (
        <i key={`m${column}${row}`} class="moved" style={place(column, row)} />
      ))}
      {checked && <i key="check" class="checked" style={place(checked.file, checked.row)} />}
      {pieces.map(({ piece, file, row }) => (
        <i key={`${piece}${file}${row}`} class={`piece ${piece}`} style={place(file, row)} />
      ))}
    </div>
  );
}
