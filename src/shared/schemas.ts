import { z } from "zod";
import { gameKinds, outcomeReasons, playerKinds } from "./game-terms.ts";

// The terms alone are for pages, which check nothing and so need not carry the library that does.
export * from "./game-terms.ts";

export const gameKindSchema = z.enum(gameKinds);
export const seatSchema = z.enum(["white", "black", "X", "O", "odd", "even"]);
export const playerKindSchema = z.enum(playerKinds);
export const outcomeSchema = z.object({ winner: seatSchema.nullable(), reason: z.enum(outcomeReasons) }).readonly();
