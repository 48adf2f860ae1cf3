import type { PictureLook } from "../game.ts";
import { frame, frameWidth, palette } from "../picture.ts";
import { type Cells, cellNames, completeLines, type TicTacToeView } from "./rules.ts";

/** Width of a cell. */
const step = 120;
/** From the middle of a cell to the end of a stroke. */
const reach = 34;

const middle = (index: number): { readonly x: number; readonly y: number } => ({
  x: frameWidth + step * ((index % 3) + 0.5),
  y: frameWidth + step * (Math.floor(index / 3) + 0.5),
});

/** The board with its marks, the last one and a row of three marked: SVG elements for a picture of the common size. */
export function picture({ cells }: TicTacToeView, { lastMove }: PictureLook): string {
  const last = lastMove === null ? [] : cellNames.flatMap((name, index) => (name === lastMove ? [index] : []));
  return [
    frame(["a", "b", "c"], ["1", "2", "3"]),
    `<path d="M20 20h360v360h-360z" fill="${palette.light}"/>`,
    ...last.map((index) => {
      const { x, y } = middle(index);
      const corner = `x="${x - step / 2}" y="${y - step / 2}"`;
      return `<rect ${corner} width="${step}" height="${step}" fill="${palette.lastMove}" opacity=".4"/>`;
    }),
    `<path d="M140 32v336M260 32v336M32 140h336M32 260h336" stroke="${palette.dark}" stroke-width="5" stroke-linecap="round"/>`,
    ...cells.map(mark),
    ...completeLines(cells).map(strike),
  ].join("");
}

function mark(seat: Cells[number], index: number): string {
  const { x, y } = middle(index);
  switch (seat) {
    case null:
      return "";
    case "X": {
      const d = `M${x - reach} ${y - reach}l${2 * reach} ${2 * reach}m0 ${-2 * reach}l${-2 * reach} ${2 * reach}`;
      return `<path class="X" d="${d}" fill="none" stroke="${palette.first}" stroke-width="13" stroke-linecap="round"/>`;
    }
    case "O":
      return `<circle class="O" cx="${x}" cy="${y}" r="${reach + 2}" fill="none" stroke="${palette.second}" stroke-width="13"/>`;
  }
}

/** The stroke through three in a row, a little longer than they are. */
function strike([first, , last]: ReturnType<typeof completeLines>[number]): string {
  const from = middle(first);
  const to = middle(last);
  const beyond = 0.17;
  const dx = (to.x - from.x) * beyond;
  const dy = (to.y - from.y) * beyond;
  const ends = `x1="${from.x - dx}" y1="${from.y - dy}" x2="${to.x + dx}" y2="${to.y + dy}"`;
  return `<line class="row" ${ends} stroke="${palette.ink}" stroke-width="6" stroke-linecap="round" opacity=".85"/>`;
}
