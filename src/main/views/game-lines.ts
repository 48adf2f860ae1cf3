import { judgementNags } from "../../games/report.ts";
import { type LineMove, type Lines, MOST_LINE_MOVES, mainLine, plainLines } from "../../shared/lines.ts";
import type { LiveGame } from "../games/live-game.ts";
import { indexOf, kindOf } from "../games/machine/game-state.ts";
import { isRandom } from "../games/machine/rights.ts";
import { keptReview, type Review } from "./review.ts";

/** The comment on a move that chance made in place of its player. */
const BY_LOT = "Drawn by lot.";

/**
 * A game as a tree: what was written of it with its variations, moves by lot, the clocks of what was played here, and of a game that an
 * engine looked through the scores, what is to be said of moves, and the better lines as variations.
 */
export function linesOf(game: LiveGame): Lines {
  const { state, moves } = game;
  const written: Lines = game.lines ?? plainLines(moves);
  const main = mainLine(written);
  const timed = [...written.moves];
  for (const [ply, place] of main.entries()) {
    const [move, played] = [timed[place], moves[ply]];
    if (!move || !played) continue;
    const { clock, seat } = played;
    // As a clock shows it.
    const left = clock && Math.floor(clock[indexOf(state, seat)] / 1000) * 1000;
    const isByLot = isRandom(played) && !move.comment?.includes(BY_LOT);
    timed[place] = {
      ...move,
      ...(left === null || move.clock !== undefined ? {} : { clock: left }),
      ...(isByLot ? { comment: [move.comment, BY_LOT].filter(Boolean).join(" ") } : {}),
    };
  }
  const review = keptReview(game);
  if (!review) return { ...written, moves: timed };
  // Where the game is over on the board there is no score: mate has no move to come.
  const scored = kindOf(state).rules.outcome(state.position) ? main.length - 1 : main.length;
  return { ...written, moves: reviewed(timed, main, review, scored) };
}

/** Glyphs that say how good a move is (PGN standard 10). */
const LAST_VERDICT = 6;

/** The moves with what an engine found of the main line, scores for so many of them; what somebody wrote stands before it. */
function reviewed(
  written: readonly LineMove[],
  main: readonly number[],
  { positions, report }: Review,
  scored: number,
): LineMove[] {
  const moves = [...written];
  for (const [ply, place] of main.entries()) {
    const [move, score] = [moves[place], positions[ply + 1]?.score];
    if (!move || !score) continue;
    const judgement = report.moves[ply]?.judgement ?? null;
    const said = move.nags ?? [];
    const nags =
      judgement === null || said.some((nag) => nag <= LAST_VERDICT) ? said : [judgementNags[judgement], ...said];
    const found = ply < scored ? score : undefined;
    moves[place] = { ...move, score: move.score ?? found, ...(nags.length > 0 ? { nags } : {}) };
    const better = judgement === null ? [] : (positions[ply]?.line ?? []);
    const first = better[0]?.code;
    const known = moves.some(({ after, code }) => after === move.after && code === first);
    if (first === undefined || known || moves.length + better.length > MOST_LINE_MOVES) continue;
    for (const [index, { code, text }] of better.entries())
      moves.push({ after: index === 0 ? move.after : moves.length - 1, code, text });
  }
  return moves;
}
