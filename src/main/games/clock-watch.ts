import type { LiveGame } from "./live-game.ts";
import { nextFlag } from "./machine/clock.ts";
import type { GameState } from "./machine/game-state.ts";

/** Longest delay of a timer; a longer thinking time is checked again after it. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Calls when a flag may have fallen. */
export interface ClockWatch {
  /** Watches a game's clocks from now on; first called not before `soonestMs` from now. */
  watch(game: LiveGame, soonestMs?: number): void;
  close(): void;
}

export interface ClockWatchOptions {
  readonly now: () => number;
  /** Whether this host has the lease of a game. */
  readonly isLeasedHere: (id: string) => boolean;
  readonly drop: (id: string) => void;
}

/** The next flag to fall in a game; null where no clock runs. */
const flagIn = ({ clock, outcome }: GameState) => (clock && !outcome ? nextFlag(clock) : null);
export const hasRunningClock = ({ state }: LiveGame): boolean => flagIn(state) !== null;

export function createClockWatch({ now, isLeasedHere, drop }: ClockWatchOptions): ClockWatch {
  const timers = new Map<string, NodeJS.Timeout>();
  let closed = false;
  return {
    watch: ({ state }, soonestMs = 0) => {
      const { id } = state;
      clearTimeout(timers.get(id));
      timers.delete(id);
      const flag = flagIn(state);
      if (!flag || closed || !isLeasedHere(id)) return;
      const delay = Math.min(Math.max(soonestMs, Math.ceil(flag.at - now())), LONGEST_TIMER_MS);
      timers.set(id, setTimeout(drop, delay, id));
    },
    close: () => {
      closed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
