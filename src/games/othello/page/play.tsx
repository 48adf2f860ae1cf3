import { byMoves, definePlay } from "../../page.ts";
import { about } from "../about.ts";
import {
  countOf,
  discOf,
  type OthelloView,
  otherDisc,
  outcomeOf,
  squareNames,
  startSquares,
  withDisc,
} from "../rules.ts";
import { Board } from "./board.tsx";
import * as strings from "./strings.ts";

export const play = definePlay({
  ...about,
  ...byMoves<OthelloView>(
    (view) => ({ ...view, squares: startSquares, turn: "B" }),
    (view, seat, code) => {
      const disc = discOf(seat);
      const squares = withDisc(view.squares, squareNames.indexOf(code), disc);
      return { ...view, squares, turn: outcomeOf(squares) === null ? otherDisc(disc) : null };
    },
  ),
  marks: ["dark", "light"],
  isView: ({ squares }) => typeof squares === "string" && squares.length === squareNames.length,
  aheadBy: ({ squares }, seat) =>
    Math.max(0, countOf(squares, discOf(seat)) - countOf(squares, otherDisc(discOf(seat)))),
  rules: strings.rules,
  moveExample: strings.moveExample,
  Board,
});
