import type { Seat } from "../../shared/terms.ts";
import type { LiveGame } from "./live-game.ts";
import { isToMove, opponentOf } from "./machine/table.ts";
import type { SeatCalls } from "./seat-calls.ts";

/** Milliseconds after its last call in which an agent is expected to go on by itself: a model takes seconds to call again. */
const GRACE_MS = 8_000;
/** Turns that are remembered as told. */
const REMEMBERED = 10_000;

/** Which agents sleep while it is their turn, and who is to wake each: one board, once a turn. In memory alone. */
export interface Wakes {
  /**
   * Milliseconds until the agent across this person is taken to be asleep unless it calls before: 0 once it is. Null where
   * the person has not moved, or the agent has called since. A turn that began before the host did is never waited for,
   * since nobody remembers who was told of it; nor is any where several hosts share a database, since the agent may be in
   * a call at another one.
   */
  dueIn(live: LiveGame, person: Seat): number | null;
  /** Whether the caller is to wake it: true for one caller a turn. */
  take(live: LiveGame, person: Seat): boolean;
  /** The same for a board that cannot ask again later: no time is left to the agent. */
  takeNow(live: LiveGame, person: Seat): boolean;
}

export interface WakesOptions {
  readonly seatCalls: Pick<SeatCalls, "of">;
  readonly now: () => number;
  /** Whether no other host serves these games. */
  readonly isAlone: boolean;
  readonly graceMs?: number | undefined;
}

export function createWakes({ seatCalls, now, isAlone, graceMs = GRACE_MS }: WakesOptions): Wakes {
  const startedAt = now();
  const told = new Set<string>();

  const dueIn: Wakes["dueIn"] = ({ table, moves, lastActs }, person) => {
    const agent = opponentOf(table, person);
    if (agent.kind !== "agent" || agent.name === null || isToMove(table, person)) return null;
    const isAgents = table.outcome ? moves.at(-1)?.seat === person : isToMove(table, agent.seat);
    if (!isAlone || !isAgents || table.turnSince < startedAt) return null;
    const last = seatCalls.of(table, agent.seat);
    if (last && (last.underWay > 0 || last.event >= (lastActs[person] ?? 0))) return null;
    return Math.max(0, (last?.at ?? startedAt) + graceMs - now());
  };
  /** By the person's last move: after one that was taken back the turn is another. */
  const claim = ({ table, lastActs }: LiveGame, person: Seat): boolean => {
    const turn = `${table.id} ${lastActs[person] ?? 0} ${table.outcome !== null}`;
    if (told.has(turn)) return false;
    told.add(turn);
    const [oldest] = told;
    if (told.size > REMEMBERED && oldest !== undefined) told.delete(oldest);
    return true;
  };
  return {
    dueIn,
    take: (live, person) => dueIn(live, person) === 0 && claim(live, person),
    takeNow: (live, person) => dueIn(live, person) !== null && claim(live, person),
  };
}
