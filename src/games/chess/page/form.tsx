import { useMemo } from "preact/hooks";
import type { FormProps } from "../../page.ts";
import { drawClaim } from "./draws.ts";
import "./form.css";
import { MoveEntry } from "./move-entry.tsx";
import type { Spot } from "./replay.ts";
import * as strings from "./strings.ts";

/** Typed moves, and claims that go with the next move. */
export function Form(props: FormProps<readonly Spot[]>) {
  const { course, legal } = props;
  const claimable = useMemo(() => drawClaim(course, legal), [course, legal]);
  const live = course.at(-1);
  if (!live) return null;
  return (
    <>
      <MoveEntry {...props} fen={live.fen} />
      {claimable === "next" && (
        <label class="claim-draw">
          <input
            type="checkbox"
            checked={props.claim === "draw"}
            onChange={({ currentTarget }) => props.onClaim(currentTarget.checked ? "draw" : null)}
          />
          {strings.claimDrawWithThisMove}
        </label>
      )}
      {claimable === "now" && (
        <button
          type="button"
          class="button plain small"
          onClick={() =>
            props.confirm({
              title: strings.claimDrawTitle,
              text: strings.claimDrawText,
              action: strings.claimDraw,
              // The host first checks the position, and plays no move where the claim holds already.
              run: () => void props.onMove(legal[0] ?? "", "draw"),
            })
          }
        >
          {strings.claimDraw}
        </button>
      )}
    </>
  );
}
