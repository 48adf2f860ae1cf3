import { z } from "zod";
import { definitionOf } from "../../games/register.ts";
import { accept, type Result } from "../../shared/result.ts";
import { struct } from "../../shared/struct.ts";
import type { LiveGame } from "../games/live-game.ts";
import { byNodes } from "../players/stockfish/analyst.ts";
import { writtenLine } from "../views/game/replay.ts";
import { type AnalysisParts, fromFirst } from "../views/game/review.ts";
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
 * finds the played one less than {@link LEAST_FALL} points worse, each looked at by itself. Refuses as the analyst does.
 */
export async function secondLook(
  game: LiveGame,
  { ply, seat, played, better }: Pick<Mistake, "ply" | "seat" | "played" | "better">,
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
  /** The engine's look at the position after a move, from the opponent's side; a move that ends the game has its outcome. */
  const lookAfter = async (move: string) => {
    const play = rules.play(position, seat, move);
    if (!play.ok) return play;
    const over = rules.outcome(play.value.state);
    if (!over) return analyst.look(startFen, [...codes, move], signal, byNodes(nodes));
    const score = over.winner === null ? ({ kind: "cp", value: 0 } as const) : ({ kind: "mate", value: -1 } as const);
    return accept({ score, line: [] });
  };
  // Both by themselves: one search for two lines may see a win behind which the moves of the game repeat themselves.
  const [good, bad] = [await lookAfter(better), await lookAfter(played)];
  if (!good.ok) return good;
  if (!bad.ok) return bad;
  if (engine.chances(bad.value.score) - engine.chances(good.value.score) < LEAST_FALL) return accept(null);
  const isSecond = seat === seats[1];
  return accept({
    engine: two.value.engine,
    best,
    score: fromFirst(first.score, isSecond),
    others: fromFirst(second.score, isSecond),
    refutation: writtenLine(state.kind, replays.stateAt(game, ply), bad.value.line.slice(0, LINE_LENGTH)),
    playedScore: fromFirst(bad.value.score, !isSecond),
  });
}
