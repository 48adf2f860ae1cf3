import { accept, invalid } from "../../../shared/result.ts";
import { version } from "../../../shared/version.ts";
import { metricsType } from "../../base/metrics.ts";
import type { WebParts } from "../parts.ts";
import { settingsRequest } from "../requests.ts";
import { idOf, type Routes } from "../respond.ts";

/** Routes about the installation and not about a game: settings, connecting assistants, health. */
export function installationRoutes(
  { answer, answerBody }: Routes,
  { games, settingsStore, engines, connecting, sessions, isReplaced, readOnly }: WebParts,
): void {
  answer("GET", "/api/settings", () => accept(settingsStore.get()));
  answerBody("PUT", "/api/settings", settingsRequest, (request) => {
    const { analysis_engine: engine = null } = request;
    if (engine !== null && !engines.find(engine)) return noSuchEngine;
    return settingsStore.change(request);
  });
  answer("GET", "/api/connect", async () => accept(await connecting.list()));
  answer("POST", "/api/connect/:id", (context) => connecting.connect(idOf(context)));
  answer("DELETE", "/api/connect/:id", (context) => connecting.disconnect(idOf(context)));
  answer("GET", "/api/status", async () =>
    accept({
      version,
      rebuilt: isReplaced(),
      read_only: readOnly,
      waiting: games.waiting(),
      sessions: sessions(),
      games: await games.count(),
    }),
  );
}

const noSuchEngine = invalid("analysis_engine: there is none of your own by that name. Add it first");

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
