import type { PlayPart } from "../../page.ts";
import type { BackgammonView } from "../rules.ts";
import { type Course, pipsNeeded } from "./play.tsx";
import * as strings from "./strings.ts";

/** The pips that a side still needs, beside its player on the game page; the board in a chat has no room for them. */
export const beside: Pick<PlayPart<BackgammonView, Course>, "Beside"> = {
  Beside: ({ course: { views }, ply, seat }) => {
    const view = views.at(ply ?? -1);
    const words = view && (seat === "white" || seat === "black") && strings.pipsText(pipsNeeded(view, seat));
    return <span class="quiet text-xs figures one-line">{words}</span>;
  },
};
