import { useLayoutEffect } from "preact/hooks";
import { onKeys } from "../ui/on-keys.ts";
import type { StudyModel } from "./study-model.ts";

/**
 * Handles the keys: ← and → step along the line, ↑ and ↓ between alternatives, Home and End go to its ends; f flips the
 * board.
 */
export function useStudyKeys(model: StudyModel, onFlip: () => void): void {
  // A layout effect, so that keys work as soon as the moves are visible.
  useLayoutEffect(
    () =>
      onKeys({
        ArrowLeft: () => model.step("back"),
        ArrowRight: () => model.step("on"),
        ArrowUp: () => model.step("previous"),
        ArrowDown: () => model.step("next"),
        Home: () => model.step("first"),
        End: () => model.step("last"),
        // On a board, it could be meant for a piece.
        Delete: ({ target }) => !(target instanceof Element && target.closest('[role="grid"]')) && model.remove(),
        "Control+z": model.undo,
        f: onFlip,
      }),
    [model],
  );
}
