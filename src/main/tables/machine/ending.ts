import { accept, type Result, refuse } from "../../../shared/result.ts";
import type { Outcome, Seat } from "../../../shared/terms.ts";
import { nextFlag, skipGap, stopClock } from "./clock.ts";
import { gameOver, isToMove, opponentSeat, rulesOf, type Step, statusOf, type Table } from "./table.ts";

/** Ends a game; offers and clocks end with it. */
export function end(table: Table, outcome: Outcome, now: number): Step {
  const over: Table = {
    ...table,
    outcome,
    endedAt: now,
    drawOffer: null,
    takebackOffer: null,
    clock: table.clock && stopClock(table.clock, now),
  };
  return { table: over, events: [{ type: "gameOver", outcome }] };
}

/** Gives the game to the opponent. Refused once it is over. */
export function resign(table: Table, seat: Seat, now: number): Result<Step> {
  if (table.outcome) return gameOver(table);
  const fallen = fallFlag(table, now);
  if (fallen) return accept(fallen);
  return accept(end(table, { winner: opponentSeat(table, seat), reason: "resignation" }, now));
}

/** Milliseconds of silence after which an agent counts as gone, where no clock decides. */
const STALLED_MS = 2 * 60_000;

/** Whether only agents are to move, and have not for a while, without a clock that would end it. */
const isStalled = (table: Table, now: number): boolean =>
  table.clock === null &&
  now - table.turnSince >= STALLED_MS &&
  table.seats.every(({ kind, seat }) => kind === "agent" || !isToMove(table, seat));

/**
 * Ends a game without a result, for a person who cannot resign it: one in which they do not sit, that has not begun for
 * both, or in which an agent left them alone. Refuses any other, and a league's, which the league ends.
 */
export function callOff(table: Table, now: number): Result<Step> {
  if (table.outcome) return gameOver(table);
  const fallen = fallFlag(table, now);
  if (fallen) return accept(fallen);
  if (table.league) return refuse("INVALID_ARGUMENT", `This game belongs to league ${table.league.id}. End it there`);
  if (table.seats.some(({ kind }) => kind === "human") && table.ply >= 2 && !isStalled(table, now))
    return refuse("INVALID_ARGUMENT", "You play in this game. Resign, or offer a draw");
  return accept(end(table, { winner: null, reason: "unfinished" }, now));
}

/** Ends the game when a flag has fallen: a win for the opponent, or a draw where no legal play lets it win (FIDE 6.9). */
export function fallFlag(table: Table, now: number): Step | null {
  if (table.outcome || !table.clock) return null;
  const flag = nextFlag(table.clock);
  if (!flag || flag.at > now) return null;
  const winner = opponentSeat(table, table.seats[flag.seat].seat);
  const canWin = rulesOf(table).canWin(table.state, winner);
  const outcome: Outcome = canWin ? { winner, reason: "time" } : { winner: null, reason: "time-against-bare-material" };
  return end(table, outcome, flag.at);
}

/** Resumes a game after the host was down from `from` to `now`: the gap is charged to nobody, and the log says so. */
export function resume(table: Table, from: number, now: number): Step | null {
  if (table.outcome || statusOf(table) !== "live") return null;
  const fallen = fallFlag(table, from);
  if (fallen) return fallen;
  const gap = Math.max(0, Math.round(now - from));
  return {
    table: {
      ...table,
      clock: table.clock && skipGap(table.clock, from, now),
      turnSince: Math.min(now, table.turnSince + gap),
    },
    events: [{ type: "hostResumed", downMs: gap }],
  };
}

/** Most other games that a game's record names. */
const MOST_SHARED = 5;

/** Notes that a position was on another board as well. Null where that game is named already, or enough are. */
export function noteShared(table: Table, ply: number, game: string): Step | null {
  const { shared = [] } = table;
  if (shared.length >= MOST_SHARED || shared.some((known) => known.game === game)) return null;
  return {
    table: { ...table, shared: [...shared, { ply, game }] },
    events: [{ type: "positionShared", ply, game }],
  };
}

/**
 * Shows or hides the evaluation during a game; the log keeps who could have looked, and the game is no longer rated.
 * Null where nothing changes.
 */
export function switchAnalysis(table: Table, on: boolean): Step | null {
  if (table.analysis === on) return null;
  const unrated = table.unrated || (on && table.outcome === null);
  return { table: { ...table, analysis: on, unrated }, events: [{ type: "analysisSwitched", on }] };
}
