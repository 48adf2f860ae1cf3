import type { PictureLook } from "../game.ts";
import { frame, frameWidth, palette, pictureSize } from "../picture.ts";
import { type ConnectFourView, columnNames, completeLines, discAt, HEIGHT, WIDTH } from "./rules.ts";

/** Width of a cell; the board has one row less than columns, and lies at the bottom of the square. */
const cellStep = (pictureSize - 2 * frameWidth) / WIDTH;
const topEdge = pictureSize - frameWidth - HEIGHT * cellStep;
const discColours = { R: "#c8342b", Y: "#e8b923" } as const;

const cellMiddle = (column: number, row: number) => ({
  x: frameWidth + (column + 0.5) * cellStep,
  y: pictureSize - frameWidth - (row + 0.5) * cellStep,
});

/** The board with its discs, the last one and four in a row marked: SVG elements for a picture of the common size. */
export function picture({ columns }: ConnectFourView, { lastMove }: PictureLook): string {
  const last = columnNames.indexOf(lastMove ?? "");
  const winning = new Set(completeLines(columns).flatMap((line) => line.map(String)));
  const cells = columnNames.flatMap((_, column) =>
    Array.from({ length: HEIGHT }, (__, row) => {
      const { x, y } = cellMiddle(column, row);
      const disc = discAt(columns, column, row);
      const isLast = column === last && row === (columns[column]?.length ?? 0) - 1;
      const isMarked = isLast || winning.has(String([column, row]));
      const ring = isMarked ? ` stroke="${palette.light}" stroke-width="5"` : "";
      return `<circle${disc === null ? "" : ` class="${disc}"`} cx="${x}" cy="${y}" r="19" fill="${disc === null ? palette.light : discColours[disc]}"${ring}/>`;
    }),
  );
  return [
    frame(columnNames, []),
    `<path d="M20 ${topEdge}h360V380H20z" fill="${palette.second}"/>`,
    `<path d="M20 20h360V${topEdge}H20z" fill="${palette.light}"/>`,
    ...cells,
  ].join("");
}
