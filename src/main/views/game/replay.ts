import { definitionOf } from "../../../games/register.ts";
import { RecentMap } from "../../../shared/recent-map.ts";
import type { LiveGame } from "../../games/live-game.ts";
import type { GameState } from "../../games/machine/game-state.ts";

/** The states of games that somebody looked back at: before each ply, as far as it was needed, by the moves so far. */
interface Replay {
  readonly states: unknown[];
  readonly moves: string[];
}

/** Games whose states are kept; each is as large as the game is long. */
const MOST_REPLAYS = 50;

export type Replays = ReturnType<typeof createReplays>;

export function createReplays() {
  const replays = new RecentMap<string, Replay>(MOST_REPLAYS);

  const replayOf = ({ state, moves }: LiveGame): Replay => {
    const replay = replays.get(state.id) ?? { states: [startOf(state)], moves: [] };
    replays.set(state.id, replay);
    // After a takeback, what follows the first difference is another game.
    const same = replay.moves.findIndex((code, index) => moves[index]?.code !== code);
    if (same >= 0) {
      replay.states.length = same + 1;
      replay.moves.length = same;
    }
    return replay;
  };

  return {
    /** The state a game was in after `ply` moves, 0 for its start; what was replayed once is kept for a while. */
    stateAt: (game: LiveGame, ply: number): unknown => {
      const { state, moves } = game;
      if (ply >= moves.length) return state.position;
      const { rules } = definitionOf(state.kind);
      const replay = replayOf(game);
      for (let index = replay.states.length - 1; index < ply; index += 1) {
        const move = moves[index];
        const play = move && rules.play(replay.states[index], move.seat, move.code);
        if (!move || !play?.ok) throw new Error(`game ${state.id} does not replay at ply ${index + 1}`);
        replay.states.push(play.value.state);
        replay.moves.push(move.code);
      }
      return replay.states[ply];
    },
  };
}

export function startOf({ id, kind, options }: GameState): unknown {
  const start = definitionOf(kind).rules.start(options);
  if (!start.ok) throw new Error(`game ${id} does not start any more: ${start.message}`);
  return start.value;
}

/** A line of moves from a state in both notations, as far as it is legal. */
export function writtenLine(kind: string, state: unknown, line: readonly string[]): { code: string; text: string }[] {
  const { rules } = definitionOf(kind);
  const out: { code: string; text: string }[] = [];
  let current = state;
  for (const code of line) {
    const seat = rules.toMove(current)[0];
    if (seat === undefined) break;
    const play = rules.play(current, seat, code);
    if (!play.ok) break;
    out.push({ code, text: play.value.move.text });
    current = play.value.state;
  }
  return out;
}
