import { z } from "zod";
import type { Result } from "../../shared/result.ts";
import { struct } from "../../shared/struct.ts";
import type { JsonFile } from "../data/json-file.ts";
import { idOfMistake, type Mistake } from "./mistakes.ts";
import { cardSchema } from "./schedule.ts";
import { findingSchema } from "./second-look.ts";

/** Most positions that are remembered, about a kilobyte each. */
const MOST_ENTRIES = 1_500;

const entrySchema = struct({
  game: z.string(),
  createdAt: z.number(),
  ply: z.int(),
  played: z.string(),
  /** The findings of the second search; null where the position is not asked. */
  finding: findingSchema.nullable(),
  /** Null before the first answer. */
  card: cardSchema.nullable(),
  answers: z.int().min(0),
  right: z.int().min(0),
});
export type DeckEntry = z.infer<typeof entrySchema>;
export const deckSchema = z.array(entrySchema).readonly();

/** The positions that were looked at again or answered, in a file. */
export function createDeck(file: JsonFile<readonly DeckEntry[]>, most = MOST_ENTRIES) {
  return {
    /** Finds the entries of mistakes; null where one is not known, or is of another game with that number. */
    lookup: (): ((mistake: Mistake) => DeckEntry | null) => {
      const byId = new Map(file.get().map((entry) => [idOfMistake(entry), entry]));
      return (mistake) => {
        const entry = byId.get(idOfMistake(mistake));
        return entry?.createdAt === mistake.createdAt && entry.played === mistake.played ? entry : null;
      };
    },
    /** Stores an entry in the place of the one before. Refuses with `STORAGE_FAILED` where the disk does. */
    put: (entry: DeckEntry): Result<null> => {
      const others = file.get().filter((each) => idOfMistake(each) !== idOfMistake(entry));
      return file.set(withinLimit([...others, entry], most));
    },
  };
}

/**
 * As many entries as may stay, in their order: those without an answer go first, the oldest before the others, since the
 * engine finds them again; then what is learnt best, whose day comes last. The last one stays.
 */
export function withinLimit(entries: readonly DeckEntry[], most: number): readonly DeckEntry[] {
  if (entries.length <= most) return entries;
  const leaving = entries
    .slice(0, -1)
    .toSorted((one, other) => dayOf(other) - dayOf(one))
    .slice(0, entries.length - most);
  const leavers = new Set(leaving);
  return entries.filter((entry) => !leavers.has(entry));
}

const dayOf = ({ card }: DeckEntry): number => card?.due ?? Number.MAX_SAFE_INTEGER;

/** An entry for a mistake without an answer. */
export const newEntry = ({ game, createdAt, ply, played }: Mistake, finding: DeckEntry["finding"]): DeckEntry => ({
  game,
  createdAt,
  ply,
  played,
  finding,
  card: null,
  answers: 0,
  right: 0,
});
