import type { PictureLook } from "../game.ts";
import { frame, frameWidth, palette } from "../picture.ts";
import { type PieceName, pieceDrawings } from "./art/kibitz.ts";
import { type PlacedPiece, piecesIn, turnOf } from "./rules/fen.ts";
import type { ChessView } from "./rules/rules.ts";

/** Width of a square, which is also the width of the field that a piece is drawn on. */
const SIZE = 45;
const files = ["a", "b", "c", "d", "e", "f", "g", "h"];
const ranks = ["8", "7", "6", "5", "4", "3", "2", "1"];

/** The board with its pieces, the last move and a check marked: SVG elements for a picture of the common size. */
export function picture({ fen, check }: ChessView, { orientation, lastMove }: PictureLook): string {
  const isFlipped = orientation === "black";
  const pieces = piecesIn(fen);
  const x = (file: number): number => frameWidth + SIZE * (isFlipped ? 7 - file : file);
  const y = (row: number): number => frameWidth + SIZE * (isFlipped ? 7 - row : row);
  const square = (file: number, row: number, paint: string): string =>
    `<rect x="${x(file)}" y="${y(row)}" width="${SIZE}" height="${SIZE}" ${paint}/>`;

  const dark = ranks.flatMap((_, row) =>
    files.flatMap((_, file) => ((file + row) % 2 === 1 ? [`M${x(file)} ${y(row)}h${SIZE}v${SIZE}h${-SIZE}z`] : [])),
  );
  const lastSquares = (/^[a-h][1-8][a-h][1-8]/.exec(lastMove ?? "")?.[0].match(/../g) ?? []).map((name) =>
    square(files.indexOf(name[0] ?? ""), ranks.indexOf(name[1] ?? ""), `fill="${palette.lastMove}" opacity=".55"`),
  );
  const checks = pieces.filter(({ role, color }) => check && role === "king" && color === turnOf(fen));

  return [
    definitions(pieces),
    frame(isFlipped ? files.toReversed() : files, isFlipped ? ranks.toReversed() : ranks),
    `<path d="M20 20h360v360h-360z" fill="${palette.light}"/><path d="${dark.join("")}" fill="${palette.dark}"/>`,
    ...lastSquares,
    ...checks.map(({ file, row }) => square(file, row, 'class="check" fill="url(#kibitz-check)"')),
    ...pieces.map(({ piece, file, row }) => `<use href="#kibitz-${piece}" x="${x(file)}" y="${y(row)}"/>`),
  ].join("");
}

/** Each piece that is on the board, drawn once and referred to where it stands. */
function definitions(pieces: readonly PlacedPiece[]): string {
  const drawn = [...new Set(pieces.map(({ piece }) => piece))].map(drawingOf);
  const glow =
    '<radialGradient id="kibitz-check" r=".72"><stop offset=".25" stop-color="#e0301e"/>' +
    '<stop offset="1" stop-color="#e0301e" stop-opacity=".15"/></radialGradient>';
  return `<defs>${glow}${drawn.join("")}</defs>`;
}

/**
 * The inside of the document of a piece: its gradient and its group, which gets the name to refer to. Its style sheet
 * is for the piece as an image of its own.
 */
const drawingOf = (piece: PieceName): string =>
  pieceDrawings[piece]
    .replace(/^<svg[^>]*>|<style>[^<]*<\/style>|<\/svg>\s*$|\n\s*/g, "")
    .replace("<g ", `<g id="kibitz-${piece}" `);
