import { accept } from "../../../shared/result.ts";
import { ratingListReport } from "../../views/rating-list-view.ts";
import type { WebParts } from "../parts.ts";
import { ratingsRequest } from "../requests.ts";
import type { Routes } from "../respond.ts";

/** The rating list. */
export function ratingRoutes({ answerQuery }: Routes, { ratings }: WebParts): void {
  answerQuery("/api/ratings", ratingsRequest, async ({ game, virtual_draws }) =>
    accept(ratingListReport(game, await ratings.list(game, virtual_draws))),
  );
}
