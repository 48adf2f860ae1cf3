import { z } from "zod";

// Apart from the rules, which a page carries too: it checks nothing.

export const options = z.strictObject({});

const mark = z.enum(["X", "O"]);
/** The fields of {@link TicTacToeState}. */
export const state = z.object({ cells: z.array(mark.nullable()).length(9).readonly() }).readonly();
