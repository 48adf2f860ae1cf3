import { z } from "zod";
import { struct } from "./struct.ts";

/** An engine's score of a position, from the first seat's side: centipawns, or moves to mate, negative against it. */
const lineScoreSchema = struct({
  kind: z.enum(["cp", "mate"]),
  value: z.int(),
  /** In plies, where that is known. */
  depth: z.int().min(0).optional(),
});

/** The code or the text of a move, in characters. */
const moveText = z.string().min(1).max(40);

const nagsSchema = z.array(z.int().min(1).max(255)).max(255).readonly();

/** The writing of an assistant at a place, apart from the person's own notes until they accept it. */
const assistantNoteSchema = struct({
  /** Whether it added the move. */
  added: z.literal(true).optional(),
  comment: z.string().optional(),
  nags: nagsSchema.optional(),
  /** Circles and arrows, such as `e4` and `g1f3`. */
  shapes: z.array(z.string().max(8)).max(40).readonly().optional(),
});

/** A move in a tree of lines, with its notes. */
const lineMoveSchema = struct({
  /** The index of the move that it follows; −1 for a first move. */
  after: z.int().min(-1),
  code: moveText,
  text: moveText,
  /** The comment before it, where it begins a variation. */
  before: z.string().optional(),
  comment: z.string().optional(),
  /** Numeric annotation glyphs (PGN standard 10): 1 is `!`, 2 `?`, 4 `??`, 6 `?!`. */
  nags: nagsSchema.optional(),
  assistant: assistantNoteSchema.optional(),
  /** The mover's time left after it, in milliseconds. */
  clock: z.number().min(0).optional(),
  /** The score of the position after it. */
  score: lineScoreSchema.optional(),
});

/**
 * A game with its variations and notes. Each move stands somewhere after the one that it follows; of several that
 * follow the same one, the first continues its line, and the others are variations. As a list, it can be processed at
 * any depth without recursion. The schema includes checks of the moves' indexes that a type cannot express; it has no
 * limit of length, since a stored record must be readable whatever it contains.
 */
export const linesSchema = struct({
  /** The comment before the first move. */
  comment: z.string().optional(),
  assistant: assistantNoteSchema.optional(),
  moves: z.array(lineMoveSchema).readonly(),
}).refine(({ moves }) => moves.every(({ after }, place) => after < place), "a move stands behind the one it follows");
