import { useLayoutEffect } from "preact/hooks";
import type { ApiReview } from "../../shared/api.ts";
import { changeSettings, settings } from "../settings/settings.ts";
import { onKeys } from "../ui/hooks.ts";
import type { GameModel } from "./game-model.ts";

export const isJudged = ({ judgement }: ApiReview["moves"][number]): boolean => judgement !== null;

/**
 * Goes to the next move that the review judged, and from the last one to the first; returns false where there is none.
 */
export function nextJudged(model: GameModel): boolean {
  const judgements = model.review.part.value?.moves.filter(isJudged) ?? [];
  const current = model.viewedPly.value ?? model.live.value?.game.history.length ?? 0;
  const next = judgements.find(({ ply }) => ply > current) ?? judgements[0];
  if (next) model.view(next.ply);
  return next !== undefined;
}

/**
 * Handles the keys and the wheel: ←, →, Home and End step through the game from anywhere on the page, as the wheel does
 * over the board; f flips it, ? lists the keys.
 */
export function useHistoryKeys(model: GameModel, onHelp: () => void): void {
  // A layout effect, so that keys work as soon as the moves are visible.
  useLayoutEffect(() => {
    /** Steps along a shown line; returns false where there is none, or the key leads out of it. */
    const along = (by: number): boolean => {
      const line = model.line.value;
      if (!line) return false;
      const count = Math.min(line.moves.length, line.count + by);
      model.playOut(count < 1 ? null : { ...line, count });
      return true;
    };
    const step = (there: (ply: number, last: number) => number): boolean => {
      const last = model.live.value?.game.history.length ?? 0;
      if (last === 0) return false;
      model.view(there(model.viewedPly.value ?? last, last));
      return true;
    };
    const stopKeys = onKeys({
      ArrowLeft: () => along(-1) || step((ply) => ply - 1),
      ArrowRight: () => along(1) || step((ply) => ply + 1),
      Home: () => step(() => 0),
      End: () => step((_, last) => last),
      f: () => {
        if (!model.live.value?.play.sides) return false;
        model.isFlipped.value = !model.isFlipped.value;
        return true;
      },
      m: () => nextJudged(model),
      z: () => void changeSettings({ zen: !settings.peek().zen }),
      Escape: () => {
        const hasLine = model.line.value !== null;
        model.playOut(null);
        return hasLine;
      },
      "?": onHelp,
    });
    const onWheel = (event: WheelEvent) => {
      const { scrollHeight, clientHeight } = document.documentElement;
      const onBoard = event.target instanceof Element && event.target.closest(".board-square") !== null;
      // Where the page can scroll, the wheel scrolls it.
      if (!onBoard || event.ctrlKey || scrollHeight > clientHeight || event.deltaY === 0) return;
      if (step((ply) => ply + Math.sign(event.deltaY))) event.preventDefault();
    };
    document.addEventListener("wheel", onWheel, { passive: false });
    return () => {
      stopKeys();
      document.removeEventListener("wheel", onWheel);
    };
  }, [model]);
}
