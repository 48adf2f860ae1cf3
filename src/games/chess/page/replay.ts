import { initialFen, type Role, turnOf } from "../rules/fen.ts";
import { isCheck, positionAfter } from "./position.ts";
import type { Color } from "./squares.ts";

/** A position of a game, and the move that led to it. */
export interface Spot {
  /** 0 for the start. */
  readonly ply: number;
  readonly fen: string;
  readonly turn: Color;
  readonly check: boolean;
  readonly uci: string | null;
  /**
   * The pieces that each side has taken so far, in order; a promoted piece counts as the piece that it was taken as.
   */
  readonly captures: { readonly white: readonly Role[]; readonly black: readonly Role[] };
}

/**
 * All positions of a game from its start, up to the first move that cannot be played. Reuses known positions as far as
 * they still apply, so that a new move costs one step, and a takeback none.
 */
export function replayMoves(
  startFen: string | null,
  moves: readonly { readonly code: string }[],
  before: readonly Spot[] = [],
): readonly Spot[] {
  const fen = startFen ?? initialFen;
  const spots = before[0]?.fen === fen ? stillTrue(before, moves) : [startAt(fen)];
  for (const { code } of moves.slice(spots.length - 1)) {
    const next = spotAfter(spots.at(-1), code);
    if (next === null) break;
    spots.push(next);
  }
  return spots;
}

/** The known positions that the moves still lead to; the start is always one. */
function stillTrue(before: readonly Spot[], moves: readonly { readonly code: string }[]): Spot[] {
  const firstChange = before.findIndex(({ ply, uci }) => ply > 0 && moves[ply - 1]?.code !== uci);
  return before.slice(0, firstChange < 0 ? undefined : firstChange);
}

const startAt = (fen: string): Spot => ({
  ply: 0,
  fen,
  turn: turnOf(fen),
  check: isCheck(fen),
  uci: null,
  captures: { white: [], black: [] },
});

function spotAfter(before: Spot | undefined, uci: string): Spot | null {
  const next = before && positionAfter(before.fen, uci);
  if (!next) return null;
  const { captured } = next;
  const { turn, captures } = before;
  return {
    ply: before.ply + 1,
    fen: next.fen,
    turn: turnOf(next.fen),
    check: next.check,
    uci,
    captures: captured === null ? captures : { ...captures, [turn]: [...captures[turn], captured] },
  };
}
