import { definePlay, plainPlay } from "../../page.ts";
import { about } from "../about.ts";
import type { OddEvenView } from "../rules.ts";
import { Board } from "./board.tsx";

const isFields = (value: unknown): boolean => typeof value === "object" && value !== null;

export const play = definePlay<OddEvenView, null>({
  ...about,
  ...plainPlay,
  marks: ["first", "second"],
  sides: false,
  isView: ({ score, chosen, past }) => isFields(score) && isFields(chosen) && Array.isArray(past),

  follow: () => null,
  /** Every round stands below the board: there is no other position to look at. */
  shownAt: ({ view }) => ({ view, lastMove: null }),
  carry: (before, after) =>
    before.round === after.round && before.past.length === after.past.length && isChosen(after)
      ? { ...after, own: after.own ?? before.own }
      : after,
  sameDecision: (before, after) => before.round === after.round && after.own === null,

  withMove: (view, _seat, uci) => ({ ...view, own: Number(uci) }),
  moveExample: "1 to 5",

  Board,
});

const isChosen = ({ chosen }: OddEvenView): boolean => chosen.odd || chosen.even;
