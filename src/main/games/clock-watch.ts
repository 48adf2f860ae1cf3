import { createAlarms } from "../base/alarms.ts";
import type { LiveGame } from "./live-game.ts";
import { nextFlag } from "./machine/clock.ts";
import type { GameState } from "./machine/game-state.ts";

/** The next flag to fall in a game; null where no clock runs. */
const flagIn = ({ clock, outcome }: GameState) => (clock && !outcome ? nextFlag(clock) : null);
export const hasRunningClock = ({ state }: LiveGame): boolean => flagIn(state) !== null;

/** Calls when a flag may have fallen. */
export function createClockWatch(now: () => number, actsIn: (id: string) => boolean, drop: (id: string) => void) {
  const alarms = createAlarms(now);
  let isClosed = false;
  return {
    /** Watches a game's clocks from now on; first called not before `soonestMs` from now. */
    watch: ({ state }: LiveGame, soonestMs = 0): void => {
      const { id } = state;
      const flag = flagIn(state);
      if (!flag || isClosed || !actsIn(id)) alarms.clear(id);
      else alarms.set(id, Math.max(flag.at, now() + soonestMs), () => drop(id));
    },
    close: (): void => {
      isClosed = true;
      alarms.clearAll();
    },
  };
}
