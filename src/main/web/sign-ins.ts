import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { RecentMap } from "../../shared/recent-map.ts";
import { keyFor, proofOf, sessionOf } from "../../shared/sign-in.ts";
import type { Log } from "../base/log.ts";

export type SignIns = ReturnType<typeof createSignIns>;

/** Milliseconds for which the code of an address that is opened at once is valid: a browser takes so long to start. */
export const CODE_MS = 60_000;
/** Most unused codes; a new one replaces the oldest. */
const MOST_CODES = 100;
/** Most addresses whose keys are remembered: beyond this machine, callers choose the names. */
const MOST_HOSTS = 50;

/** The sign-in of browsers: see `shared/sign-in.ts`. */
export function createSignIns(options: {
  readonly personToken: string;
  /** Tells this run of the host from others; hosts that stand in for one another share it. */
  readonly run: string;
  /** Whether the host can be reached from beyond this machine. */
  readonly isBeyond: boolean;
}) {
  const { personToken, run, isBeyond } = options;
  /** When they expire, in milliseconds of `performance.now()`. */
  const codes = new RecentMap<string, number>(MOST_CODES);
  const sessions = new RecentMap<string, Promise<{ readonly key: string; readonly session: string }>>(MOST_HOSTS);

  const of = (host: string) => {
    // Another user may listen at the same port of ::1, which browsers try first for that name, and pass on what this
    // host says.
    if (!isBeyond && /^localhost(:|$)/.test(host)) return null;
    const session =
      sessions.get(host) ??
      keyFor(personToken, host).then(async (key) => ({ key, session: await sessionOf(key, run) }));
    sessions.set(host, session);
    return session;
  };

  return {
    /** The key of the pages at this address (a request's Host); null where none may sign in. */
    key: async (host: string) => (await of(host))?.key ?? null,
    /** The session of those pages while this host runs; null as above. */
    session: async (host: string) => (await of(host))?.session ?? null,
    prove: async (host: string, nonce: string) => {
      const session = await of(host);
      return session && { run, proof: await proofOf(session.key, nonce, run) };
    },
    /** A code that signs in one browser, once. */
    newCode: (goodForMs: number) => {
      const code = randomBytes(18).toString("base64url");
      codes.set(code, performance.now() + goodForMs);
      return code;
    },
    /** Whether it is an unused code that has not expired. Uses it up. */
    redeem: (code: string) => {
      const until = codes.get(code);
      codes.delete(code);
      return until !== undefined && performance.now() <= until;
    },
  };
}

export type WrongTokens = ReturnType<typeof createWrongTokens>;

/** Wrong tokens in a row that are answered at once: each page that was open over a restart has one. */
const FREE = 20;
/** Delay of each further one, in milliseconds. */
const PAUSE_MS = 1_000;
/** Most wrong tokens that wait at a time: each holds a connection, and some must remain free. */
const MOST_WAITING = 50;
/** Milliseconds without a wrong token after which a burst is over, and after which it is logged in any case. */
const QUIET_MS = 5_000;
const LONGEST_BURST_MS = 60_000;

/** Delays callers that try out tokens, and nobody else: a valid token is never delayed. */
export function createWrongTokens(log: Pick<Log, "warn">, pauseMs = PAUSE_MS) {
  let count = 0;
  let since = 0;
  let waiting = 0;
  let end: NodeJS.Timeout | undefined;

  const tell = () => {
    clearTimeout(end);
    const seconds = Math.max(1, Math.round((performance.now() - since) / 1_000));
    if (count > FREE)
      log.warn(`${count} wrong tokens or codes came over the port within ${seconds} s, and were refused`);
    count = 0;
  };

  return {
    /** Resolves when a wrong token may be answered; false where so many wait that the connection is to be closed. */
    pause: async (signal: AbortSignal) => {
      if (count > 0 && performance.now() - since > LONGEST_BURST_MS) tell();
      if (count === 0) since = performance.now();
      count += 1;
      clearTimeout(end);
      end = setTimeout(tell, QUIET_MS).unref();
      if (count <= FREE) return true;
      if (waiting >= MOST_WAITING) return false;
      waiting += 1;
      await delay(pauseMs, undefined, { signal, ref: false }).catch(() => null);
      waiting -= 1;
      return true;
    },
    /** Writes a line to the log. */
    close: tell,
  };
}
