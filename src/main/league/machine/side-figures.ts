import { z } from "zod";
import { addedCounts, type Causes, illegalCause } from "../../../shared/causes.ts";
import type { Effort } from "../../../shared/events.ts";
import { struct } from "../../../shared/struct.ts";
import { addedUsage } from "../../../shared/usage.ts";
import type { PlayedMove } from "../../games/live-game.ts";

/** The cost of one side's moves in a game. */
export const sideFiguresSchema = struct({
  /** Milliseconds of each move. */
  times: z.array(z.number()).readonly(),
  retries: z.int(),
  /** Unusable answers: invalid ones, errors and time-outs. */
  unusable: z.int(),
  /** Those answers and refused moves by their cause, as {@link Causes} names them; absent for none. */
  causes: z.record(z.string(), z.int()).readonly().optional(),
  /** Random moves in place of its own. */
  fallbacks: z.int(),
  /** Moves with thoughts, and those among them whose thoughts say something against them; absent for none. */
  thoughts: z.int().optional(),
  contradicted: z.int().optional(),
  /** Null where no model was asked. */
  tokens: struct({ input: z.number(), output: z.number(), reasoning: z.number() }).nullable(),
  /** Dollars; null where nobody charges. */
  cost: z.number().nullable(),
});
export type SideFigures = z.infer<typeof sideFiguresSchema>;

export const noFigures: SideFigures = { times: [], retries: 0, unusable: 0, fallbacks: 0, tokens: null, cost: null };

/** Adds up the cost of a side's moves, of the attempts that brought none, and of refused moves by their kind. */
export function sideFigures(
  moves: readonly PlayedMove[],
  missedEfforts: readonly Effort[] = [],
  illegalKinds: Causes = {},
): SideFigures {
  const illegal = Object.entries(illegalKinds).map(([kind, count]) => [illegalCause(kind), count]);
  const thoughts = moves.flatMap((move) => move.thoughts ?? []);
  const contradicted = thoughts.filter(({ contradictions }) => contradictions).length;
  const efforts = [...moves.flatMap(({ effort }) => effort ?? []), ...missedEfforts];
  const cost = efforts.reduce<SideFigures>(
    (sum, effort) => ({
      times: sum.times,
      retries: sum.retries + effort.retries,
      unusable: sum.unusable + effort.unusable,
      ...withCauses(addedCounts(effort.causes, sum.causes)),
      fallbacks: sum.fallbacks + (effort.fallback === null ? 0 : 1),
      ...addedUsage(sum, effort),
    }),
    { ...noFigures, times: moves.map(({ ms }) => ms), ...withCauses(Object.fromEntries(illegal)) },
  );
  return thoughts.length > 0 ? { ...cost, thoughts: thoughts.length, contradicted } : cost;
}

const withCauses = (causes: Causes): Pick<SideFigures, "causes"> => (Object.keys(causes).length > 0 ? { causes } : {});
