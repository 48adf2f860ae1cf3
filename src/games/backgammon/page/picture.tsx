import type { PictureProps } from "../../page.ts";
import type { BackgammonView } from "../rules.ts";
import "./picture.css";

const disc = (column: number, y: number): string => `M${column * 8} ${y}a4 4 0 1 0 8 0a4 4 0 1 0-8 0z`;
/** Six points, the bar, six points and the tray of checkers off: fourteen columns of 8. */
const columnOf = (index: number): number => index + (index > 5 ? 1 : 0);
const triangles = Array.from({ length: 12 }, (_, index) => `M${columnOf(index) * 8} 0h8l-4 46zm0 112h8l-4-46z`).join(
  "",
);

/** The discs of each side on the board as one path, at most five on a point: a page shows hundreds of these. */
export function Picture({ view: { points, bar }, isFlipped }: PictureProps<BackgammonView>) {
  const stack = (column: number, isTop: boolean, count: number): string =>
    Array.from({ length: Math.min(count, 5) }, (_, at) => disc(column, isTop ? 4 + 8 * at : 108 - 8 * at)).join("");
  const pathOf = (side: "white" | "black", sign: number): string => {
    const discs = points.map((count, at) => {
      const index = isFlipped ? 23 - at : at;
      return stack(columnOf(index > 11 ? index - 12 : 11 - index), index > 11, count * sign);
    });
    return `${discs.join("")}${stack(6, isFlipped === sign > 0, bar[side])}`;
  };
  return (
    <svg class="mini backgammon" viewBox="0 0 112 112" aria-hidden="true">
      <path class="point" d={triangles} />
      <path class="bar" d="M48 0h8v112h-8zm56 0h8v112h-8z" />
      <path class="white" d={pathOf("white", 1)} />
      <path class="black" d={pathOf("black", -1)} />
    </svg>
  );
}
