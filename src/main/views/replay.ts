import { rulesOf } from "../games/rules/index.ts";
import type { Sitting } from "../tables/sitting.ts";

interface Replay {
  /** The state before each ply; as far as it was needed. */
  readonly states: unknown[];
  moves: string[];
}
const replays = new WeakMap<Sitting, Replay>();

/** The state a game was in after `ply` moves, 0 for its start; what was replayed once is kept with the game. */
export function stateAt(sitting: Sitting, ply: number): unknown {
  const { table, moves } = sitting;
  if (ply >= moves.length) return table.state;
  const rules = rulesOf(table.kind);
  const replay = replays.get(sitting) ?? { states: [], moves: [] };
  replays.set(sitting, replay);
  // After a takeback, what follows the first difference is another game.
  const same = replay.moves.findIndex((uci, index) => moves[index]?.uci !== uci);
  if (same >= 0) {
    replay.states.length = same + 1;
    replay.moves.length = same;
  }
  if (replay.states.length === 0) {
    const started = rules.start(table.setup);
    if (!started.ok) throw new Error(`game ${table.id} does not start any more: ${started.message}`);
    replay.states.push(started.value);
  }
  for (let index = replay.states.length - 1; index < ply; index += 1) {
    const move = moves[index];
    const played = move && rules.play(replay.states[index], move.seat, move.uci);
    if (!move || !played?.ok) throw new Error(`game ${table.id} does not replay at ply ${index + 1}`);
    replay.states.push(played.value.state);
    replay.moves.push(move.uci);
  }
  return replay.states[ply];
}

/** A line of moves from a state in both notations, as far as it is legal. */
export function lineInSan(sitting: Sitting, state: unknown, line: readonly string[]): { uci: string; san: string }[] {
  const rules = rulesOf(sitting.table.kind);
  const out: { uci: string; san: string }[] = [];
  let current = state;
  for (const uci of line) {
    const seat = rules.toMove(current)[0];
    const played = seat && rules.play(current, seat, uci);
    if (!played?.ok) break;
    out.push({ uci, san: played.value.move.san });
    current = played.value.state;
  }
  return out;
}
