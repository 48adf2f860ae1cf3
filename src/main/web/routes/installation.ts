import { Hono } from "hono";
import { refuse } from "../../../shared/result.ts";
import { version } from "../../../shared/version.ts";
import type { WebEnv, WebParts } from "../parts.ts";
import { settingsRequest } from "../requests.ts";
import { readBody, refused } from "../respond.ts";

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
  app.get("/api/settings", (context) => context.json(settingsStore.get()));
  app.put("/api/settings", async (context) => {
    const request = readBody(context, settingsRequest);
    if (!request.ok) return refused(context, request);
    const { analysis_engine: chosen = null } = request.value;
    if (chosen !== null && !engines.find(chosen)) return refused(context, noSuchEngine);
    const changed = settingsStore.change(request.value);
    return changed.ok ? context.json(changed.value) : refused(context, changed);
  });
  app.get("/api/connect", async (context) => context.json(await connecting.list()));
  app.post("/api/connect/:id", async (context) => {
    const done = await connecting.connect(context.req.param("id"));
    return done.ok ? context.json(done.value) : refused(context, done);
  });
  app.delete("/api/connect/:id", async (context) => {
    const done = await connecting.disconnect(context.req.param("id"));
    return done.ok ? context.json(done.value) : refused(context, done);
  });
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

const noSuchEngine = refuse(
  "INVALID_ARGUMENT",
  "analysis_engine: there is none of your own by that name. Add it first",
);
