import { rules as chess } from "../../src/games/chess/rules/rules.ts";
import type { Seat } from "../../src/shared/terms.ts";

export const turnOf = (ply: number): Seat => (ply % 2 === 0 ? "white" : "black");

/** Cycles of four plies between two pawn moves. Each ends in the same position, and the fifth time would be a draw. */
const CYCLES = 3;

/**
 * More than 400 plies of a game that no rule ends, in UCI. Knights go out and home again, and after every twelfth ply a
 * pawn takes one step; so the pieces stand at ply 300 much as they did at ply 10.
 */
export function longGame(): readonly string[] {
  const moves: string[] = [];
  const play = (...list: readonly string[]) => moves.push(...list);
  const cycle = (file: string) => {
    // The knights go to a side where no pawn stands in their way.
    const square = file === "f" ? "h" : "f";
    const white = [`g1${square}3`, `${square}3g1`];
    const black = [`g8${square}6`, `${square}6g8`];
    const [first, second] = turnOf(moves.length) === "white" ? [white, black] : [black, white];
    play(first[0] ?? "", second[0] ?? "", first[1] ?? "", second[1] ?? "");
  };
  for (const file of ["a", "b", "c", "d", "e", "f", "h", "g"])
    for (const step of [0, 1]) {
      for (let count = 0; count < CYCLES; count += 1) cycle(file);
      play(`${file}${2 + step}${file}${3 + step}`);
      for (let count = 0; count < CYCLES; count += 1) cycle(file);
      play(`${file}${7 - step}${file}${6 - step}`);
    }
  return moves;
}

/** The position after some plies, as a FEN. Throws if a move is not legal there or ends the game. */
export function positionAfter(moves: readonly string[]): string {
  const start = chess.start({});
  if (!start.ok) throw new Error(start.message);
  let state = start.value;
  moves.forEach((move, ply) => {
    const played = chess.play(state, turnOf(ply), move);
    if (!played.ok) throw new Error(`${move} at ply ${ply}: ${played.message}`);
    state = played.value.state;
    if (chess.outcome(state)) throw new Error(`${move} at ply ${ply} ends the game`);
  });
  return state.fen;
}
