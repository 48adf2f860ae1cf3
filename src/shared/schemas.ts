import { z } from "zod";
import { hostPattern } from "./addresses.ts";
import { playerKinds } from "./terms.ts";

// Apart from the terms, because pages check nothing and so need not carry the library that does.

const longestName = 40;
export const gameKindSchema = z.string().min(1).max(longestName);
export const seatSchema = z.string().min(1).max(longestName);
export const playerKindSchema = z.enum(playerKinds);
/** A host at which players may be called, with a port where it is that one alone. */
export const endpointHost = z.string().regex(hostPattern, "a host is expected, such as 10.0.0.5 or 10.0.0.5:8101");
export const outcomeSchema = z
  .object({ winner: seatSchema.nullable(), reason: z.string().min(1).max(longestName) })
  .readonly();
