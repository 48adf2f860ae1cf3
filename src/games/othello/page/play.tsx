import type { Seat } from "../../../shared/terms.ts";
import { byMoves, definePlay } from "../../page.ts";
import { about } from "../about.ts";
import * as rules from "../rules.ts";
import { countOf, discOf, type OthelloView, otherDisc } from "../rules.ts";
import { Board } from "./board.tsx";
import * as strings from "./strings.ts";

export const startView: OthelloView = { kind: "othello", squares: rules.startSquares, turn: "B" };

export function withMove(view: OthelloView, seat: Seat, code: string): OthelloView {
  const disc = discOf(seat);
  const squares = rules.withDisc(view.squares, rules.squareNames.indexOf(code), disc);
  return { ...view, squares, turn: rules.outcomeOf(squares) === null ? otherDisc(disc) : null };
}

export const play = definePlay({
  ...about,
  ...byMoves<OthelloView>(() => startView, withMove),
  marks: ["dark", "light"],
  isView: ({ squares }) => typeof squares === "string" && squares.length === rules.squareNames.length,
  aheadBy: ({ squares }, seat) =>
    Math.max(0, countOf(squares, discOf(seat)) - countOf(squares, otherDisc(discOf(seat)))),
  rules: strings.rules,
  moveExample: "a1 to h8, or pass",
  Board,
});
