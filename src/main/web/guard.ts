import { timingSafeEqual } from "node:crypto";
import type { Principal } from "./parts.ts";

export interface Guard {
  /** Who asks, or the answer that refuses to hear anything from there. */
  admit(request: Request): { readonly principal: Principal } | { readonly refusal: Response };
  /** Tells a browser to forget the cookie that an older Kibitz gave it; once, since it does not send it again. */
  sendOff(request: Request, response: Response): Response;
}

export interface GuardOptions {
  readonly port: number;
  readonly personToken: string;
  readonly agentToken: string;
}

/**
 * Stands before everything that comes over TCP. A Host that is not this address means a name was pointed at it
 * (DNS rebinding); a foreign Origin means another site's page asks. Both are refused whatever token they carry. Who may
 * do what is the application's to say, since it alone knows what an address leads to.
 */
export function createGuard({ port, personToken, agentToken }: GuardOptions): Guard {
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
  const oldCookie = `kibitz-${port}`;
  const matches = (given: string | undefined, known: string) => {
    const [a, b] = [Buffer.from(given ?? ""), Buffer.from(known)];
    return a.length === b.length && timingSafeEqual(a, b);
  };
  const refused = (text: string) => ({
    refusal: new Response(`Refused: ${text}\n`, {
      status: 403,
      headers: { "content-type": "text/plain; charset=utf-8" },
    }),
  });

  return {
    admit: ({ headers }) => {
      if (!hosts.has(headers.get("host") ?? ""))
        return refused(`ask for http://127.0.0.1:${port}, not another name of this machine.`);
      const origin = headers.get("origin");
      if (origin !== null && !hosts.has(origin.replace(/^http:\/\//, "")))
        return refused("pages of other sites may not ask Kibitz anything.");
      const bearer = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
      if (matches(bearer, personToken)) return { principal: "person" };
      return { principal: matches(bearer, agentToken) ? "agent" : "nobody" };
    },
    sendOff: ({ headers }, response) => {
      const sent = (headers.get("cookie") ?? "").split(";").map((pair) => pair.trim().split("=")[0]);
      if (!sent.includes(oldCookie)) return response;
      const told = new Response(response.body, response);
      told.headers.append("set-cookie", `${oldCookie}=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict`);
      return told;
    },
  };
}
