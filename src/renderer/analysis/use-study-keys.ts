import { useLayoutEffect } from "preact/hooks";
import type { StudyModel } from "./study-model.ts";

/** Elements in which all keys have another meaning; a board handles the keys that it uses itself. */
const taken = 'input:not([type="checkbox"]), textarea, select, [role="radiogroup"], dialog';
/** Elements in which a deleting key could be meant for a piece. */
const board = '[role="grid"]';

/**
 * Handles the keys: ← and → step along the line, ↑ and ↓ between alternatives, Home and End go to its ends; f flips the
 * board.
 */
export function useStudyKeys(model: StudyModel, onFlip: () => void): void {
  // A layout effect, so that keys work as soon as the moves are visible.
  useLayoutEffect(() => {
    const keys: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => model.step("back"),
      ArrowRight: () => model.step("on"),
      ArrowUp: () => model.step("previous"),
      ArrowDown: () => model.step("next"),
      Home: () => model.step("first"),
      End: () => model.step("last"),
      Delete: () => model.remove(),
      f: onFlip,
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key } = event;
      const undoes = key === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      const within = (places: string) => target instanceof Element && target.closest(places) !== null;
      if (event.defaultPrevented || event.altKey || within(taken) || (key === "Delete" && within(board))) return;
      if (undoes) model.undo();
      else if (event.ctrlKey || event.metaKey || event.shiftKey || !Object.hasOwn(keys, key)) return;
      else keys[key]?.();
      event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [model]);
}
