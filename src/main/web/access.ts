import type { MiddlewareHandler } from "hono";
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
