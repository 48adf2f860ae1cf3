import type { Context } from "hono";
import { z } from "zod";
import { accept, invalid } from "../../../shared/result.ts";
import { version } from "../../../shared/version.ts";
import { metricsType } from "../../base/metrics.ts";
import { personOnly, readingBody, tokenRequired } from "../access.ts";
import type { WebParts } from "../parts.ts";
import { settingsRequest } from "../requests.ts";
import { idOf, type Routes } from "../respond.ts";
import { CODE_MS } from "../sign-ins.ts";

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
  answer("POST", "/api/connect/:id", (context) => connecting.connect(idOf(context), context.req.query("toolsets")));
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

const signInRequest = z.strictObject({ code: z.string().max(200).optional() });
const proofQuery = z.strictObject({ nonce: z.string().min(16).max(200) });

/** Routes for a browser that signs in, and for one that stays signed in. */
export function signInRoutes({ answerQuery, answerBody, app }: Routes, { signIns, wrongTokens }: WebParts): void {
  const hostOf = (context: Context): string => context.req.header("host") ?? "";
  app.use("/api/sign-in/*", async (context, next) => {
    await next();
    context.header("cache-control", "no-store");
  });
  answerQuery("/api/sign-in/proof", proofQuery, async ({ nonce }, context) => {
    const proof = await signIns.prove(hostOf(context), nonce);
    return proof ? accept(proof) : notHere;
  });
  // Signs in with a code, or as the person whom a token or a session has shown already.
  app.use("/api/sign-in/session", readingBody(1_024));
  answerBody("POST", "/api/sign-in/session", signInRequest, async ({ code }, context) => {
    if (code !== undefined && !signIns.redeem(code)) {
      await wrongTokens.pause(context.req.raw.signal);
      return tokenRequired("this address was used already, or has expired; have Kibitz open or print another");
    }
    if (code === undefined && context.env.principal !== "person")
      return tokenRequired("send the code of an address that Kibitz opened or printed");
    const key = await signIns.key(hostOf(context));
    const session = await signIns.session(hostOf(context));
    return key === null ? notHere : accept({ key, session });
  });
  app.post("/api/sign-in/codes", personOnly, (context) => context.json({ code: signIns.newCode(CODE_MS) }));
}

const notHere = invalid("Nobody is signed in at localhost: open the dashboard at 127.0.0.1");
