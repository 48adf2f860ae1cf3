import { useLayoutEffect } from "preact/hooks";
import { changeSettings, zen } from "../settings/settings.ts";
import type { GameModel } from "./game-model.ts";
import * as strings from "./strings.ts";

/** Where all keys have another meaning; what uses some of them, as a board does, keeps those to itself. */
const taken = 'input:not([type="checkbox"]), textarea, select, [role="radiogroup"], dialog';

/** The keys of the page, in words. */
export const gameKeys: readonly (readonly [keys: string, does: string])[] = [
  ["← →", strings.previousMoveNextMove],
  [strings.homeEnd, strings.firstPositionLastPosition],
  ["f", strings.flipBoard],
  ["m", strings.nextMistakeFoundByReview],
  ["z", strings.zenModeOnlyBoard],
  ["Enter", strings.confirmMoveOnBoardWhere],
  ["Escape", strings.cancelPremoveOrMove],
  [strings.tabThenArrowKeys, strings.moveAroundBoardEnterPicks],
  ["?", strings.showTheseShortcuts],
];

/** Goes to the next move that the review judged, from the start again after the last one; false where there is none. */
export function nextJudged(model: GameModel): boolean {
  const judged = model.review.found.value?.moves.filter(({ judgement }) => judgement !== null) ?? [];
  const here = model.viewed.value ?? model.told.value?.game.history.length ?? 0;
  const next = judged.find(({ ply }) => ply > here) ?? judged[0];
  if (next) model.view(next.ply);
  return next !== undefined;
}

/** ←, →, Home and End walk through the game from anywhere on the page, the wheel does over the board; f flips it, ? tells the keys. */
export function useHistoryKeys(model: GameModel, onHelp: () => void): void {
  // Before the page is painted: what is seen can be walked through.
  useLayoutEffect(() => {
    /** Along a line that is played out; false where none is, or the key leads elsewhere. */
    const along = (by: number): boolean => {
      const line = model.line.value;
      if (!line) return false;
      const shown = Math.min(line.moves.length, line.shown + by);
      model.playOut(shown < 1 ? null : { ...line, shown });
      return true;
    };
    const step = (there: (here: number, last: number) => number): boolean => {
      const last = model.told.value?.game.history.length ?? 0;
      if (last === 0) return false;
      model.view(there(model.viewed.value ?? last, last));
      return true;
    };
    const keys: Readonly<Record<string, () => boolean>> = {
      ArrowLeft: () => along(-1) || step((here) => here - 1),
      ArrowRight: () => along(1) || step((here) => here + 1),
      Home: () => step(() => 0),
      End: () => step((_, last) => last),
      f: () => {
        if (!model.told.value?.play.sides) return false;
        model.flipped.value = !model.flipped.value;
        return true;
      },
      m: () => nextJudged(model),
      z: () => {
        void changeSettings({ zen: !zen.peek() });
        return true;
      },
      Escape: () => {
        const shown = model.line.value !== null;
        model.playOut(null);
        return shown;
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
