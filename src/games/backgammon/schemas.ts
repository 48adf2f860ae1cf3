import { z } from "zod";
import { struct } from "../../shared/struct.ts";
import { CHECKERS, POINTS } from "./board.ts";

// Apart from the rules, which a page carries too: it checks nothing.

export const options = z.strictObject({});

const side = z.enum(["white", "black"]);
const count = z.number().int().min(0).max(CHECKERS);
const bySide = struct({ white: count, black: count });
const die = z.number().int().min(1).max(6);
const dice = z.tuple([die, die]).readonly();

/** The fields of {@link BackgammonState}. */
export const state = struct({
  points: z.array(z.number().int().min(-CHECKERS).max(CHECKERS)).length(POINTS).readonly(),
  bar: bySide,
  off: bySide,
  turn: side.nullable(),
  dice: dice.nullable(),
  last: struct({ by: side, dice, move: z.string().max(60).nullable() }).nullable(),
  ply: z.number().int().min(0),
});
