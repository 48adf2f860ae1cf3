import { Button } from "../ui/button.tsx";
import { CloseIcon } from "../ui/icons.tsx";
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
    <section class="move-bar" aria-label={strings.yourMove}>
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
          kind="primary"
          aria-disabled={step === "silent" ? undefined : !open || game.text.value.trim() === ""}
          aria-busy={step === "sent"}
          onClick={game.confirm}
        >
          {step === "silent" ? strings.sendAgain : step === "sent" ? strings.sending : strings.confirm}
        </Button>
      </div>
      {play.win !== undefined && (
        <label class="move-bar-claim">
          <input
            type="checkbox"
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
