import { z } from "zod";

export const gameId = z.string().min(1).max(20).describe("The game's id, such as 4821.");

export const seatToken = z
  .string()
  .max(200)
  .optional()
  .describe(
    "Your seat's secret from the answer that seated you. Needed when several agents share one connection or when the connection is new; else it may be left out.",
  );

export const timeoutSeconds = z
  .number()
  .min(0)
  .max(55)
  .optional()
  .describe("How long to wait, 0–55 seconds. Default 30. A time-out is normal: call again.");
