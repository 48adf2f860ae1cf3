import { Hono } from "hono";
import { ratingListReport } from "../../views/rating-list-view.ts";
import type { WebEnv, WebParts } from "../parts.ts";
import { ratingsRequest } from "../requests.ts";
import { read, refused } from "../respond.ts";

/** The rating list. */
export function ratingRoutes({ ratings }: WebParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/api/ratings", async (context) => {
    const query = read(ratingsRequest, context.req.query());
    if (!query.ok) return refused(context, query);
    const { game, virtual_draws } = query.value;
    return context.json(ratingListReport(game, await ratings.list(game, virtual_draws)));
  });
  return app;
}
