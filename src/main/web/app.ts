import { readFileSync } from "node:fs";
import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono } from "hono";
import { Unavailable } from "../../shared/result.ts";
import type { Log } from "../base/log.ts";
import { anyToken, personOnly, readingBody } from "./access.ts";
import type { EventStreams } from "./event-stream.ts";
import type { WebEnv, WebParts } from "./parts.ts";
import { answerRefusal, routesOn } from "./respond.ts";
import { coachRoutes } from "./routes/coach.ts";
import { commandRoutes, gameRoutes } from "./routes/games.ts";
import { installationRoutes, signInRoutes, vitalRoutes } from "./routes/installation.ts";
import { leagueRoutes, outletRoutes, spectatorRoutes } from "./routes/leagues.ts";
import { playerRoutes } from "./routes/players.ts";
import { exportRoutes, importRoutes } from "./routes/records.ts";
import { practiceRoutes, studyRoutes } from "./routes/studies.ts";

/** Longest body of a request to `/api`, in bytes; a PGN of a long game with comments fits. */
const LONGEST_BODY = 512 * 1024;

export interface WebOptions extends WebParts {
  readonly events: EventStreams;
  readonly mcp: (request: Request) => Promise<Response>;
  readonly leagueDoor: (request: Request) => Promise<Response>;
  /** Folder with the built pages, or null where they were not built. */
  readonly pagesDir: string | null;
  readonly log: Log;
}

const pageHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** The addresses of pages; the page chooses by the address what it shows (`src/renderer/app/pages.tsx`). */
const pagePath =
  /^\/(index\.html|about|analysis|connect|games|game\/\w{1,20}|leagues|league\/\w{1,20}(\/entrant\/\d{1,5})?|practice|ratings(\/[\w-]{1,40})?|settings)?$/;

/** Answers everything that a page can ask for; `env` says who asks. An address may end with a slash. */
export function createWebApp({ events, mcp, leagueDoor, pagesDir, log, ...parts }: WebOptions): Hono<WebEnv> {
  const app = new Hono<WebEnv>({ strict: false });
  app.onError((error, context) => {
    if (error instanceof Unavailable) return answerRefusal(context, error.refusal);
    // A spectators' address has their token.
    const path = context.req.path.replace(/(?<=^\/watch\/)[^/]+/, "…");
    log.error(`${context.req.method} ${path} failed: ${error.stack ?? error.message}`);
    return context.json(
      { error: { code: "INTERNAL", message: "Something went wrong in Kibitz; its log says what" } },
      500,
    );
  });
  app.use("*", async (context, next) => {
    const encoding = context.req.header("content-encoding") ?? "identity";
    if (encoding.toLowerCase() === "identity") await next();
    else {
      context.header("accept-encoding", "identity");
      context.res = wrongFor(context, 415, `Send the body as it is, not in the encoding ${encoding.slice(0, 40)}`);
    }
    for (const [name, value] of Object.entries(pageHeaders))
      if (!context.res.headers.has(name)) context.header(name, value);
    if (["token", "code"].some((name) => context.req.query(name) !== undefined))
      context.header("cache-control", "no-store");
    // Without this, a browser guesses how long an answer with a date stays fresh, and shows the pages of an earlier
    // version.
    else if (!context.res.headers.has("cache-control")) context.header("cache-control", "no-cache");
    // An answer to HEAD has no body, so the stream for one must not stay open.
    if (context.req.raw.method === "HEAD") await context.res.body?.cancel();
  });
  app.all("/mcp", anyToken, (context) => mcp(context.req.raw));
  app.all("/league.v1", anyToken, (context) => leagueDoor(context.req.raw));

  // Stands before the rest of the API, since a browser that signs in has no token yet.
  const routes = routesOn(app);
  signInRoutes(routes, parts);
  for (const path of ["/healthz", "/metrics"]) app.use(path, personOnly);
  vitalRoutes(routes, parts);
  app.use("/api/*", personOnly, readingBody(LONGEST_BODY));
  app.get("/api/events", (context) => {
    const lastId = context.req.header("last-event-id") ?? context.req.query("after");
    const lastSeen = lastId !== undefined && /^\d{1,15}$/.test(lastId) ? Number(lastId) : null;
    return events.open(lastSeen, context.req.raw.signal);
  });
  gameRoutes(routes, parts);
  importRoutes(routes, parts);
  exportRoutes(routes, parts);
  studyRoutes(routes, parts);
  practiceRoutes(routes, parts);
  coachRoutes(routes, parts);
  commandRoutes(routes, parts);
  leagueRoutes(routes, parts);
  outletRoutes(routes, parts);
  spectatorRoutes(routes, parts);
  playerRoutes(routes, parts);
  installationRoutes(routes, parts);

  // The build as it was when this host started: a later build in its place belongs to another host.
  const page = pagesDir === null ? null : readFileSync(join(pagesDir, "index.html"), "utf8");
  const notBuilt = "The pages are not built. Run npm run build, then start again.\n";
  app.get("*", async (context, next) => {
    if (!pagePath.test(context.req.path)) return next();
    return page === null ? context.text(notBuilt, 503) : context.html(page);
  });
  if (pagesDir !== null) {
    // Each name contains a hash of the content. A missing file belongs to another version.
    app.use("/assets/*", async (context, next) => {
      await next();
      if (context.res.ok) context.header("cache-control", "public, max-age=31536000, immutable");
    });
    app.get("/assets/*", serveStatic({ root: pagesDir }), (context) => context.text("There is no such file\n", 404));
    app.get("*", serveStatic({ root: pagesDir }));
  }
  app.notFound((context) => {
    const { path } = context.req;
    const takes = ["GET", "POST", "PUT", "DELETE"].filter(
      (method) =>
        (method === "GET" && pagePath.test(path)) ||
        app.router.match(method, path)[0].some(([[, route]]) => route.method === method && !route.path.includes("*")),
    );
    if (takes.length > 0) {
      context.header("allow", takes.join(", "));
      return wrongFor(context, 405, `This address takes ${takes.join(" and ")} alone`);
    }
    // A person reads the page, which says the same; a client that looks for something, such as a sign-in service, finds
    // that there is none.
    if (page !== null && context.req.header("accept")?.includes("text/html")) return context.html(page, 404);
    return wrongFor(context, 404, "There is no such address");
  });
  return app;
}

const wrongFor = (context: Context, status: 404 | 405 | 415, message: string): Response =>
  context.json({ error: { code: "INVALID_ARGUMENT", message } }, status);
