import { isFields } from "../../../shared/fields.ts";
import type { Seat } from "../../../shared/terms.ts";
import { definePlay } from "../../page.ts";
import { about } from "../about.ts";
import { type OddEvenView, scoreOf } from "../rules.ts";
import { Board } from "./board.tsx";
import * as strings from "./strings.ts";

/** The seat of each move, in order of arrival. */
type Course = readonly Seat[];

export const play = definePlay<OddEvenView, Course>({
  ...about,
  isView: ({ score, chosen, past }) => isFields(score) && isFields(chosen) && Array.isArray(past),

  follow: ({ history }) => history.map(({ by }) => by),
  shownAt: ({ view }, course, ply) => ({ view: ply === null ? view : viewAt(view, course, ply), lastMove: null }),
  carry: (before, after) =>
    before.round === after.round && before.past.length === after.past.length && isChosen(after)
      ? { ...after, own: after.own ?? before.own }
      : after,
  sameDecision: (before, after) => before.round === after.round && after.own === null,

  withMove: (view, _seat, code) => ({ ...view, own: Number(code) }),
  rules: strings.rules,
  moveExample: strings.moveExample,
  moveInWords: (text) => (text === "?" ? strings.hasChosen : text),

  Board,
});

/** The game after some moves: two make a round, and of an odd one nothing is told but whose it was. */
function viewAt(view: OddEvenView, course: Course, ply: number): OddEvenView {
  const past = view.past.slice(0, Math.floor(ply / 2));
  const by = ply % 2 === 1 ? course[ply - 1] : undefined;
  return {
    ...view,
    past,
    round: Math.min(past.length + 1, Math.max(view.round, 1)),
    score: scoreOf(past),
    chosen: { odd: by === "odd", even: by === "even" },
    own: null,
  };
}

const isChosen = ({ chosen }: OddEvenView): boolean => chosen.odd || chosen.even;
