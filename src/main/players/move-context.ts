import { definitionOf } from "../../games/register.ts";
import type { Seat } from "../../shared/terms.ts";
import { type LiveGame, seenMoves } from "../games/live-game.ts";
import { timeLeft, timesLeft } from "../games/machine/clock.ts";
import { type GameState, indexOf, seatedAt, viewOf } from "../games/machine/game-state.ts";

/** A driver's input for a game as it stands, before any of its moves was refused. */
export function moveContextOf(game: LiveGame, seat: Seat, now: number, signal: AbortSignal) {
  const { state } = game;
  const { id, kind, options, league } = state;
  const { rules, rounds } = definitionOf(kind);
  const history: readonly string[] = seenMoves(game, seat).map(({ code }) => code);
  const rejects: readonly { readonly text: string; readonly reason: string }[] = [];
  return {
    kind,
    options,
    seat,
    settings: seatedAt(state, seat).settings,
    view: viewOf(state, seat),
    legalMoves: rules.legalMoves(state.position, seat),
    /** The legal move that a text means, by the reader of typed moves; null for none. */
    readMove: (text: string) => {
      const play = rules.play(state.position, seat, text);
      return play.ok ? play.value.move : null;
    },
    /** The moves so far, in coordinate notation, as the seat may see them. */
    history,
    /** Its earlier answers for this move, and why the rules refused them. */
    rejects,
    ...timesOf(state, seat, now),
    /** The game's id and the number of this move from 1, for drivers that pass them on. */
    gameId: id,
    ply: state.ply + 1,
    /** The current round, from 1; null in a game without rounds. */
    round: rounds ? rounds.past(state.position).length + 1 : null,
    legalShown: state.legalMoves === "shown",
    /** The league that it is played in: the entrant at this seat, and the game's number in its match. */
    league: league && { id: league.id, entrant: league.entrants[indexOf(state, seat)], game: league.game ?? 1 },
    /** The seat for which a draw is a win, in a game that decides a level match; absent in all others. */
    ...(league?.armageddon && { drawWinsFor: state.seats[1].seat }),
    /** Aborted when the move is no longer wanted. */
    signal,
  };
}

/** A driver's input about the time at this moment: its seat's by the clock, where that runs, and by its league. */
export function timesOf(state: GameState, seat: Seat, now: number) {
  const { clock, league, turnSince } = state;
  const index = indexOf(state, seat);
  const runs = clock !== null && clock.since[index] !== null;
  const limits = [
    ...(runs ? [timeLeft(clock, index, now)] : []),
    ...(league?.moveMs !== undefined ? [Math.max(0, turnSince + league.moveMs - now)] : []),
  ];
  return {
    /** Milliseconds until the move is too late; null for any time. */
    timeMs: limits.length > 0 ? Math.min(...limits) : null,
    /** The time left on the clocks of both seats, the increment, and whether the seat's clock runs yet. */
    clock: clock && { left: timesLeft(clock, now), incrementMs: clock.incrementMs, runs },
  };
}
