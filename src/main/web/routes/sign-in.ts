import { type Context, Hono } from "hono";
import { z } from "zod";
import { refuse } from "../../../shared/result.ts";
import { personOnly, tokenRequired } from "../access.ts";
import { readingBody } from "../body.ts";
import type { WebEnv, WebParts } from "../parts.ts";
import { read, readBody, refused } from "../respond.ts";
import { CODE_MS } from "../sign-ins.ts";

const signInRequest = z.strictObject({ code: z.string().max(200).optional() });
const proofQuery = z.strictObject({ nonce: z.string().min(16).max(200) });

/** Routes for a browser that signs in, and for one that stays signed in. */
export function signInRoutes({ signIns, wrongTokens }: WebParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const hostOf = (context: Context): string => context.req.header("host") ?? "";
  app.use("/api/sign-in/*", async (context, next) => {
    await next();
    context.header("cache-control", "no-store");
  });
  app.get("/api/sign-in/proof", async (context) => {
    const asked = read(proofQuery, context.req.query());
    if (!asked.ok) return refused(context, asked);
    const proof = await signIns.prove(hostOf(context), asked.value.nonce);
    return proof ? context.json(proof) : refused(context, notHere);
  });
  // Signs in with a code, or as the person whom a token or a session has shown already.
  app.post("/api/sign-in/session", readingBody(1_024), async (context) => {
    const request = readBody(context, signInRequest);
    if (!request.ok) return refused(context, request);
    const { code } = request.value;
    if (code !== undefined && !signIns.redeem(code)) {
      await wrongTokens.pause(context.req.raw.signal);
      return tokenRequired("this address was used already, or has expired; have Kibitz open or print another");
    }
    if (code === undefined && context.env.principal !== "person")
      return tokenRequired("send the code of an address that Kibitz opened or printed");
    const key = await signIns.key(hostOf(context));
    const session = await signIns.session(hostOf(context));
    return key === null ? refused(context, notHere) : context.json({ key, session });
  });
  app.post("/api/sign-in/codes", personOnly, (context) => context.json({ code: signIns.newCode(CODE_MS) }));
  return app;
}

const notHere = refuse("INVALID_ARGUMENT", "Nobody is signed in at localhost: open the dashboard at 127.0.0.1");
