import type { Dice } from "./board.ts";
import {
  boardPlaces,
  checkerAt,
  checkersOn,
  columnX,
  DRAWN,
  discPath,
  hundredths,
  middle,
  numberFor,
  RADIUS,
} from "./layout.ts";
import type { BackgammonView, Side } from "./rules.ts";

// Apart from the layout, which every page loads for small pictures: those have nothing of this.

const DIE = 27;

/** A square with round corners around a middle. */
function facePath(x: number, y: number): string {
  const [corner, side] = [5, DIE - 10];
  const arc = (right: number, down: number) => `a${corner} ${corner} 0 0 1 ${right} ${down}`;
  return [
    `M${hundredths(x - side / 2)} ${hundredths(y - DIE / 2)}h${side}${arc(corner, corner)}v${side}`,
    `${arc(-corner, corner)}h${-side}${arc(-corner, -corner)}v${-side}${arc(corner, -corner)}z`,
  ].join("");
}

/** The numbers of checkers where not all are drawn, to stand on the last one. */
export const countLabels = (view: BackgammonView, near: Side) =>
  boardPlaces.flatMap((place) => {
    const on = checkersOn(view, place);
    if (!on || on.count <= DRAWN) return [];
    return [{ ...checkerAt(place, DRAWN - 1, near), text: String(on.count), side: on.side }];
  });

/** The points by White's numbers to which the last turn moved, and their top checkers as a path. */
export function lastPath(view: BackgammonView, near: Side): string {
  const { last } = view;
  const ends = (last?.move ?? "").split(",").flatMap((part) => {
    const end = Number(/\/(\d+)\*?(?:\(\d\))?$/.exec(part)?.[1]);
    return last && end > 0 ? [numberFor(last.by, end)] : [];
  });
  return [...new Set(ends)]
    .flatMap((point) => {
      const on = checkersOn(view, point);
      return on?.side === last?.by ? [discPath(checkerAt(point, (on?.count ?? 1) - 1, near), RADIUS - 2)] : [];
    })
    .join("");
}

/** The places of pips on a die, in quarters of it from the middle. */
const pipPlaces: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[0, 0]],
  [
    [-1, -1],
    [1, 1],
  ],
  [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
];

/** The dice of a turn in the band, on the right of the side that rolled: the face of each, its pips, and whether it lies there still. */
export function diceAt(
  dice: Dice,
  isNear: boolean,
): readonly { readonly die: number; readonly face: string; readonly pips: string }[] {
  const [first, second] = dice;
  const all = first === second ? [first, first, first, first] : dice;
  const centre = isNear ? columnX(9.5) : columnX(2.5);
  return all.map((die, index) => {
    const x = centre + (index - (all.length - 1) / 2) * (DIE + 7);
    const face = facePath(x, middle);
    const dots = (pipPlaces[die] ?? []).map(([right, down]) =>
      discPath({ x: x + (right * DIE) / 3.7, y: middle + (down * DIE) / 3.7 }, 2.6),
    );
    return { die, face, pips: dots.join("") };
  });
}
