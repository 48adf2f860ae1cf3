import type { Seat } from "../../../shared/terms.ts";
import { definePlay } from "../../page.ts";
import { about } from "../about.ts";
import { pipsOf } from "../board.ts";
import { readTurn, textOf } from "../notation.ts";
import { type BackgammonView, boardFor, rules, type Side, startPosition } from "../rules.ts";
import { Board } from "./board.tsx";
import * as strings from "./strings.ts";

/** The moves so far, and the position after each of them, the start first. */
export interface Course {
  readonly codes: readonly string[];
  readonly views: readonly BackgammonView[];
}

const startView: BackgammonView = { kind: "backgammon", ...startPosition, turn: null, dice: null, last: null };

/** The position after a turn, or after a roll; null where it cannot be played. */
function withMove(view: BackgammonView, seat: Seat, code: string): BackgammonView | null {
  const { kind: _, ...position } = view;
  const played = rules.play({ ...position, ply: 0 }, seat, code);
  return played.ok ? rules.view(played.value.state, seat) : null;
}

/** The pips that a side still needs. */
export const pipsNeeded = (view: BackgammonView, side: Side): number => pipsOf(boardFor(view, side));

export const play = definePlay<BackgammonView, Course>({
  ...about,
  sides: true,
  marks: ["light", "dark"],
  isView: ({ points, bar, off }) =>
    Array.isArray(points) && points.length === 24 && typeof bar === "object" && typeof off === "object",

  follow({ history }, before) {
    const same = before?.codes.every((code, index) => history[index]?.code === code) ? before : null;
    const codes = history.map(({ code }) => code);
    const views = [...(same?.views ?? [startView])];
    for (const { by, code } of history.slice(views.length - 1)) {
      const last = views.at(-1) ?? startView;
      views.push(withMove(last, by, code) ?? last);
    }
    return { codes, views };
  },
  shownAt: ({ view }, { codes, views }, ply) => ({
    view: ply === null ? view : (views[ply] ?? view),
    lastMove: codes[(ply ?? codes.length) - 1] ?? null,
  }),
  withMove,

  readMove(view, legal, text) {
    if (view.turn === null || view.dice === null) return { kind: "illegal" };
    const reading = readTurn(boardFor(view, view.turn), view.dice, text);
    if (!reading.ok) return { kind: "illegal", reason: reading.message.replace(/^Invalid move: /, "") };
    return legal.includes(reading.value.code) ? { kind: "move", code: reading.value.code } : { kind: "illegal" };
  },
  writeMove: (_view, code) => textOf(code),
  moveInWords: (text) => text.replaceAll("/", " to ").replaceAll("*", " with a hit"),
  soundOf: (text) => (text.includes("*") ? "capture" : "move"),
  aheadBy: (view, seat) =>
    seat === "white"
      ? Math.max(0, pipsNeeded(view, "black") - pipsNeeded(view, "white"))
      : Math.max(0, pipsNeeded(view, "white") - pipsNeeded(view, "black")),
  rules: strings.rules,
  moveExample: "8/5 6/5, or bar/20",
  Board,
});
