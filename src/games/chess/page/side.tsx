import type { PlayPart } from "../../page.ts";
import type { ChessView } from "../rules/rules.ts";
import { Captured } from "./captured.tsx";
import { Form } from "./form.tsx";
import { aheadBy } from "./material.ts";
import type { Spot } from "./replay.ts";
import { isColor } from "./squares.ts";
import { inFigures } from "./words.ts";

/** The parts beside the board of a game page; the board in a chat has no room for them. */
export const side: Pick<PlayPart<ChessView, readonly Spot[]>, "Beside" | "Form" | "inFigures"> = {
  Beside: ({ course, ply, seat }) => {
    const spot = course[ply ?? course.length - 1];
    if (!spot || !isColor(seat)) return null;
    return <Captured taken={spot.taken[seat]} ahead={aheadBy(spot.fen, seat)} />;
  },
  Form,
  inFigures,
};
