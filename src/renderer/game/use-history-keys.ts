import { useEffect } from "preact/hooks";
import type { GameModel } from "./game-model.ts";

/** Where the keys have another meaning. */
const taken =
  'input:not([type="checkbox"]), textarea, select, [role="grid"], [role="tablist"], [role="radiogroup"], dialog';

/** The keys of the page, in words. */
export const gameKeys: readonly (readonly [keys: string, does: string])[] = [
  ["← →", "one move back, one move on"],
  ["Home End", "the first position, the last one"],
  ["f", "turn the board round"],
  ["Escape", "call off a move that waits for its turn"],
  ["Tab, then arrow keys", "walk over the board; Enter takes up and puts down"],
  ["?", "this list"],
];

/** ←, →, Home and End walk through the game from anywhere on the page, the wheel does over the board; f flips it, ? tells the keys. */
export function useHistoryKeys(model: GameModel, onHelp: () => void): void {
  useEffect(() => {
    const step = (there: (here: number, last: number) => number): boolean => {
      const last = model.told.value?.game.history.length ?? 0;
      if (last === 0) return false;
      model.view(there(model.viewed.value ?? last, last));
      return true;
    };
    const keys: Readonly<Record<string, () => boolean>> = {
      ArrowLeft: () => step((here) => here - 1),
      ArrowRight: () => step((here) => here + 1),
      Home: () => step(() => 0),
      End: () => step((_, last) => last),
      f: () => {
        if (!model.told.value?.play.sides) return false;
        model.flipped.value = !model.flipped.value;
        return true;
      },
      "?": () => {
        onHelp();
        return true;
      },
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.shiftKey && event.key !== "?") return;
      if (event.target instanceof Element && event.target.closest(taken)) return;
      if (Object.hasOwn(keys, event.key) && keys[event.key]?.()) event.preventDefault();
    };
    const onWheel = (event: WheelEvent) => {
      const { scrollHeight, clientHeight } = document.documentElement;
      const onBoard = event.target instanceof Element && event.target.closest(".board-square") !== null;
      // Where the page has something to scroll, the wheel scrolls it.
      if (!onBoard || event.ctrlKey || scrollHeight > clientHeight || event.deltaY === 0) return;
      if (step((here) => here + Math.sign(event.deltaY))) event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    document.addEventListener("wheel", onWheel, { passive: false });
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      document.removeEventListener("wheel", onWheel);
    };
  }, [model]);
}
