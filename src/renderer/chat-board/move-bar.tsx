import { useSignal } from "@preact/signals";
import type { Seat } from "../../shared/terms.ts";
import { Button, type ButtonProps, CloseIcon } from "../ui/button.tsx";
import { assign } from "../ui/hooks.ts";
import type { ChatGame } from "./game.ts";
import { isToMove } from "./words.ts";

/**
 * The chosen move as text, the claim that goes with it, and the button that sends it. Not a form: a sandbox without
 * `allow-forms` lets none be submitted.
 */
export function MoveBar({ game }: { readonly game: ChatGame }) {
  const state = game.state.value;
  const { step } = game.sending.value;
  const open = isToMove(state, game.seat) && step === "none";
  const { play } = game;
  return (
    <section class="move-bar stack gap-2" aria-label="Your move">
      <div class="button-row">
        <input
          class="input"
          name="move"
          aria-label="Move"
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
        <Button kind="quiet" label="Cancel" disabled={!open || game.text.value === ""} onClick={game.takeBack}>
          <CloseIcon />
        </Button>
        <Button
          label={step === "silent" ? "Send again" : step === "sent" ? "Sending…" : "Confirm"}
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
          {`Claim ${play.win}`}
        </label>
      )}
    </section>
  );
}

/**
 * The actions besides a move, in a row of three places and constant height. What ends the game asks first, with the button
 * to go on in the place of the one clicked, so that a double click changes nothing. Once the game is over, the ways on: the
 * model is asked for a rematch, and Kibitz reviews the game.
 */
export function Offers({ game, seat }: { readonly game: ChatGame; readonly seat: Seat }) {
  const question = useSignal<"resign" | "accept" | null>(null);
  const { draw_offer, game_id, result } = game.state.value;
  const { wake = null, openLink = null } = game.host.value ?? {};
  const isOffered = draw_offer !== null && draw_offer !== seat;
  const disabled = !game.mayAct.value;
  const ask = (next: typeof question.value) => () => assign(question, next);
  const act = (run: () => void) => () => {
    question.value = null;
    run();
  };
  const draw = (choice: "offer" | "accept" | "decline") => act(() => game.answerDraw(choice));
  const goOn = { label: "Play on", onClick: ask(null) };
  const yes = { kind: "danger", disabled } as const;
  const resign = { label: "Resign", disabled, onClick: ask("resign") };
  const rematch = () =>
    void wake?.(`I would like a rematch of Kibitz game ${game_id}: call rematch with game_id “${game_id}”.`);
  const buttons: readonly (ButtonProps | null)[] = result
    ? [
        wake && { label: "Rematch", onClick: rematch },
        openLink && game.askPgn && { label: "Review", onClick: () => void openLink(game.url) },
      ]
    : question.value === "resign"
      ? [{ ...yes, label: "Yes, resign", onClick: act(game.resign) }, null, goOn]
      : !isOffered
        ? [{ label: "Offer draw", disabled: disabled || draw_offer === seat, onClick: draw("offer") }, null, resign]
        : // The question goes with the offer.
          question.value === "accept"
          ? [goOn, { ...yes, label: "Yes, draw", onClick: draw("accept") }, null]
          : [
              { label: "Accept", disabled, onClick: ask("accept") },
              { label: "Decline", disabled, onClick: draw("decline") },
              resign,
            ];
  return (
    <fieldset
      class="chat-offers grid gap-2 rigid"
      aria-label={result ? "After the game" : "Draw and resignation"}
      onKeyDown={({ key }) => {
        if (key === "Escape") question.value = null;
      }}
    >
      {buttons.map((props, place) => props && <Button key={place} {...props} />)}
    </fieldset>
  );
}
