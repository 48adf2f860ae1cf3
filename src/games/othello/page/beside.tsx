import type { GameDetail } from "../../../shared/api.ts";
import type { PlayPart } from "../../page.ts";
import { countOf, discOf, type OthelloView } from "../rules.ts";
import { startView, withMove } from "./play.tsx";
import { discsText } from "./strings.ts";

/** The number of a side's discs, beside its player on the game page; the board in a chat has no room for it. */
export const beside: Pick<PlayPart<OthelloView, GameDetail["history"]>, "Beside"> = {
  Beside: ({ course, ply, seat }) => {
    const moves = course.slice(0, ply ?? undefined);
    const { squares } = moves.reduce((view, { by, code }) => withMove(view, by, code), startView);
    return <span class="quiet text-xs figures one-line">{discsText(countOf(squares, discOf(seat)))}</span>;
  },
};
