import { z } from "zod";
import { struct } from "../../shared/struct.ts";
import { longestFen, normalizeFen } from "./rules/setup.ts";

// Apart from the rules, which a page carries too: it checks nothing.

/** A FEN as the rules take it, so that all others begin at the same position; what is none stays, for the rules to refuse. */
function inNormalForm(fen: string): string {
  const normal = normalizeFen(fen);
  return normal.ok ? normal.value : fen;
}

/** The fields of {@link ChessOptions}; whatever reads them has the position in normal form. */
export const options = z.strictObject({
  fen: z.string().max(longestFen).overwrite(inNormalForm).optional().describe("Chess only: start from this position."),
});

/** The fields of {@link ChessState}. */
export const state = struct({
  fen: z.string().refine((fen) => {
    const normal = normalizeFen(fen);
    return normal.ok && normal.value === fen;
  }, "not a chess position in normal form"),
  ply: z.int().min(0),
  seen: z.record(z.string(), z.int().min(1)),
});
