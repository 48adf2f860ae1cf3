import { roleToChar } from "chessops/util";
import type { PlayPart } from "../../page.ts";
import type { Role } from "../rules/fen.ts";
import type { ChessView } from "../rules/rules.ts";
import { Form } from "./form.tsx";
import { aheadBy, byValue, imageOf } from "./material.ts";
import type { Spot } from "./replay.ts";
import { isColor } from "./squares.ts";
import * as strings from "./strings.ts";
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

/** The pieces that a side has captured, in a row, with its advantage. */
function Captured(props: { readonly taken: readonly Role[]; readonly ahead: number }) {
  const words = props.taken.length === 0 ? strings.nothingCaptured : strings.captured(byValue(props.taken).join(", "));
  return (
    <span class="captured">
      <span class="visually-hidden">
        {words}
        {props.ahead > 0 && strings.aheadBy(props.ahead)}
      </span>
      <span class="captured-pieces" aria-hidden="true">
        {byValue(props.taken).map((role, index, all) => (
          <span
            key={`${role}${index}`}
            class="taken"
            style={{ "--taken": imageOf(roleToChar(role)) }}
            data-first={role !== all[index - 1]}
          />
        ))}
      </span>
      {props.ahead > 0 && (
        <span class="captured-ahead" aria-hidden="true">
          +{props.ahead}
        </span>
      )}
    </span>
  );
}
