import type { GameEvent } from "../../../shared/events.ts";
import type { Lines } from "../../../shared/lines.ts";
import { accept, invalid, type Result } from "../../../shared/result.ts";
import type { Steps } from "../../../shared/steps.ts";
import type { Outcome } from "../../../shared/terms.ts";
import { createGame, type GameRequest } from "./create.ts";
import { end } from "./ending.ts";
import { type GameState, opponentSeat, type Step, toMove } from "./game-state.ts";
import { play } from "./play.ts";

/** A game as it was read. */
export interface ReadRecord {
  /** In any notation of the game. */
  readonly moves: readonly string[];
  /** The annotations with their variations; null where there are none. */
  readonly lines: Lines | null;
  /** The recorded result; null for a game that was broken off. */
  readonly outcome: Outcome | null;
}

/**
 * Imports a whole game, move by move through the rules. It may go on after a draw that our rules declare without a
 * claim (FIDE 9.6), since older rules did not. The result is the recorded one, as an arbiter or other rules may have
 * decided; the reason is that of the position, where the result is the same. A record without a result gets that of its
 * position, or stays unfinished. Refuses the first illegal move. Yields between moves.
 */
export function* importedStep(
  request: GameRequest,
  { moves, lines, outcome }: ReadRecord,
  now: number,
): Steps<Result<Step>> {
  const created = createGame(request, now);
  if (!created.ok) return created;
  let { state } = created.value;
  let { seat } = state.seats[1];
  const events = [...created.value.events];
  for (const [index, text] of moves.entries()) {
    if (state.outcome?.winner === null) state = reopened(state, events);
    seat = toMove(state)[0] ?? opponentSeat(state, seat);
    const result = play(state, seat, { text, recorded: true }, now);
    if (!result.played)
      return invalid(`The PGN cannot be played through at ply ${index + 1}: ${result.refusal.message}`);
    state = result.step.state;
    events.push(...result.step.events);
    yield;
  }
  const written: readonly GameEvent[] = lines ? [{ type: "gameAnnotated", lines }] : [];
  const agrees = outcome === null || (outcome.reason !== "unfinished" && outcome.winner === state.outcome?.winner);
  if (state.outcome && agrees) return accept({ state, events: [...events, ...written] });
  state = reopened(state, events);
  const ended = end(state, outcome ?? { winner: null, reason: "unfinished" }, now);
  return accept({ state: ended.state, events: [...events, ...ended.events, ...written] });
}

/** The game as if its automatic end had not been declared. */
function reopened(state: GameState, events: GameEvent[]): GameState {
  if (!state.outcome) return state;
  events.pop();
  return { ...state, outcome: null, endedAt: null };
}
