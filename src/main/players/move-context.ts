import { definitionOf } from "../../games/register.ts";
import type { Seat } from "../../shared/terms.ts";
import { type LiveGame, seenMoves } from "../games/live-game.ts";
import { timeLeft, timesLeft } from "../games/machine/clock.ts";
import { type GameState, indexOf, seatedAt } from "../games/machine/game-state.ts";
import type { MoveContext } from "./driver.ts";

/** A driver's input for a game as it stands, before any of its moves was refused. */
export function moveContextOf(game: LiveGame, seat: Seat, now: number, signal: AbortSignal): MoveContext {
  const { state } = game;
  const { id, kind, options, league } = state;
  const { rules, rounds } = definitionOf(kind);
  return {
    kind,
    options,
    seat,
    settings: seatedAt(state, seat).settings,
    view: rules.view(state.position, seat),
    legalMoves: rules.legalMoves(state.position, seat),
    readMove: (text) => {
      const read = rules.play(state.position, seat, text);
      return read.ok ? read.value.move : null;
    },
    history: seenMoves(game, seat).map(({ code }) => code),
    refused: [],
    ...timesOf(state, seat, now),
    gameId: id,
    ply: state.ply + 1,
    round: rounds ? rounds.finished(state.position).length + 1 : null,
    legalShown: state.legalMoves === "shown",
    league: league && { id: league.id, entrant: league.entrants[indexOf(state, seat)], game: league.game ?? 1 },
    ...(league?.armageddon ? { drawWinsFor: state.seats[1].seat } : {}),
    signal,
  };
}

/** A driver's input about the time at this moment: its seat's by the clock, where that runs, and by its league. */
export function timesOf(state: GameState, seat: Seat, now: number): Pick<MoveContext, "timeMs" | "clock"> {
  const { clock, league, turnSince } = state;
  const index = indexOf(state, seat);
  const runs = clock !== null && clock.since[index] !== null;
  const limits = [
    ...(runs ? [timeLeft(clock, index, now)] : []),
    ...(league?.moveMs !== undefined ? [Math.max(0, turnSince + league.moveMs - now)] : []),
  ];
  return {
    timeMs: limits.length > 0 ? Math.min(...limits) : null,
    clock: clock && { left: timesLeft(clock, now), incrementMs: clock.incrementMs, runs },
  };
}
