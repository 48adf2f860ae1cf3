import { z } from "zod";
import { readFen } from "./rules/setup.ts";

// Apart from the rules, which a page carries too: it checks nothing.

/** The fields of {@link ChessOptions}. */
export const options = z.strictObject({
  fen: z.string().max(120).optional().describe("Chess only: start from this position."),
});

/** The fields of {@link ChessState}. */
export const state = z
  .object({
    fen: z.string().refine((fen) => {
      const read = readFen(fen);
      return read.ok && read.value === fen;
    }, "not a chess position in normal form"),
    ply: z.int().min(0),
    seen: z.record(z.string(), z.int().min(1)),
  })
  .readonly();
