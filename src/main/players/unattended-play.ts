import { spareTime } from "../base/spare-time.ts";
import { type GameState, seatedAt, toMove } from "../games/machine/game-state.ts";
import type { MoveSource } from "../games/play-ahead.ts";
import { type Drivers, moveContextOf } from "./driver.ts";
import { paceOf } from "./pause.ts";

export interface UnattendedPlayOptions {
  readonly drivers: Drivers;
  /** Least milliseconds for a move where a person plays, who is to see it. */
  readonly replyMs?: () => number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export type UnattendedPlay = ReturnType<typeof createUnattendedPlay>;

/**
 * Games in which all drivers answer at once. Their moves follow from the position, and nobody waits until each is
 * stored, so they share a commit. If the host dies in between, the next one plays them again: nobody was told.
 */
export function createUnattendedPlay({ drivers, replyMs = () => 0, now = Date.now }: UnattendedPlayOptions) {
  const { hasTime, turn } = spareTime;
  const isUnattended = (state: GameState): boolean =>
    state.outcome === null &&
    state.clock === null &&
    paceOf(state, replyMs()) === 0 &&
    state.seats.every((each) => drivers(state.kind, each)?.atOnce);

  return {
    /** Whether all players of a game answer at once, and neither a clock nor a spectator needs each move apart. */
    isUnattended,
    /** Whether time is left for such games in this pass of the event loop. */
    hasTime,
    /**
     * Plays such a game up to a ply and until the time is up; for the first move it may wait for time. Yields no move
     * for any other game. A game without a single move then is left to the supervisor.
     */
    moves: (until: number, signal: AbortSignal, mayWait = true): MoveSource => {
      let isFirst = true;
      return async (game) => {
        const { state } = game;
        if (isFirst && !isUnattended(state)) return null;
        const waits = isFirst && mayWait;
        if (waits) await turn();
        // A game that is played to its end needs one commit, and one that is cut off needs two.
        const isEnough = !waits && !hasTime(!isFirst);
        isFirst = false;
        const [seat] = toMove(state);
        if (seat === undefined || signal.aborted || isEnough || state.ply >= until) return null;
        const driver = drivers(state.kind, seatedAt(state, seat));
        // The same failure occurs again where moves are made one at a time, and is handled there.
        const choice = await driver?.chooseMove(moveContextOf(game, seat, now(), signal)).catch(() => null);
        return choice?.ok && choice.value.text !== null ? { seat, text: choice.value.text } : null;
      };
    },
  };
}
