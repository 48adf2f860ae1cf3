import { useSignal } from "@preact/signals";
import type { Seat } from "../../shared/terms.ts";
import { Button } from "../ui/button.tsx";
import type { ChatGame } from "./game.ts";
import * as strings from "./strings.ts";

/**
 * The actions besides a move, in one row of constant height. Resigning asks first, with the button to go on in the
 * place of the one clicked, so that a double click changes nothing.
 */
export function Offers({ game, seat }: { readonly game: ChatGame; readonly seat: Seat }) {
  const asks = useSignal(false);
  const { draw_offer } = game.state.value;
  const disabled = !game.mayAct.value;
  const ask = (on: boolean) => () => {
    asks.value = on;
  };
  if (asks.value)
    return (
      <fieldset
        class="chat-offers"
        aria-label={strings.resignThisGame}
        onKeyDown={({ key }) => {
          if (key === "Escape") asks.value = false;
        }}
      >
        <Button
          kind="danger"
          disabled={disabled}
          onClick={() => {
            asks.value = false;
            game.resign();
          }}
        >
          {strings.yesResign}
        </Button>
        <Button onClick={ask(false)}>{strings.keepPlaying}</Button>
      </fieldset>
    );
  const answer = (choice: "offer" | "accept" | "decline") => () => game.answerDraw(choice);
  return (
    <fieldset class="chat-offers" aria-label={strings.drawAndResignation}>
      {draw_offer === null || draw_offer === seat ? (
        <Button disabled={disabled || draw_offer === seat} onClick={answer("offer")}>
          {strings.offerDraw}
        </Button>
      ) : (
        <span class="chat-offers">
          <Button disabled={disabled} onClick={answer("accept")}>
            {strings.acceptDraw}
          </Button>
          <Button disabled={disabled} onClick={answer("decline")}>
            {strings.declineDraw}
          </Button>
        </span>
      )}
      <Button disabled={disabled} onClick={ask(true)}>
        {strings.resign}
      </Button>
    </fieldset>
  );
}
