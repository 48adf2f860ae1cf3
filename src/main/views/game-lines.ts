import { judgementNags } from "../../games/report.ts";
import {
  type Lines,
  MOST_LINE_MOVES,
  mainLine,
  plainLines,
  type ThoughtLines,
  type ThoughtMove,
} from "../../shared/lines.ts";
import { CHANCE, seatTitle } from "../../shared/terms.ts";
import { quote } from "../../shared/text.ts";
import type { LiveGame } from "../games/live-game.ts";
import { indexOf, kindOf } from "../games/machine/game-state.ts";
import { areThoughtsShown, isRandom } from "../games/machine/rights.ts";
import { keptReview, type Review } from "./review.ts";

/** The comment on a move that chance made in place of its player. */
const BY_LOT = "Drawn by lot.";

/**
 * A game as a tree: what was written of it with its variations, moves by lot, the clocks of what was played here, and of a game that an
 * engine looked through the scores, what is to be said of moves, the better lines as variations, and thoughts that may be seen.
 * @param place where thoughts stand: beside the moves, or among the comments, for other programs
 */
export function linesOf(game: LiveGame, place: "beside" | "comments" | "nowhere" = "beside"): ThoughtLines {
  const { state, moves } = game;
  const lines: Lines = game.lines ?? plainLines(moves);
  const main = mainLine(lines);
  const timings: ThoughtMove[] = [...lines.moves];
  const isShown = place !== "nowhere" && areThoughtsShown(state);
  for (const [ply, index] of main.entries()) {
    const [move, source] = [timings[index], moves[ply]];
    if (!move || !source) continue;
    const { clock, seat } = source;
    const thoughts = isShown ? source.thoughts : undefined;
    // As a clock shows it.
    const remaining = seat === CHANCE ? null : clock && Math.floor(clock[indexOf(state, seat)] / 1000) * 1000;
    const isByLot = isRandom(source) && !move.comment?.includes(BY_LOT);
    const isBeside = place === "beside";
    const thought = thoughts && `${seatTitle(seat)} thought${thoughts.cut ? ", in part" : ""}: ${quote(thoughts.text)}`;
    const said = [move.comment, isByLot && BY_LOT, !isBeside && thought].filter(Boolean);
    timings[index] = {
      ...move,
      ...(remaining === null || move.clock !== undefined ? {} : { clock: remaining }),
      ...(said.length === 0 ? {} : { comment: said.join(" ") }),
      ...(thoughts && isBeside ? { thoughts } : {}),
    };
  }
  const review = keptReview(game);
  if (!review) return { ...lines, moves: timings };
  // Where the game is over on the board there is no score: mate has no move to come.
  const scoreCount = kindOf(state).rules.outcome(state.position) ? main.length - 1 : main.length;
  return { ...lines, moves: annotateMoves(timings, main, review, scoreCount) };
}

/** Glyphs that say how good a move is (PGN standard 10). */
const LAST_VERDICT = 6;

/** The moves with what an engine found of the main line, scores for so many of them; what somebody wrote stands before it. */
function annotateMoves(
  source: readonly ThoughtMove[],
  main: readonly number[],
  { positions, report }: Review,
  scoreCount: number,
): ThoughtMove[] {
  const moves = [...source];
  for (const [ply, place] of main.entries()) {
    const [move, score] = [moves[place], positions[ply + 1]?.score];
    if (!move || !score) continue;
    const judgement = report.moves[ply]?.judgement ?? null;
    const glyphs = move.nags ?? [];
    const nags =
      judgement === null || glyphs.some((nag) => nag <= LAST_VERDICT) ? glyphs : [judgementNags[judgement], ...glyphs];
    const engineScore = ply < scoreCount ? score : undefined;
    moves[place] = { ...move, score: move.score ?? engineScore, ...(nags.length > 0 ? { nags } : {}) };
    const better = judgement === null ? [] : (positions[ply]?.line ?? []);
    const first = better[0]?.code;
    const isThere = moves.some(({ after, code }) => after === move.after && code === first);
    if (first === undefined || isThere || moves.length + better.length > MOST_LINE_MOVES) continue;
    for (const [index, { code, text }] of better.entries())
      moves.push({ after: index === 0 ? move.after : moves.length - 1, code, text });
  }
  return moves;
}
