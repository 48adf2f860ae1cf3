import { type Seat, seatTitle } from "../../shared/terms.ts";
import type { OwnWords } from "../define.ts";
import { markdownTable } from "../markdown.ts";
import { BAR, type Board, OFF, pipsOf } from "./board.ts";
import { textOf } from "./notation.ts";
import {
  type BackgammonOptions,
  type BackgammonView,
  boardFor,
  type LastTurn,
  otherSide,
  type Side,
  sides,
} from "./rules.ts";

const rules = `# Backgammon

Fifteen checkers a side on 24 points. Each side numbers the points from its own: 24 is the farthest, 1 to 6 are its home
board, and a point n of one side is point 25 − n of the other. Checkers move to lower numbers. At the start each side has
2 on 24, 5 on 13, 3 on 8 and 5 on 6. Each rolls one die for the first turn: the higher one begins with both dice.

Each die moves one checker by as many points, to any point not held by two or more of the other side; both dice may
move the same one. A double is played four times. A single checker of the other side (a blot) is hit by landing on it,
and goes to the bar. A side with checkers on the bar must enter them first: a die n enters on point 25 − n. Once all fifteen
are on points 1 to 6, they go off: from the point with the number of a die, or from the highest point held where the die
is higher than that.

Play as many of the dice as can be played; where only one of two can be, the higher one if possible. A side that
cannot move passes, which happens by itself.

The first to bear off all fifteen wins: 1 point; 2 for a gammon, if the other side has none off; 3 for a backgammon, if it
has besides one on the bar or in the winner's home board. There is no doubling cube. The dice are Kibitz's.

A move is the whole turn: \`8/5 6/5\`, \`24/18(2)\` for two alike, \`bar/20\`, \`6/off\`, with \`*\` where a blot is hit:
\`13/7*\`, \`13/8*/7\`.
`;

const checkersOn = (board: Board, own: boolean): string => {
  const points = Array.from({ length: 24 }, (_, at) => 24 - at);
  const bar = board[own ? BAR : 26] ?? 0;
  const off = board[own ? OFF : 27] ?? 0;
  return [
    ...(bar > 0 ? [`bar:${bar}`] : []),
    ...points.flatMap((point) => {
      const count = (board[point] ?? 0) * (own ? 1 : -1);
      return count > 0 ? [`${point}:${count}`] : [];
    }),
    ...(off > 0 ? [`off:${off}`] : []),
  ].join(" ");
};

/** `Black 6-2: 24/18 13/11`. */
const turnText = ({ by, dice, move }: LastTurn): string =>
  `${seatTitle(by)} ${dice.join("-")}${move === null ? ", no move" : `: ${textOf(move)}`}`;

const pipsText = (view: BackgammonView): string =>
  sides.map((side) => `${seatTitle(side)} ${pipsOf(boardFor(view, side))}`).join(", ");

/** The side that numbers the points: the one to move, White before and after the game. */
const numberingSide = ({ turn }: BackgammonView): Side => turn ?? "white";

/** The whole position in a few parts. */
function partsOf(view: BackgammonView): readonly string[] {
  const side = numberingSide(view);
  const board = boardFor(view, side);
  const other = otherSide(side);
  return [
    `Points as ${seatTitle(side)} numbers them: ${seatTitle(side)} ${checkersOn(board, true)}`,
    `${seatTitle(other)} ${checkersOn(board, false)}`,
    ...(view.dice ? [`Dice ${view.dice.join("-")} for ${seatTitle(side)}`] : []),
    `Pips ${pipsText(view)}`,
  ];
}

const countText = (count: number, side: Side): string => (count === 0 ? "" : `${count} ${side}`);

/** The board as it is seen from one side, its home board at the bottom right. */
function diagram(view: BackgammonView, seat: Seat): string {
  const side = seat === "black" ? "black" : "white";
  const board = boardFor(view, side);
  const [own, other] = side === "white" ? ["O", "X"] : ["X", "O"];
  const signAt = (place: number, row: number): string => {
    const count = board[place] ?? 0;
    if (row === 4 && Math.abs(count) > 5) return String(Math.abs(count));
    return Math.abs(count) > row ? (count > 0 ? own : other) : row === 0 ? "." : "";
  };
  const half = (places: readonly number[], bar: number, barSign: string, rows: readonly number[]) =>
    rows.map((row) => {
      const cells = places.map((place) => signAt(place, row).padStart(3));
      const onBar = bar > row ? (row === 4 && bar > 5 ? String(bar) : barSign) : "";
      return `|${cells.slice(0, 6).join("")} |${onBar.padStart(2)} |${cells.slice(6).join("")} |`;
    });
  const numbers = (places: readonly number[]) => {
    const names = places.map((place) => String(place).padStart(3));
    return `+${names.slice(0, 6).join("")} +bar+${names.slice(6).join("")} +`;
  };
  const top = Array.from({ length: 12 }, (_, at) => 13 + at);
  const bottom = Array.from({ length: 12 }, (_, at) => 12 - at);
  const rows = [0, 1, 2, 3, 4];
  const offOf = (each: Side) => `${seatTitle(each)} (${each === "white" ? "O" : "X"}) off ${view.off[each]}`;
  return [
    numbers(top),
    ...half(top, board[26] ?? 0, other, rows),
    ...half(bottom, board[BAR] ?? 0, own, rows.toReversed()),
    numbers(bottom),
    `${sides.map(offOf).join(", ")}${view.dice && view.turn ? `; dice ${view.dice.join("-")} for ${seatTitle(view.turn)}` : ""}`,
  ].join("\n");
}

export const words: OwnWords<BackgammonOptions, BackgammonView> = {
  board: (view) => {
    const { points, bar, off } = view;
    const both = (counts: typeof bar) => sides.flatMap((side) => countText(counts[side], side) || []).join(", ");
    const rows = points.map((count, at) => [
      String(at + 1),
      String(24 - at),
      countText(Math.abs(count), count > 0 ? "white" : "black"),
    ]);
    return markdownTable(
      ["White's point", "Black's point", "Checkers"],
      [["bar", "bar", both(bar)], ...rows.toReversed(), ["off", "off", both(off)]],
    );
  },
  facts: (view) => [
    ...(view.dice && view.turn ? [`- Dice: ${view.dice.join("-")} for ${seatTitle(view.turn)}`] : []),
    `- Pips to go: ${pipsText(view)}`,
    ...(view.last ? [`- Last turn: ${turnText(view.last)}`] : []),
  ],
  grid: (view) => partsOf(view).join("\n"),
  diagram,
  line: (view) => partsOf(view).join("; "),
  moveForm: "the whole turn as from/to for each checker, by your own numbers (8/5,6/5 or bar/20 or 13/7* or 6/off)",
  moves: (_, texts) => texts.join("; "),
  rules,
};
