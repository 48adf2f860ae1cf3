import { seatTitle } from "../../shared/terms.ts";
import { label, palette, pictureSize } from "../picture.ts";
import type { OddEvenView } from "./rules.ts";

/** As many of the latest rounds as fit beside each other. */
const shownRounds = 8;

/** Where the choices of the round being played lie, and how large they are. */
const tableRow = 160;
const tableDie = 108;

const paperColour = "#fffaf0";

const panels = [
  { side: "odd", x: 118, colour: palette.first },
  { side: "even", x: 282, colour: palette.second },
] as const;

/**
 * The score, the choices of the round being played and the latest rounds: SVG elements for a picture of the common
 * size. Choices are dice; one that the view does not tell lies face down.
 */
export function picture(view: OddEvenView): string {
  const winner = panels.find(({ side }) => view.score[side] > view.rounds / 2);
  const heading = winner === undefined ? `Round ${view.round}` : `${seatTitle(winner.side)} wins`;
  return [
    `<rect width="${pictureSize}" height="${pictureSize}" rx="7" fill="${palette.frame}"/>`,
    `<rect x="8" y="8" width="384" height="384" rx="4" fill="${palette.light}"/>`,
    label(`${heading}, best of ${view.rounds}`, 200, 36, 17, palette.ink),
    ...panels.map(({ side, x, colour }) => label(`${seatTitle(side)} ${view.score[side]}`, x, 76, 24, colour)),
    ...panels.map((panel) => currentRound(view, panel)),
    label("+", 200, tableRow, 30, palette.ink),
    ...earlierRounds(view),
  ].join("");
}

/** One side's die on the table: its last choice when the game is over, else that of the round being played. */
function currentRound(view: OddEvenView, { side, x, colour }: (typeof panels)[number]): string {
  const last = view.past.length === view.round ? view.past.at(-1) : undefined;
  if (last !== undefined) return dieDrawing(last[side], x, tableRow, tableDie, colour, last.winner === side);
  if (!view.chosen[side]) {
    const outline = `fill="none" stroke="${colour}" stroke-width="3" stroke-dasharray="9 8" opacity=".7"`;
    return `<rect class="empty" ${squareAttributes(x, tableRow, tableDie)} ${outline}/>`;
  }
  // A round holds one choice at most until it is over, so the viewer's own is the one that is in.
  return view.own === null
    ? faceDown(x, tableRow, tableDie, colour)
    : dieDrawing(view.own, x, tableRow, tableDie, colour, true);
}

function earlierRounds(view: OddEvenView): readonly string[] {
  const latest = view.past.slice(-shownRounds);
  const first = view.past.length - latest.length;
  const step = 46;
  const startX = 200 - (step * (latest.length - 1)) / 2;
  return latest.flatMap((round, index) => {
    const x = startX + step * index;
    const dice = panels.map(({ side, colour }, row) =>
      dieDrawing(round[side], x, 300 + 46 * row, 36, colour, round.winner === side),
    );
    return [label(String(first + index + 1), x, 266, 12, palette.ink), ...dice];
  });
}

/** The place of a pip, in steps from the middle of the die. */
type Pip = readonly [column: number, row: number];
const topLeft: Pip = [-1, -1];
const topRight: Pip = [1, -1];
const middlePip: Pip = [0, 0];
const bottomLeft: Pip = [-1, 1];
const bottomRight: Pip = [1, 1];
const pipsOf: Record<number, readonly Pip[]> = {
  1: [middlePip],
  2: [topLeft, bottomRight],
  3: [topLeft, middlePip, bottomRight],
  4: [topLeft, topRight, bottomLeft, bottomRight],
  5: [topLeft, topRight, middlePip, bottomLeft, bottomRight],
};

/** A die that shows a number; filled with its side's colour where `strong`, as when it took the round. */
function dieDrawing(value: number, x: number, y: number, size: number, colour: string, strong: boolean): string {
  const spread = size * 0.26;
  const radius = hundredths(size * 0.09);
  const dots = (pipsOf[value] ?? []).map(
    ([column, row]) =>
      `<circle cx="${hundredths(x + column * spread)}" cy="${hundredths(y + row * spread)}" r="${radius}"/>`,
  );
  const face = `fill="${strong ? colour : paperColour}" stroke="${colour}" stroke-width="${hundredths(size * 0.04 + 0.8)}"`;
  return `<g class="die"><rect ${squareAttributes(x, y, size)} ${face}/><g fill="${strong ? paperColour : colour}">${dots.join("")}</g></g>`;
}

/** A choice that is in and not to be seen. */
const faceDown = (x: number, y: number, size: number, colour: string): string =>
  [
    `<g class="face-down"><rect ${squareAttributes(x, y, size)} fill="${colour}"/>`,
    `<rect ${squareAttributes(x, y, size * 0.8)} fill="none" stroke="${paperColour}" stroke-width="2" opacity=".6"/>`,
    `${label("?", x, y, size / 2, paperColour)}</g>`,
  ].join("");

/** The attributes of a square with round corners around a middle. */
const squareAttributes = (x: number, y: number, size: number): string =>
  `x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}" rx="${hundredths(size * 0.17)}"`;

const hundredths = (value: number): number => Math.round(value * 100) / 100;
