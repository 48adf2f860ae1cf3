import type { PictureLook } from "../game.ts";
import { frameWidth, label, palette, pictureSize } from "../picture.ts";
import { checkersPath, columnX, ground, numberFor, spotOf } from "./layout.ts";
import { countLabels, diceAt, lastPath } from "./marks.ts";
import type { BackgammonView, Side } from "./rules.ts";

const whiteFill = "#f6f1e4";
const blackFill = "#26231f";
const checkerColours: Readonly<Record<Side, readonly [fill: string, edge: string]>> = {
  white: [whiteFill, "#7d6a55"],
  black: [blackFill, "#d8c7a8"],
};

const path = (d: string, fill: string, attributes = ""): string =>
  d === "" ? "" : `<path d="${d}" fill="${fill}"${attributes}/>`;

/** The board from one side, its numbers, the checkers and the dice, the last turn marked: SVG elements for a picture of the common size. */
export function picture(view: BackgammonView, { orientation, lastMove }: PictureLook): string {
  const near: Side = orientation === "black" ? "black" : "white";
  const { turn, dice } = view;
  const numbers = Array.from({ length: 24 }, (_, at) => {
    const { column, isTop } = spotOf(at + 1, near);
    const y = isTop ? frameWidth / 2 : pictureSize - frameWidth / 2;
    return label(String(numberFor(near, at + 1)), columnX(column), y, 11, palette.frameText);
  });
  const checkers = (["white", "black"] as const).map((side) => {
    const [fill, edge] = checkerColours[side];
    return path(checkersPath(view, side, near), fill, ` class="${side}" stroke="${edge}" stroke-width="1.2"`);
  });
  return [
    `<rect width="${pictureSize}" height="${pictureSize}" rx="7" fill="${palette.frame}"/>`,
    ...numbers,
    `<path d="M20 20h360v360H20z" fill="${palette.light}"/>`,
    path(ground.dark, "#8d5a3b"),
    path(ground.light, palette.dark),
    path(ground.bar, palette.frame),
    path(ground.tray, "#33261d"),
    ...checkers,
    ...countLabels(view, near).map(({ text, x, y, side }) => label(text, x, y, 13, checkerColours[side][1])),
    lastMove === null ? "" : path(lastPath(view, near), "none", ` stroke="${palette.lastMove}" stroke-width="3"`),
    ...(dice && turn
      ? diceAt(dice, turn === near).flatMap(({ face, pips }) => [
          path(face, checkerColours[turn][0], ` stroke="${checkerColours[turn][1]}" stroke-width="1.5"`),
          path(pips, turn === "white" ? blackFill : whiteFill),
        ])
      : []),
  ].join("");
}
