import { z } from "zod";
import { struct } from "../../shared/struct.ts";
import { type Row, statusSchema } from "./columns.ts";

const countRow = z.object({ status: statusSchema, n: z.number() });

/** The number of games between two that ended in one way; games that repeat each other are counted apart. */
export type RatedTally = z.infer<typeof tallyRow>;
const tallyRow = struct({
  first: z.string(),
  second: z.string(),
  /** A seat, or null for draws. */
  winner: z.string().nullable(),
  reason: z.string(),
  /** The key of games that repeat each other; null for all others. */
  course: z.string().nullable(),
  games: z.number(),
});

export type RatedEntrant = z.infer<typeof ratedEntrantRow>;
const ratedEntrantRow = struct({
  identity: z.string(),
  /** Its name in its last game. */
  name: z.string(),
  /** When that ended, in milliseconds since 1970. */
  lastPlayedAt: z.number(),
});

/** Reads sums over rows of a table; leaves out those that say what no game can. */
const sums =
  <T extends object>(row: z.ZodType<T>) =>
  (rows: readonly Row[]): readonly T[] =>
    rows.flatMap((each) => row.safeParse(each).data ?? []);
export const readCounts = sums(countRow);
export const readTallies = sums(tallyRow);
export const readRatedEntrants = sums(ratedEntrantRow);
