import type { PictureProps } from "../../page.ts";
import type { PokerView } from "../rules.ts";
import "./picture.css";
import * as strings from "./strings.ts";

const seatNames = ["first", "second"] as const;

export function Picture({ view, isFlipped }: PictureProps<PokerView>) {
  const order = isFlipped ? seatNames : seatNames.toReversed();
  return (
    <div class="mini poker figures">
      {order.map((seat) => (
        <p key={seat} class={seat}>
          <b class="poker-face">{view.cards[seat] ?? "?"}</b>
          <span>{strings.signedText(view.chips[seat])}</span>
        </p>
      ))}
      <p class="hand">
        {`Hand ${view.hand} of ${view.hands}`}
        {view.board === null ? "" : ` · ${view.board}`}
      </p>
    </div>
  );
}
