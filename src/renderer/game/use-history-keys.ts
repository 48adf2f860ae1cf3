import { useEffect } from "preact/hooks";
import type { GameModel } from "./game-model.ts";

/** Where the arrow keys have another meaning. */
const taken =
  'input:not([type="checkbox"]), textarea, select, [role="grid"], [role="tablist"], [role="radiogroup"], dialog';

/** ←, →, Home and End walk through the game from anywhere on the page. */
export function useHistoryKeys(model: GameModel): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.target instanceof Element && event.target.closest(taken)) return;
      const last = model.told.value?.game.history.length ?? 0;
      const here = model.viewed.value ?? last;
      const there: Record<string, number> = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: last };
      const ply = there[event.key];
      if (ply === undefined || last === 0) return;
      event.preventDefault();
      model.view(ply);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [model]);
}
