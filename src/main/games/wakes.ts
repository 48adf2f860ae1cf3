import { RecentMap } from "../../shared/recent-map.ts";
import type { Seat } from "../../shared/terms.ts";
import { awakeTime } from "../base/awake-time.ts";
import type { LiveGame } from "./live-game.ts";
import { type GameState, isToMove, opponentOf, seatedAt } from "./machine/game-state.ts";

/** The last sign of life of a seat's holder, and whether it is in a call. */
interface SeatPresence {
  /** Milliseconds since 1970, without standstills of the host, in which nobody could call. */
  readonly at: number;
  readonly underWay: number;
  /** The calls under way that go on in the background: their client's turn has ended, and their answer wakes it. */
  readonly inBackground: number;
  /** The id of the last event that its holder may know. */
  readonly event: number;
}

/** The calls of seats' holders, so that a person can see whether anybody is there. In memory only. */
export type SeatCalls = ReturnType<typeof createSeatCalls>;

/** Holders that are remembered. */
const MOST_HOLDERS = 10_000;

export function createSeatCalls(now: () => number) {
  const recent = new RecentMap<string, Omit<SeatPresence, "at"> & { readonly awakeAt: number }>(MOST_HOLDERS);
  const keyOf = (state: GameState, seat: Seat) => `${state.id} ${seat} ${seatedAt(state, seat).generation}`;
  const change = (key: string, calls: number, inBackground: number, event = 0) => {
    const before = recent.get(key);
    recent.set(key, {
      awakeAt: awakeTime.now(),
      underWay: Math.max(0, (before?.underWay ?? 0) + calls),
      inBackground: Math.max(0, (before?.inBackground ?? 0) + inBackground),
      event: Math.max(before?.event ?? 0, event),
    });
  };
  return {
    /** Notes a call of the holder, which is told of the game up to this event. */
    noteAnswer: (state: GameState, seat: Seat, event: number): void => change(keyOf(state, seat), 0, 0, event),
    /**
     * Notes that the holder's call goes on, perhaps in the background; returns a function to call when it is answered,
     * with the last event that it may be told of.
     */
    noteWait: (state: GameState, seat: Seat, isBackground: boolean) => {
      const key = keyOf(state, seat);
      const inBackground = isBackground ? 1 : 0;
      change(key, 1, inBackground);
      return (event: number): void => change(key, -1, -inBackground, event);
    },
    /** Null for a holder that was not heard of since the host started. */
    of: (state: GameState, seat: Seat): SeatPresence | null => {
      const call = recent.get(keyOf(state, seat));
      if (!call) return null;
      const { awakeAt, ...calls } = call;
      return { ...calls, at: now() - (awakeTime.now() - awakeAt) };
    },
  };
}

/** Milliseconds after its last call in which an agent is expected to call again by itself: a model takes seconds. */
const GRACE_MS = 8_000;
/** Most remembered actions. */
const MOST_ACTIONS = 10_000;

/**
 * Agents that do not hear of a person's actions, and the board that is to wake each: one board, once an action. In
 * memory only.
 */
export type Wakes = ReturnType<typeof createWakes>;

export function createWakes(options: {
  readonly seatCalls: Pick<SeatCalls, "of">;
  readonly now: () => number;
  /** Whether no other host serves these games. */
  readonly isAlone: boolean;
  readonly graceMs?: number | undefined;
}) {
  const { seatCalls, now, isAlone, graceMs = GRACE_MS } = options;
  const startedAt = now();
  const wakes = new RecentMap<string, true>(MOST_ACTIONS);

  /**
   * Milliseconds until the agent opposite this person counts as not listening unless it calls: 0 once it does. Null where
   * the person did nothing that the agent is to hear of, or the agent has called since. Actions from before the host
   * started are never waited for, since nobody remembers who was told of them; nor is anything where several hosts
   * share a database, since the agent may be in a call at another one.
   */
  const dueIn = ({ state, lastActions }: LiveGame, person: Seat): number | null => {
    const agent = opponentOf(state, person);
    const deed = lastActions[person];
    if (agent.kind !== "agent" || agent.name === null || !deed || !isAlone || deed.at < startedAt) return null;
    // Where both choose at once, the person has to choose again before the agent is missed.
    if (deed.type === "movePlayed" && (isToMove(state, person) || !isToMove(state, agent.seat))) return null;
    const last = seatCalls.of(state, agent.seat);
    if (last && (last.underWay > 0 || last.event >= deed.id)) return null;
    return Math.max(0, (last?.at ?? startedAt) + graceMs - now());
  };
  /** After a takeback the same move is another action. */
  const keyOf = ({ state, lastActions }: LiveGame, person: Seat) => `${state.id} ${lastActions[person]?.id ?? 0}`;
  const claim = (live: LiveGame, person: Seat): boolean => {
    const deed = keyOf(live, person);
    if (wakes.has(deed)) return false;
    wakes.set(deed, true);
    return true;
  };
  return {
    dueIn,
    /** Whether a caller was asked to wake it for the person's last action. */
    isTold: (live: LiveGame, person: Seat) => wakes.has(keyOf(live, person)),
    /** Whether the caller is to wake it: true for one caller an action. */
    take: (live: LiveGame, person: Seat) => dueIn(live, person) === 0 && claim(live, person),
    /** The same for a board that cannot ask again later: the agent gets no time. */
    takeNow: (live: LiveGame, person: Seat) => dueIn(live, person) !== null && claim(live, person),
  };
}
