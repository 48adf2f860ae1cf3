import { z } from "zod";
import { playerKinds } from "./terms.ts";

// Apart from the terms, because pages check nothing and so need not carry the library that does.

const longestName = 40;
export const gameKindSchema = z.string().min(1).max(longestName);
export const seatSchema = z.string().min(1).max(longestName);
export const playerKindSchema = z.enum(playerKinds);
export const outcomeSchema = z
  .object({ winner: seatSchema.nullable(), reason: z.string().min(1).max(longestName) })
  .readonly();
