import { makeSquare, parseUci } from "chessops/util";
import { type Role, readPosition, turnOf, writePosition } from "./position.ts";
import { type Color, endsOf, type SquareName } from "./squares.ts";

/** A position of a game, and the move that led to it. */
export interface Spot {
  /** 0 for the start. */
  readonly ply: number;
  readonly fen: string;
  readonly turn: Color;
  readonly check: boolean;
  readonly uci: string | null;
  readonly san: string | null;
  readonly lastMove: readonly [SquareName, SquareName] | null;
  /** What each side has taken so far, in order; a promoted piece counts as what it was taken as. */
  readonly taken: { readonly white: readonly Role[]; readonly black: readonly Role[] };
}

const initialFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** All positions of a game from its start; ends early where a move cannot be followed. */
export function replay(
  startFen: string | null,
  moves: readonly { readonly uci: string; readonly san: string }[],
): readonly Spot[] {
  const fen = startFen ?? initialFen;
  const position = readPosition(fen);
  const first = { ply: 0, fen, turn: turnOf(fen), uci: null, san: null, lastMove: null } as const;
  let taken: Spot["taken"] = { white: [], black: [] };
  const spots: Spot[] = [{ ...first, check: position?.isCheck() ?? false, taken }];
  if (!position) return spots;
  for (const { uci, san } of moves) {
    const move = parseUci(uci);
    if (!move || !position.isLegal(move)) return spots;
    const mover = position.turn;
    const victim = "from" in move ? capturedBy(position, move.from, move.to) : null;
    if (victim) taken = { ...taken, [mover]: [...taken[mover], victim] };
    position.play(move);
    spots.push({
      ply: spots.length,
      fen: writePosition(position),
      turn: position.turn,
      check: position.isCheck(),
      uci,
      san,
      lastMove: endsOf(uci),
      taken,
    });
  }
  return spots;
}

function capturedBy(position: NonNullable<ReturnType<typeof readPosition>>, from: number, to: number): Role | null {
  const mover = position.board.get(from);
  const victim = position.board.get(to);
  if (victim) return victim.color === position.turn ? null : victim.role;
  const enPassant = mover?.role === "pawn" && makeSquare(from)[0] !== makeSquare(to)[0];
  return enPassant ? "pawn" : null;
}
