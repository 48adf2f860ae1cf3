import { metricsType } from "../../base/metrics.ts";
import type { WebParts } from "../parts.ts";
import type { Routes } from "../respond.ts";

/** Routes for monitoring programs. */
export function vitalRoutes({ app }: Routes, { vitals }: Pick<WebParts, "vitals">): void {
  app.get("/healthz", async (context) => {
    const obstacle = await vitals.obstacle();
    context.header("cache-control", "no-store");
    return obstacle === null ? context.text("ok\n") : context.text(`${obstacle}\n`, 503);
  });
  app.get("/metrics", (context) =>
    context.body(vitals.metrics(), 200, { "content-type": metricsType, "cache-control": "no-store" }),
  );
}
