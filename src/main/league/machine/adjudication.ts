import type { LeagueSettings } from "./league.ts";

type Adjudication = LeagueSettings["adjudication"];

/** The number of a game's last positions that a league scores; 0 where it never does. */
export const scoresLookedAt = ({ resign, draw }: Adjudication): number =>
  2 * Math.max(resign?.moves ?? 0, draw?.moves ?? 0);

/**
 * How the scores of a game's last positions end it: lost for the first (0) or the second seat (1), or drawn (null); and
 * undefined while they do not. Scores are centipawns from the first seat's side, the latest last; `ply` is how many moves
 * were made until then. A move of each side is looked at, so that a game is given up only where it stays lost whoever
 * has just moved (as `-resign … twosided=true` and `-draw` of cutechess and fastchess have it).
 */
export function adjudicationOf(
  { resign, draw }: Adjudication,
  scores: readonly number[],
  ply: number,
): 0 | 1 | null | undefined {
  const all = (moves: number, test: (score: number) => boolean) =>
    scores.length >= 2 * moves && scores.slice(-2 * moves).every(test);
  if (resign && all(resign.moves, (score) => score <= -resign.score)) return 0;
  if (resign && all(resign.moves, (score) => score >= resign.score)) return 1;
  const level = draw && ply >= 2 * draw.after_move && all(draw.moves, (score) => Math.abs(score) <= draw.score);
  return level ? null : undefined;
}
