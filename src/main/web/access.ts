import type { MiddlewareHandler } from "hono";
import { LONGEST_BODY } from "../flow/backlogs.ts";
import type { WebEnv } from "./parts.ts";

/** The person opens everything; the agents' token opens `/mcp` and `/league.v1` alone; pages and scripts hold no data and need none. */

export const personOnly: MiddlewareHandler<WebEnv> = async (context, next) => {
  switch (context.env.principal) {
    case "person":
      return next();
    case "agent":
      return say(403, "Refused: the agents' token opens /mcp and /league.v1 alone; this needs the person's token.");
    case "nobody":
      return tokenRequired(
        "open the address that Kibitz printed at start, or send “Authorization: Bearer TOKEN” with the token from person.token in its data folder",
      );
  }
};

export const anyToken: MiddlewareHandler<WebEnv> = async (context, next) =>
  context.env.principal === "nobody"
    ? tokenRequired("send “Authorization: Bearer TOKEN” with the token from agent.token in Kibitz's data folder")
    : next();

/** How a request is told to show a token (RFC 6750, section 3). */
export const bearerRealm = 'Bearer realm="kibitz"';

export const tokenRequired = (how: string): Response =>
  say(401, `Token required: ${how}.`, { "www-authenticate": bearerRealm });

export const say = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(`${text}\n`, { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers } });

/** Reads a request's body once. Answers one of more than `most` bytes with 413, and one that breaks off with 400. */
export const readingBody =
  (most: number): MiddlewareHandler<WebEnv> =>
  async (context, next) => {
    const text = await textOf(context.req.raw, most).catch(() => null);
    if (typeof text === "string") {
      context.set("body", text);
      return next();
    }
    // A body longer than its stated length, or without one, is not read to its end.
    if (text === undefined && context.req.header("transfer-encoding") !== undefined)
      context.header("connection", "close");
    const message = text === null ? "The body broke off" : `The body is longer than ${most / 1024} KiB`;
    return context.json({ error: { code: "INVALID_ARGUMENT", message } }, text === null ? 400 : 413);
  };

/** Returns undefined for a body that is too long. It is read to its end: to stop would break the connection. */
async function textOf({ body }: Request, most: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > LONGEST_BODY) return undefined;
    if (length <= most) chunks.push(chunk);
  }
  return length > most ? undefined : Buffer.concat(chunks).toString("utf8");
}
