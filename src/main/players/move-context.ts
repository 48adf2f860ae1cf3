import { gameOf } from "../../games/register.ts";
import type { Seat } from "../../shared/terms.ts";
import type { LiveGame } from "../tables/live-game.ts";
import { timeLeft, timesLeft } from "../tables/machine/clock.ts";
import { indexOf, seatedAt, type Table } from "../tables/machine/table.ts";
import { seenMoves } from "../tables/seen-moves.ts";
import type { MoveContext } from "./driver.ts";

/** A driver's input for a game as it stands, before any of its moves was refused. */
export function moveContextOf(game: LiveGame, seat: Seat, now: number, signal: AbortSignal): MoveContext {
  const { table } = game;
  const { id, kind, options } = table;
  const { rules, rounds } = gameOf(kind);
  return {
    kind,
    options,
    seat,
    settings: seatedAt(table, seat).settings,
    view: rules.view(table.state, seat),
    legalMoves: rules.legalMoves(table.state, seat),
    history: seenMoves(game, seat).map(({ code }) => code),
    refused: [],
    ...timesOf(table, seat, now),
    gameId: id,
    ply: table.ply + 1,
    round: rounds ? rounds.finished(table.state).length + 1 : null,
    legalShown: table.legalMoves === "shown",
    league: leagueSeat(table, seat),
    ...(table.league?.armageddon ? { drawWinsFor: table.seats[1].seat } : {}),
    signal,
  };
}

/** A driver's input about the time at this moment. */
export const timesOf = (table: Table, seat: Seat, now: number): Pick<MoveContext, "timeMs" | "clock"> => ({
  timeMs: timeLeftIn(table, seat, now),
  clock: table.clock && { left: timesLeft(table.clock, now), incrementMs: table.clock.incrementMs },
});

/** Milliseconds that a seat has for its move, by the clock and by its league; null for no limit. */
function timeLeftIn(table: Table, seat: Seat, now: number): number | null {
  const { clock, league, turnSince } = table;
  const limits = [
    ...(clock ? [timeLeft(clock, indexOf(table, seat), now)] : []),
    ...(league?.moveMs !== undefined ? [Math.max(0, turnSince + league.moveMs - now)] : []),
  ];
  return limits.length > 0 ? Math.min(...limits) : null;
}

function leagueSeat(table: Table, seat: Seat): MoveContext["league"] {
  const { league } = table;
  return league && { id: league.id, entrant: league.entrants[indexOf(table, seat)], game: league.game ?? 1 };
}
