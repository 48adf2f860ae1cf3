import { z } from "zod";
import { definitionOf } from "../../games/register.ts";
import { accept, type Result } from "../../shared/result.ts";
import { struct } from "../../shared/struct.ts";
import type { LiveGame } from "../games/live-game.ts";
import { byNodes } from "../players/stockfish/analyst.ts";
import { type AnalysisParts, fromFirst } from "../views/analysis.ts";
import { writtenLine } from "../views/replay.ts";
import { LEAST_FALL, type Mistake } from "./mistakes.ts";

/** Nodes of the second search: twice those of the most thorough review, since it follows two lines. */
const SECOND_NODES = 400_000;
/** The lead of the best move over every other, in points of chances: each of those would be judged in a review. */
const LEAST_LEAD = 5;
/** Longest part of a line that is kept, in plies. */
const LINE_LENGTH = 8;

const scoreSchema = struct({ kind: z.enum(["cp", "mate"]), value: z.number() });
const lineSchema = z.array(struct({ code: z.string(), text: z.string() })).readonly();
/** The findings of a second search in a position with one good move. Scores are from the first seat's side. */
export const findingSchema = struct({
  engine: z.string(),
  best: lineSchema,
  score: scoreSchema,
  /** The score of the best of all other moves. */
  others: scoreSchema,
  refutation: lineSchema,
  playedScore: scoreSchema,
});
export type Finding = z.infer<typeof findingSchema>;

/**
 * Searches a position again, by itself and for two lines. Null where the person's move is not asked about after all: the
 * search prefers another move than the review did, has a second one that is less than {@link LEAST_LEAD} points worse, or
 * finds the played one less than {@link LEAST_FALL} points worse. Refuses as the analyst does.
 */
export async function secondLook(
  game: LiveGame,
  { ply, played, better }: Pick<Mistake, "ply" | "played" | "better">,
  { analyst, replays }: Pick<AnalysisParts, "analyst" | "replays">,
  signal: AbortSignal,
  nodes: number = SECOND_NODES,
): Promise<Result<Finding | null>> {
  const { state, moves } = game;
  const { engine, rules, seats } = definitionOf(state.kind);
  if (!engine) return accept(null);
  const startFen = engine.startFen(state.options);
  const codes = moves.slice(0, ply - 1).map(({ code }) => code);
  const two = await analyst.compare(startFen, codes, 2, signal, byNodes(nodes));
  if (!two.ok) return two;
  const [first, second] = two.value.lines;
  if (!first || !second || engine.chances(first.score) - engine.chances(second.score) < LEAST_LEAD) return accept(null);
  const position = replays.stateAt(game, ply - 1);
  const best = writtenLine(state.kind, position, first.line.slice(0, LINE_LENGTH));
  if (best[0]?.code !== better || better === played) return accept(null);
  const isSecond = rules.toMove(position)[0] === seats[1];
  const after = replays.stateAt(game, ply);
  // A move that ends the game is refuted by its end: a mistake of that sort is a draw.
  const answer = rules.outcome(after)
    ? accept({ score: { kind: "cp" as const, value: 0 }, line: [] })
    : await analyst.look(startFen, [...codes, played], signal, byNodes(nodes));
  if (!answer.ok) return answer;
  const fall = engine.chances(first.score) - 100 + engine.chances(answer.value.score);
  if (fall < LEAST_FALL) return accept(null);
  return accept({
    engine: two.value.engine,
    best,
    score: fromFirst(first.score, isSecond),
    others: fromFirst(second.score, isSecond),
    refutation: writtenLine(state.kind, after, answer.value.line.slice(0, LINE_LENGTH)),
    playedScore: fromFirst(answer.value.score, !isSecond),
  });
}
