import { isIP } from "node:net";
import { isSameSecret } from "../base/derived-secrets.ts";
import { bearerRealm, say } from "./access.ts";
import type { Principal } from "./parts.ts";
import type { SignIns, WrongTokens } from "./sign-ins.ts";

export interface GuardOptions {
  /** The URL of the host: `http://127.0.0.1:7397`. */
  readonly url: string;
  /** Names of the host besides its addresses, where it listens beyond this machine; null where it does not. */
  readonly namesBeyond: readonly string[] | null;
  readonly personToken: string;
  readonly agentToken: string;
  readonly signIns: Pick<SignIns, "session">;
  readonly wrongTokens: Pick<WrongTokens, "pause">;
}

/**
 * Stands before everything that comes over TCP. A Host that is not this address means a name was pointed at it
 * (DNS rebinding); a foreign Origin means another site's page asks. Both are refused whatever token they carry. Who may
 * do what is the application's to say, since it alone knows what an address leads to. Returns the caller, or the answer
 * that refuses the request.
 */
export function createGuard(options: GuardOptions) {
  const { url, namesBeyond, personToken, agentToken, signIns, wrongTokens } = options;
  const border = namesBeyond === null ? aroundThisMachine(url) : beyondThisMachine(namesBeyond);
  const refuseText = (text: string) => ({ refusal: say(403, `Refused: ${text}`) });

  return async ({ headers, signal }: Request): Promise<{ principal: Principal } | { refusal: Response }> => {
    const host = headers.get("host") ?? "";
    if (!border.isOurs(host)) return refuseText(`ask for ${url}, not another name of this machine.`);
    const origin = headers.get("origin");
    if (origin !== null && !border.isOwnPage(origin, host))
      return refuseText("pages of other sites may not ask Kibitz anything.");
    const bearer = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
    if (bearer === undefined) return { principal: "nobody" };
    if (isSameSecret(bearer, personToken)) return { principal: "person" };
    if (isSameSecret(bearer, agentToken)) return { principal: "agent" };
    if (isSameSecret(bearer, await signIns.session(host))) return { principal: "person" };
    return (await wrongTokens.pause(signal)) ? { principal: "nobody" } : { refusal: tooManyWrong() };
  };
}

/** The connection is closed, so that the next attempt costs another one. */
const tooManyWrong = () =>
  say(401, "Refused: that is not a token of this Kibitz, and many wrong ones came just now.", {
    "www-authenticate": bearerRealm,
    connection: "close",
  });

/** Puts a guard before a door's handler. The guard is made with the first request, when the port is known. */
export function guardHandler(
  at: (port: number) => GuardOptions,
  answer: (request: Request, principal: Principal) => Promise<Response>,
): (request: Request, port: number) => Promise<Response> {
  let guard: ReturnType<typeof createGuard> | null = null;
  return async (request, port) => {
    guard ??= createGuard(at(port));
    const admission = await guard(request);
    return "refusal" in admission ? admission.refusal : answer(request, admission.principal);
  };
}

/** Two names of one port, and pages from either. */
function aroundThisMachine(url: string): ReturnType<typeof beyondThisMachine> {
  const { host, hostname } = new URL(url);
  const hosts = new Set([host, host.replace(hostname, "localhost")]);
  return {
    isOurs: (host) => hosts.has(host),
    isOwnPage: (origin) => hosts.has(origin.replace(/^http:\/\//, "")),
  };
}

/**
 * An address is no name, so nobody can have pointed it at this host; of names, those that the person allowed pass. The
 * port is not compared, since the port of a container is another one outside. A page is ours where its origin is the
 * address that it asks.
 */
function beyondThisMachine(names: readonly string[]) {
  const hostnames = new Set(["localhost", ...names]);
  return {
    isOurs: (host: string) => {
      const hostname = /^[\w.:[\]-]+$/.test(host) ? URL.parse(`http://${host}`)?.hostname : undefined;
      return hostname !== undefined && (hostnames.has(hostname) || isIP(hostname.replace(/^\[|\]$/g, "")) !== 0);
    },
    isOwnPage: (origin: string, host: string) => origin.replace(/^https?:\/\//, "") === host,
  };
}
