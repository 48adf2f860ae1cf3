import { definitionOf } from "../../../games/register.ts";
import type { FullReview } from "../../../shared/events.ts";
import { accept, invalid, type Result, refuse } from "../../../shared/result.ts";
import type { LiveGame } from "../live-game.ts";
import type { GameState, Step } from "./game-state.ts";

/** Whether an engine may look through a game, and what it finds be kept with it. */
export function mayBeReviewed({ id, kind, outcome, deletedAt }: GameState): Result<null> {
  if (!definitionOf(kind).engine) return invalid("No engine evaluates this game");
  if (!outcome) return invalid(`Game ${id} is still going on. It can be reviewed once it is over`);
  if (deletedAt !== null) return invalid(`Game ${id} is deleted. Restore it to have it reviewed`);
  return accept(null);
}

/** Whether a review with so many nodes a position is stored. */
export const isReviewed = ({ review }: Pick<LiveGame, "review">, nodes: number): boolean =>
  review !== null && review.nodes >= nodes;

/**
 * Stores an engine's review of a finished game: the figures with the game, the details in its log. Null for one that
 * was reviewed as deeply before. Refuses a game that may have no review, and one whose moves have changed since.
 */
export function keepReview(
  game: LiveGame,
  looked: Pick<LiveGame, "moves">,
  { positions, ...review }: FullReview,
): Result<Step | null> {
  const { state, moves } = game;
  const may = mayBeReviewed(state);
  if (!may.ok) return refuse(may.code, `What was found is not kept. ${may.message}`);
  if (moves.length !== looked.moves.length || moves.some(({ code }, index) => code !== looked.moves[index]?.code))
    return invalid(
      `The review is not kept. Game ${state.id} was changed while it was looked through: have it reviewed again`,
    );
  if (isReviewed(game, review.nodes)) return accept(null);
  return accept({ state: { ...state, review }, events: [{ type: "gameReviewed", ...review, positions }] });
}
