import { useMemo } from "preact/hooks";
import type { Claim, FormProps } from "../../page.ts";
import { drawClaim } from "./draws.ts";
import "./form.css";
import { MoveEntry } from "./move-entry.tsx";
import type { Spot } from "./replay.ts";
import * as strings from "./strings.ts";

/** Typed moves, and claims that go with the next move. */
export function Form(props: FormProps<readonly Spot[]>) {
  const { course, legal, claim } = props;
  const claimable = useMemo(() => drawClaim(course, legal), [course, legal]);
  const live = course.at(-1);
  if (!live) return null;
  const tick = (kind: Claim, on: boolean) => props.onClaim(on ? kind : null);
  return (
    <>
      <MoveEntry
        fen={live.fen}
        legal={legal}
        waiting={props.waiting}
        claim={claim === "win"}
        onClaim={(on) => tick("win", on)}
        onMove={props.onMove}
        onWrong={props.onWrong}
        onIncomplete={props.onIncomplete}
      />
      {claimable === "next" && (
        <label class="claim-draw">
          <input
            type="checkbox"
            checked={claim === "draw"}
            onChange={({ currentTarget }) => tick("draw", currentTarget.checked)}
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
