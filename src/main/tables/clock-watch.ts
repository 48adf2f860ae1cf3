import type { LiveGame } from "./live-game.ts";
import { nextFlag } from "./machine/clock.ts";
import type { Table } from "./machine/table.ts";

/** Longest delay a timer takes; a longer thinking time is looked at again after it. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Calls when a flag may have fallen. */
export interface ClockWatch {
  /** Looks at a game's clocks from now on, as they stand in it; not before `soonestMs` from now. */
  watch(game: LiveGame, soonestMs?: number): void;
  close(): void;
}

export interface ClockWatchOptions {
  readonly now: () => number;
  /** Whether this host sees to a game's clocks. */
  readonly isLeasedHere: (id: string) => boolean;
  readonly drop: (id: string) => void;
}

/** The flag that falls next in a game; null where no clock runs. */
const flagIn = ({ clock, outcome }: Table) => (clock && !outcome ? nextFlag(clock) : null);
export const hasRunningClock = ({ table }: LiveGame): boolean => flagIn(table) !== null;

export function createClockWatch({ now, isLeasedHere, drop }: ClockWatchOptions): ClockWatch {
  const timers = new Map<string, NodeJS.Timeout>();
  let closed = false;
  return {
    watch: ({ table }, soonestMs = 0) => {
      const { id } = table;
      clearTimeout(timers.get(id));
      timers.delete(id);
      const flag = flagIn(table);
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
