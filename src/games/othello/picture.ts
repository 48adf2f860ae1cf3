import type { PictureLook } from "../game.ts";
import { frame, frameWidth, palette, pictureSize } from "../picture.ts";
import { columnNames, type OthelloView, SIZE, squareNames } from "./rules.ts";

/** Width of a square. */
const cellStep = (pictureSize - 2 * frameWidth) / SIZE;
const offsetOf = (index: number): number => frameWidth + index * cellStep;

/** The board with its discs, the last one marked: SVG elements for a picture of the common size. */
export function picture({ squares }: OthelloView, { lastMove }: PictureLook): string {
  const last = squareNames.indexOf(lastMove ?? "");
  const inner = Array.from({ length: SIZE - 1 }, (_, index) => offsetOf(index + 1));
  return [
    frame(
      columnNames,
      Array.from({ length: SIZE }, (_, row) => String(row + 1)),
    ),
    '<path d="M20 20h360v360H20z" fill="#2e7d51"/>',
    `<path d="${inner.map((x) => `M${x} 20v360M20 ${x}h360`).join("")}" stroke="${palette.ink}" stroke-width="1.5" opacity=".55"/>`,
    ...Array.from(squares, (sign, index) => {
      if (sign === ".") return "";
      const [x, y] = [offsetOf(index % SIZE) + cellStep / 2, offsetOf(Math.floor(index / SIZE)) + cellStep / 2];
      const ring = index === last ? ` stroke="${palette.lastMove}" stroke-width="4"` : "";
      return `<circle class="${sign}" cx="${x}" cy="${y}" r="18" fill="${sign === "B" ? "#17181a" : "#f6f4ee"}"${ring}/>`;
    }),
  ].join("");
}
