import { z } from "zod";
import { ENGINE_LINE_LENGTH, MOST_ENGINE_LINES } from "../../shared/coach/board.ts";
import { linesSchema } from "../../shared/line-schemas.ts";
import { LONGEST_NOTE, MOST_SCORE } from "../../shared/lines.ts";
import { newLinesSchema, whole } from "../../shared/schemas.ts";

const code = z
  .string()
  .min(1)
  .max(40)
  .regex(/^\P{Cc}+$/u);
const path = z.array(code).max(3_000);
/** The fields of a move are those of a stored tree, so that both take the same. */
const move = linesSchema.unwrap().shape.moves.unwrap().element.unwrap().omit({ after: true, code: true }).strict();
const comment = z.string().max(LONGEST_NOTE);
const { nags, assistant } = move.shape;
const score = move.shape.score
  .unwrap()
  .unwrap()
  .strict()
  .refine(
    ({ kind, value, depth = 0 }) => Math.abs(value) <= MOST_SCORE[kind] && depth <= MOST_SCORE.depth,
    "a score is more than any engine says",
  );
const pageLine = z.strictObject({ score, moves: path.min(1).max(ENGINE_LINE_LENGTH) });

const change = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("add"), path: path.min(1), move: move.extend({ comment: comment.optional() }) }),
  z.strictObject({
    type: z.literal("note"),
    path,
    notes: z.strictObject({ comment: comment.optional(), nags, assistant: assistant.nullable() }),
  }),
  z.strictObject({ type: z.enum(["remove", "lead"]), path: path.min(1) }),
]);

/** `PUT /api/coach/{id}`: shares a game or a study with the tree that the page shows. */
export const shareRequest = z.strictObject({ lines: newLinesSchema });
/** `POST /api/coach/{id}/changes`: a page's changes, and the version of the board that it had seen. */
export const changesRequest = z.strictObject({
  writer: z.string().regex(/^[\w-]{8,40}$/),
  batch: whole(1, 1_000_000_000),
  after: whole(0, 1_000_000_000),
  changes: z.array(change).max(10_000),
});
/** `PUT /api/coach/{id}/place`: where the person is, and the lines that the engine on their page shows there, best first. */
export const placeRequest = z.strictObject({ path, engine: z.array(pageLine).max(MOST_ENGINE_LINES).optional() });
/** `POST /api/coach/{id}/answers`: the person's move, by its code; null to pass. */
export const answerRequest = z.strictObject({ question: whole(1, 1_000_000_000), move: code.nullable() });
/** `PUT /api/coach/{id}/study`: the study as which the board was saved. */
export const studyRequest = z.strictObject({ study: z.string().regex(/^\d{1,20}$/) });
