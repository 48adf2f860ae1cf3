import { Hono } from "hono";
import { invalid } from "../../../shared/result.ts";
import { version } from "../../../shared/version.ts";
import type { WebEnv, WebParts } from "../parts.ts";
import { settingsRequest } from "../requests.ts";
import { idOf, routesOn } from "../respond.ts";

/** Routes about the installation and not about a game: settings, connecting assistants, health. */
export function installationRoutes({
  games,
  settingsStore,
  engines,
  connecting,
  sessions,
  rebuilt,
}: WebParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const { answer, answerBody } = routesOn(app);
  app.get("/api/settings", (context) => context.json(settingsStore.get()));
  answerBody("PUT", "/api/settings", settingsRequest, (request) => {
    const { analysis_engine: chosen = null } = request;
    if (chosen !== null && !engines.find(chosen)) return noSuchEngine;
    return settingsStore.change(request);
  });
  app.get("/api/connect", async (context) => context.json(await connecting.list()));
  answer("POST", "/api/connect/:id", (context) => connecting.connect(idOf(context)));
  answer("DELETE", "/api/connect/:id", (context) => connecting.disconnect(idOf(context)));
  app.get("/api/status", async (context) =>
    context.json({
      version,
      rebuilt: rebuilt(),
      waiting: games.waiting(),
      sessions: sessions(),
      games: await games.count(),
    }),
  );
  return app;
}

const noSuchEngine = invalid("analysis_engine: there is none of your own by that name. Add it first");
