import { Hono } from "hono";
import { accept } from "../../../shared/result.ts";
import { ratingListReport } from "../../views/rating-list-view.ts";
import type { WebEnv, WebParts } from "../parts.ts";
import { ratingsRequest } from "../requests.ts";
import { routesOn } from "../respond.ts";

/** The rating list. */
export function ratingRoutes({ ratings }: WebParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  routesOn(app).answerQuery("/api/ratings", ratingsRequest, async ({ game, virtual_draws }) =>
    accept(ratingListReport(game, await ratings.list(game, virtual_draws))),
  );
  return app;
}
