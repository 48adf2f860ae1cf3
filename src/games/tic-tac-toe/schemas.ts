import { z } from "zod";

// Apart from the rules, which a page carries too: it checks nothing.

export const options = z.strictObject({});

const markSchema = z.enum(["X", "O"]);
/** The fields of {@link TicTacToeState}. */
export const state = z.object({ cells: z.array(markSchema.nullable()).length(9).readonly() }).readonly();
