import type { PictureProps } from "../../page.ts";
import type { ChessView } from "../rules/rules.ts";
import { fenPieces, placeOnBoard } from "./fen-pieces.ts";
import "./picture.css";

/** A chess position as a few boxes: cheap enough for a page full of them. */
export function Picture({ view: { fen, check }, lastMove, flipped }: PictureProps<ChessView>) {
  const pieces = fenPieces(fen);
  const place = (file: number, row: number) => {
    const [x, y] = flipped ? [7 - file, 7 - row] : [file, row];
    return { translate: `${x * 100}% ${y * 100}%` };
  };
  const moved = [lastMove?.slice(0, 2) ?? "", lastMove?.slice(2, 4) ?? ""].flatMap((name) => placeOnBoard(name) ?? []);
  const checked = check ? pieces.find(({ piece }) => piece === `${fen.split(" ")[1]}K`) : undefined;
  return (
    <div class="mini chess">
      {moved.map(({ file, row }) => (
        <i key={`m${file}${row}`} class="moved" style={place(file, row)} />
      ))}
      {checked && <i key="check" class="checked" style={place(checked.file, checked.row)} />}
      {pieces.map(({ piece, file, row }) => (
        <i key={`${piece}${file}${row}`} class={`piece ${piece}`} style={place(file, row)} />
      ))}
    </div>
  );
}
