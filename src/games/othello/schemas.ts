import { z } from "zod";

// Apart from the rules, which a page carries too: it checks nothing.

export const options = z.strictObject({});

/** The fields of {@link OthelloState}. */
export const state = z.object({ squares: z.string().regex(/^[BW.]{64}$/), ply: z.number().int().min(0) }).readonly();
