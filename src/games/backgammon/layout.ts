import { frameWidth, pictureSize } from "../picture.ts";
import { about } from "./about.ts";
import type { BackgammonView, Side } from "./rules.ts";

/**
 * Where things lie in a square of the common picture's size: fourteen columns inside the frame, six points, the bar, six
 * points and the checkers off; the near side's home board at the bottom right, and dice in the band between the halves.
 */
const COLUMNS = 14;
const BAR_COLUMN = 6;
const OFF_COLUMN = 13;
const columnWidth = (pictureSize - 2 * frameWidth) / COLUMNS;
export const middle = pictureSize / 2;
export const RADIUS = 12;
/** Checkers that are drawn on one point; a number says how many more there are. */
export const DRAWN = 5;

/** A place on the board: a point by White's number, or a side's checkers on the bar or off. */
export type Place = number | `${"bar" | "off"}-${Side}`;

/** The column of a place, from 0, and whether it is in the upper half. */
export interface Spot {
  readonly column: number;
  readonly isTop: boolean;
}

/** The number that a side gives a point of White's number; and the other way round. */
export const numberFor = (side: Side, point: number): number => (side === "white" ? point : 25 - point);

/** Where a place lies for the near side. */
export function spotOf(place: Place, near: Side): Spot {
  if (typeof place !== "number") {
    const [kind, side] = place.split("-");
    return { column: kind === "bar" ? BAR_COLUMN : OFF_COLUMN, isTop: side !== near };
  }
  const number = numberFor(near, place);
  const isTop = number > 12;
  const index = isTop ? number - 13 : 12 - number;
  return { column: index + (index > 5 ? 1 : 0), isTop };
}

/** The middle of a column. */
export const columnX = (column: number): number => hundredths(frameWidth + (column + 0.5) * columnWidth);

/** The centre of the checker of this index on a place, from the edge, or from the middle on the bar. */
export function checkerAt(place: Place, index: number, near: Side): { readonly x: number; readonly y: number } {
  const { column, isTop } = spotOf(place, near);
  const x = columnX(column);
  const away = RADIUS + 1 + 2 * RADIUS * Math.min(index, DRAWN - 1);
  if (column === BAR_COLUMN) return { x, y: isTop ? middle - 8 - away : middle + 8 + away };
  return { x, y: isTop ? frameWidth + away : pictureSize - frameWidth - away };
}

/** The checkers on a place, with their side; none where there are none. */
export function checkersOn({ points, bar, off }: BackgammonView, place: Place): { side: Side; count: number } | null {
  if (typeof place === "number") {
    const checkers = points[place - 1] ?? 0;
    return checkers === 0 ? null : { side: checkers > 0 ? "white" : "black", count: Math.abs(checkers) };
  }
  const side = place.endsWith("white") ? "white" : "black";
  const count = (place.startsWith("bar") ? bar : off)[side];
  return count === 0 ? null : { side, count };
}

export const boardPlaces: readonly Place[] = [
  ...Array.from({ length: 24 }, (_, at) => at + 1),
  ...about.seats.map((side) => `bar-${side}` as const),
];

export const discPath = ({ x, y }: { readonly x: number; readonly y: number }, radius = RADIUS - 0.6): string =>
  `M${hundredths(x - radius)} ${hundredths(y)}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;

const boxPath = (x: number, y: number, width: number, height: number): string =>
  `M${hundredths(x)} ${hundredths(y)}h${hundredths(width)}v${hundredths(height)}h${hundredths(-width)}z`;

/** The triangles of every second point, the first of them at the bottom left or at the top left. */
function pointsPath(isOdd: boolean): string {
  return Array.from({ length: 12 }, (_, index) => {
    const x = hundredths(frameWidth + (index + (index > 5 ? 1 : 0)) * columnWidth);
    const [top, bottom] = [frameWidth, pictureSize - frameWidth];
    const isUp = (index % 2 === 0) === isOdd;
    return `M${x} ${isUp ? bottom : top}h${hundredths(columnWidth)}l${hundredths(-columnWidth / 2)} ${isUp ? -146 : 146}z`;
  }).join("");
}
/** The parts that never change: the triangles, and the columns of the bar and of the checkers off. */
export const ground = {
  dark: pointsPath(true),
  light: pointsPath(false),
  bar: boxPath(frameWidth + BAR_COLUMN * columnWidth, frameWidth, columnWidth, pictureSize - 2 * frameWidth),
  tray: boxPath(frameWidth + OFF_COLUMN * columnWidth, frameWidth, columnWidth, pictureSize - 2 * frameWidth),
} as const;

/** The discs on the board of one side and its checkers off, as a path. */
export function checkersPath(view: BackgammonView, side: Side, near: Side): string {
  const discs = boardPlaces.flatMap((place) => {
    const on = checkersOn(view, place);
    if (on?.side !== side) return [];
    return Array.from({ length: Math.min(on.count, DRAWN) }, (_, index) => discPath(checkerAt(place, index, near)));
  });
  const { isTop } = spotOf(`off-${side}`, near);
  const x = columnX(OFF_COLUMN) - RADIUS + 1;
  const off = Array.from({ length: view.off[side] }, (_, index) =>
    boxPath(x, isTop ? frameWidth + 2 + 9 * index : pictureSize - frameWidth - 9 - 9 * index, 2 * RADIUS - 2, 7),
  );
  return [...discs, ...off].join("");
}

/** A length in hundredths of a unit. */
export function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
