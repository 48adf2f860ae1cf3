import type { PictureLook } from "../game.ts";
import { frame, frameWidth, palette } from "../picture.ts";
import { type Cells, cellNames, completeLines, type TicTacToeView } from "./rules.ts";

/** Width of a cell. */
const cellWidth = 120;
/** From the middle of a cell to the end of a stroke. */
const strokeReach = 34;

const cellMiddle = (index: number): { readonly x: number; readonly y: number } => ({
  x: frameWidth + cellWidth * ((index % 3) + 0.5),
  y: frameWidth + cellWidth * (Math.floor(index / 3) + 0.5),
});

/** The board with its marks, the last one and a row of three marked: SVG elements for a picture of the common size. */
export function picture({ cells }: TicTacToeView, { lastMove }: PictureLook): string {
  const last = lastMove === null ? [] : cellNames.flatMap((name, index) => (name === lastMove ? [index] : []));
  return [
    frame(["a", "b", "c"], ["1", "2", "3"]),
    `<path d="M20 20h360v360h-360z" fill="${palette.light}"/>`,
    ...last.map((index) => {
      const { x, y } = cellMiddle(index);
      const corner = `x="${x - cellWidth / 2}" y="${y - cellWidth / 2}"`;
      return `<rect ${corner} width="${cellWidth}" height="${cellWidth}" fill="${palette.lastMove}" opacity=".4"/>`;
    }),
    `<path d="M140 32v336M260 32v336M32 140h336M32 260h336" stroke="${palette.dark}" stroke-width="5" stroke-linecap="round"/>`,
    ...cells.map(markDrawing),
    ...completeLines(cells).map(winningStroke),
  ].join("");
}

function markDrawing(seat: Cells[number], index: number): string {
  const { x, y } = cellMiddle(index);
  switch (seat) {
    case null:
      return "";
    case "X": {
      const d = `M${x - strokeReach} ${y - strokeReach}l${2 * strokeReach} ${2 * strokeReach}m0 ${-2 * strokeReach}l${-2 * strokeReach} ${2 * strokeReach}`;
      return `<path class="X" d="${d}" fill="none" stroke="${palette.first}" stroke-width="13" stroke-linecap="round"/>`;
    }
    case "O":
      return `<circle class="O" cx="${x}" cy="${y}" r="${strokeReach + 2}" fill="none" stroke="${palette.second}" stroke-width="13"/>`;
  }
}

/** The stroke through three in a row, a little longer than they are. */
function winningStroke([first, , last]: ReturnType<typeof completeLines>[number]): string {
  const from = cellMiddle(first);
  const to = cellMiddle(last);
  const beyond = 0.17;
  const dx = (to.x - from.x) * beyond;
  const dy = (to.y - from.y) * beyond;
  const ends = `x1="${from.x - dx}" y1="${from.y - dy}" x2="${to.x + dx}" y2="${to.y + dy}"`;
  return `<line class="row" ${ends} stroke="${palette.ink}" stroke-width="6" stroke-linecap="round" opacity=".85"/>`;
}
