import { useSignal } from "@preact/signals";
import type { Seat } from "../../shared/terms.ts";
import { Button, CloseIcon } from "../ui/button.tsx";
import { assign } from "../ui/hooks.ts";
import type { ChatGame } from "./game.ts";
import * as strings from "./strings.ts";
import { isToMove } from "./words.ts";

/**
 * The chosen move as text, the claim that goes with it, and the button that sends it. Not a form: a sandbox without
 * `allow-forms` lets none be submitted.
 */
export function MoveBar({ game }: { readonly game: ChatGame }) {
  const state = game.state.value;
  const { step } = game.sending.value;
  const mine = isToMove(state, game.seat);
  const open = mine && step === "none";
  const { play } = game;
  return (
    <section class="move-bar stack gap-2" aria-label={strings.yourMove}>
      <div class="button-row">
        <input
          class="input"
          name="move"
          aria-label={strings.move}
          placeholder={play.moveExample}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          enterkeyhint="send"
          maxLength={12}
          value={game.text.value}
          readOnly={step !== "none"}
          aria-invalid={game.choice.value?.kind === "illegal" && game.problem.value !== null}
          onInput={({ currentTarget }) => {
            game.text.value = currentTarget.value;
            game.problem.value = null;
          }}
          onKeyDown={(event) => {
            if (event.key === "Escape" && step === "none") game.takeBack();
            if (event.key !== "Enter" || event.repeat || event.isComposing) return;
            event.preventDefault();
            game.confirm();
          }}
        />
        <Button
          kind="quiet"
          label={strings.takeMoveBack}
          disabled={!open || game.text.value === ""}
          onClick={game.takeBack}
        >
          <CloseIcon />
        </Button>
        <Button
          label={step === "silent" ? strings.sendAgain : step === "sent" ? strings.sending : strings.confirm}
          kind="primary"
          aria-disabled={step === "silent" ? undefined : !open || game.text.value.trim() === ""}
          aria-busy={step === "sent"}
          onClick={game.confirm}
        />
      </div>
      {play.win !== undefined && (
        <label class="move-bar-claim line">
          <input
            type="checkbox"
            class="tick"
            id="chkWaitMate"
            checked={game.claim.value}
            disabled={step !== "none"}
            onChange={({ currentTarget }) => {
              game.claim.value = currentTarget.checked;
              game.problem.value = null;
            }}
          />
          {strings.claim(play.win)}
        </label>
      )}
    </section>
  );
}

/**
 * The actions besides a move, in one row of constant height. Resigning asks first, with the button to go on in the
 * place of the one clicked, so that a double click changes nothing.
 */
export function Offers({ game, seat }: { readonly game: ChatGame; readonly seat: Seat }) {
  const asks = useSignal(false);
  const { draw_offer } = game.state.value;
  const isDisabled = !game.mayAct.value;
  const ask = (on: boolean) => () => assign(asks, on);
  if (asks.value)
    return (
      <fieldset
        class="chat-offers line rigid"
        aria-label={strings.resignThisGame}
        onKeyDown={({ key }) => {
          if (key === "Escape") asks.value = false;
        }}
      >
        <Button
          label={strings.yesResign}
          kind="danger"
          disabled={isDisabled}
          onClick={() => {
            asks.value = false;
            game.resign();
          }}
        />
        <Button label={strings.keepPlaying} onClick={ask(false)} />
      </fieldset>
    );
  const answer = (choice: "offer" | "accept" | "decline") => () => game.answerDraw(choice);
  return (
    <fieldset class="chat-offers line rigid" aria-label={strings.drawAndResignation}>
      {draw_offer === null || draw_offer === seat ? (
        <Button label={strings.offerDraw} disabled={isDisabled || draw_offer === seat} onClick={answer("offer")} />
      ) : (
        <span class="chat-offers line rigid">
          <Button label={strings.acceptDraw} disabled={isDisabled} onClick={answer("accept")} />
          <Button label={strings.declineDraw} disabled={isDisabled} onClick={answer("decline")} />
        </span>
      )}
      <Button label={strings.resign} disabled={isDisabled} onClick={ask(true)} />
    </fieldset>
  );
}
