import type { LiveGame } from "../../../src/main/games/live-game.ts";
import { afterLog, unstoredGame } from "../../../src/main/games/live-game.ts";
import type { GameState, Step } from "../../../src/main/games/machine/game-state.ts";
import { toMove } from "../../../src/main/games/machine/game-state.ts";
import { play } from "../../../src/main/games/machine/play.ts";
import { createGame } from "../../../src/main/games/machine/seats.ts";
import { agent, agentGame, sure, type Wish } from "../support.ts";

/** The moment at which games of these tests are made, in milliseconds since 1970. */
export const start = 1_800_000_000_000;

/** A table that has just been set. */
export const stateOf = (wish: Partial<Wish> = {}, now = start): GameState =>
  sure(createGame({ ...agentGame, ...wish, id: "1234" }, now)).state;

/** With black's seat open; the first seat of another game's is taken likewise. */
export const openState = (wish: Partial<Wish> = {}): GameState =>
  stateOf({ players: [agent("One"), agent(null)], ...wish });

/** The table after moves, each by whom it is the turn of, all at one moment. Throws where one is refused. */
export function played(state: GameState, moves: readonly string[], now = start): GameState {
  let current = state;
  for (const text of moves) {
    const seat = toMove(current)[0] ?? "nobody";
    const result = play(current, seat, { text, claimWin: false, claimDraw: false }, now);
    if (!result.isPlayed) throw new Error(`${text}: ${result.refusal.message}`);
    current = result.step.state;
  }
  return current;
}

/** The game with a step more, as if it had been kept. */
export function kept(game: LiveGame, { state, events }: Step, at: number): LiveGame {
  const entries = events.map((event, index) => ({
    id: game.lastEventId + index + 1,
    gameId: state.id,
    seq: game.version + index + 1,
    at,
    event,
  }));
  return afterLog(game, state, entries);
}

/** A game that has just been made, with its first event. */
export function made(wish: Partial<Wish> = {}, now = start): LiveGame {
  const step = sure(createGame({ ...agentGame, ...wish, id: "1234" }, now));
  return kept(unstoredGame(step.state), step, now);
}
