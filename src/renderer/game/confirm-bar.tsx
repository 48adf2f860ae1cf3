import { useLayoutEffect } from "preact/hooks";
import { Button } from "../ui/button.tsx";
import type { TableProps } from "./game-model.ts";
import { textShown } from "./game-words.ts";
import { confirmMove } from "./send-move.ts";
import * as strings from "./strings.ts";
import "./actions.css";

/** Whether a key pressed there is for the move on the board, and not for the focused element. */
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

/** Asks whether to play the move on the board. Empty while there is none. */
export function ConfirmBar({ model, told }: TableProps) {
  const proposed = model.isLive.value && model.proposed.value?.isSent === false ? model.proposed.value : null;
  // A layout effect, so that keys work as soon as the question is visible.
  useLayoutEffect(() => {
    if (proposed === null) return;
    // In the capture phase, before the board and the fields handle the key.
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
