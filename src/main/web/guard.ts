import { createHmac, timingSafeEqual } from "node:crypto";

/** Who may do what: the person everything, an agent's token `/mcp` alone. */
export type Principal = "person" | "agent";

export interface Guard {
  /** Who asks, or the answer that refuses. A person's first visit with `?token=` gets the cookie and the clean address. */
  admit(request: Request): { readonly principal: Principal } | { readonly refusal: Response };
}

export interface GuardOptions {
  readonly port: number;
  readonly personToken: string;
  readonly agentToken: string;
}

/**
 * Stands before everything that comes over TCP. A Host that is not this address means a name was pointed at it
 * (DNS rebinding); a foreign Origin means another site's page asks. Both are refused whatever token they carry.
 */
export function createGuard({ port, personToken, agentToken }: GuardOptions): Guard {
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
  // Cookies do not know ports: the name keeps two instances apart, and the value is not the token itself, since any
  // server on this machine can be sent it.
  const cookieName = `kibitz-${port}`;
  const cookieValue = createHmac("sha256", personToken).update("cookie").digest("base64url");
  const matches = (given: string | null | undefined, known: string) => {
    const [a, b] = [Buffer.from(given ?? ""), Buffer.from(known)];
    return a.length === b.length && timingSafeEqual(a, b);
  };
  const say = (status: number, text: string, headers: Record<string, string> = {}) =>
    new Response(`${text}\n`, { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers } });

  return {
    admit: (request) => {
      const url = new URL(request.url);
      if (!hosts.has(request.headers.get("host") ?? ""))
        return { refusal: say(403, `Refused: ask for http://127.0.0.1:${port}, not another name of this machine.`) };
      const origin = request.headers.get("origin");
      if (origin !== null && !hosts.has(origin.replace(/^http:\/\//, "")))
        return { refusal: say(403, "Refused: pages of other sites may not ask Kibitz anything.") };

      const bearer = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
      const inAddress = url.searchParams.get("token");
      if (request.method === "GET" && matches(inAddress, personToken)) {
        url.searchParams.delete("token");
        const cookie = `${cookieName}=${cookieValue}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000`;
        const headers = { location: `${url.pathname}${url.search}`, "set-cookie": cookie, "cache-control": "no-store" };
        return { refusal: new Response(null, { status: 302, headers }) };
      }
      const cookie = cookieIn(request.headers.get("cookie"), cookieName);
      if (matches(bearer, personToken) || matches(cookie, cookieValue)) return { principal: "person" };
      if (matches(bearer, agentToken)) {
        if (url.pathname === "/mcp") return { principal: "agent" };
        return { refusal: say(403, "Refused: the agents' token opens /mcp alone; this needs the person's token.") };
      }
      const how =
        url.pathname === "/mcp"
          ? "send “Authorization: Bearer TOKEN” with the token from agent.token in Kibitz's data folder"
          : "open the address with ?token=… that Kibitz printed at start, or send “Authorization: Bearer TOKEN” with the token from person.token in its data folder";
      return { refusal: say(401, `Token required: ${how}.`, { "www-authenticate": 'Bearer realm="kibitz"' }) };
    },
  };
}

function cookieIn(header: string | null, name: string): string | null {
  for (const pair of (header ?? "").split(";")) {
    const [key, ...value] = pair.trim().split("=");
    if (key === name) return value.join("=");
  }
  return null;
}
