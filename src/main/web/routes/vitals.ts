import { Hono } from "hono";
import { metricsType } from "../../base/metrics.ts";
import type { WebEnv, WebParts } from "../parts.ts";

/** Routes for monitoring programs. */
export function vitalRoutes({ vitals }: Pick<WebParts, "vitals">): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/healthz", async (context) => {
    const obstacle = await vitals.obstacle();
    context.header("cache-control", "no-store");
    return obstacle === null ? context.text("ok\n") : context.text(`${obstacle}\n`, 503);
  });
  app.get("/metrics", (context) =>
    context.body(vitals.metrics(), 200, { "content-type": metricsType, "cache-control": "no-store" }),
  );
  return app;
}
