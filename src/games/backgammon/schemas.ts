import { z } from "zod";
import { struct } from "../../shared/struct.ts";
import { CHECKERS, POINTS } from "./board.ts";

// Apart from the rules, which a page carries too: it checks nothing.

export const options = z.strictObject({});

const sideSchema = z.enum(["white", "black"]);
const countSchema = z.number().int().min(0).max(CHECKERS);
const bySide = struct({ white: countSchema, black: countSchema });
const dieSchema = z.number().int().min(1).max(6);
const diceSchema = z.tuple([dieSchema, dieSchema]).readonly();

/** The fields of {@link BackgammonState}. */
export const state = struct({
  points: z.array(z.number().int().min(-CHECKERS).max(CHECKERS)).length(POINTS).readonly(),
  bar: bySide,
  off: bySide,
  turn: sideSchema.nullable(),
  dice: diceSchema.nullable(),
  last: struct({ by: sideSchema, dice: diceSchema, move: z.string().max(60).nullable() }).nullable(),
  ply: z.number().int().min(0),
});
