import { useLayoutEffect } from "preact/hooks";
import { Button } from "../ui/button.tsx";
import type { GameModel, Told } from "./game-model.ts";
import { textShown } from "./game-words.ts";
import { confirmMove } from "./send-move.ts";
import * as strings from "./strings.ts";
import "./offer-bar.css";

/** Whether a key that is pressed there is about the move on the board, and not about what has the focus. */
function isFree(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return true;
  if (key === "Enter" && target.closest("button, summary, a")) return false;
  // Another move is being typed.
  if (key === "Enter" && target instanceof HTMLInputElement && target.value.trim() !== "") return false;
  return (
    target.closest(".board-area, .play-form, .confirm-bar") !== null ||
    !target.closest('input, textarea, select, dialog, [role="radiogroup"]')
  );
}

/** Asks whether the move that stands on the board is to be played. Nothing while none does. */
export function ConfirmBar({ model, told }: { model: GameModel; told: Told }) {
  const proposed = model.isLive.value && model.proposed.value?.isSent === false ? model.proposed.value : null;
  // Before it is painted: what is asked can be answered.
  useLayoutEffect(() => {
    if (proposed === null) return;
    // Before the board and the fields take the key for something of their own.
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target } = event;
      if ((key !== "Enter" && key !== "Escape") || !isFree(target, key)) return;
      event.preventDefault();
      event.stopPropagation();
      if (key === "Escape") model.proposed.value = null;
      else if (!event.repeat) void confirmMove(model);
    };
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, [model, proposed]);
  if (proposed === null) return null;
  const { game, play } = told;
  return (
    <div class="offer-bar confirm-bar" data-part="confirm-move">
      <p>{strings.play(textShown(play, play.writeMove(game.view, proposed.move)))}</p>
      <Button kind="primary" onClick={() => void confirmMove(model)}>
        {strings.confirm}
      </Button>
      <Button
        onClick={() => {
          model.proposed.value = null;
        }}
      >
        {strings.cancel}
      </Button>
    </div>
  );
}
