import { type MessageType, playerTools } from "../../../shared/league-protocol.ts";
import type { Result } from "../../../shared/result.ts";
import { cleanLine, clip } from "../../../shared/text.ts";
import type { Log } from "../../log.ts";
import { createQueue } from "../../tables/queue.ts";
import { pauseFor } from "../pause.ts";
import { withoutSecret } from "../without-secret.ts";
import { checkAddress } from "./addresses.ts";
import { type BreakerSettings, usualBreaker } from "./breaker.ts";
import type { Answered, Failure } from "./connection.ts";
import { createRoster, type Player } from "./roster.ts";

/** How patiently players are asked. */
export interface Patience {
  readonly tries: number;
  /** Milliseconds before the second try, doubled before each further one; a random part of it is waited. */
  readonly backoffMs: number;
  readonly breaker: BreakerSettings;
  /** Milliseconds within which it must answer that it is there. */
  readonly registerMs: number;
  /** Milliseconds after which a player that nobody asks is let go: longer than its breaker rests. */
  readonly idleMs: number;
}
/** Characters of what is said of one failure. */
const LONGEST_FAILURE = 200;
const usualPatience: Patience = {
  ...{ tries: 3, backoffMs: 500, breaker: usualBreaker },
  ...{ registerMs: 10_000, idleMs: 60_000 },
};

export interface Question {
  readonly type: MessageType;
  readonly message: Readonly<Record<string, unknown>>;
  /** Milliseconds for one try. */
  readonly limitMs: number;
  /** Milliseconds for all of them together; as long as they take where absent. */
  readonly allMs?: number;
  /** Why an answer cannot be used, which makes it a failure; null where it can. All can where absent. */
  readonly check?: (content: unknown) => string | null;
  readonly signal: AbortSignal;
}

/** What came of a question, and what went wrong on the way. */
export interface Asked {
  /** Undefined where nobody answered, or has no tool for the message. */
  readonly content: unknown;
  readonly answered: boolean;
  readonly tries: number;
  /** In words, one for each try that failed; the last is why nobody answered. */
  readonly failures: readonly string[];
}

/** The players that are MCP servers, each at its address. */
export interface Endpoints {
  /**
   * Asks a player, three times at most: again where it did not answer or could not be reached or failed by itself (5xx),
   * not where it refused (4xx) or answered nonsense. Who failed five times in a row is left alone for a while.
   */
  ask(address: string, question: Question): Promise<Asked>;
  /** Refuses an address that is not allowed. */
  check(address: string): Result<URL>;
  /** Why nobody plays there; null where a player answered. */
  absence(address: string): Promise<string | null>;
  close(): Promise<void>;
}

export interface EndpointsOptions {
  /** Hosts beside this machine at which the person allows players, as they are now. */
  readonly allowed: () => readonly string[];
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** In [0, 1). */
  readonly random: () => number;
  readonly patience?: Patience;
}

export function createEndpoints(options: EndpointsOptions): Endpoints {
  const { allowed, log, now, random, patience = usualPatience } = options;
  const players = createRoster({ breaker: patience.breaker, idleMs: patience.idleMs, now });
  const inOrder = createQueue();
  const closing = new AbortController();

  const check: Endpoints["check"] = (address) => checkAddress(address, allowed());

  const failedAt = (address: string, { breaker }: Player): void => {
    const before = breaker.state();
    breaker.failed();
    if (breaker.state() === "open" && before === "closed")
      log.warn(
        `the player at ${address} failed ${patience.breaker.failures} times in a row and is left alone for a while`,
      );
  };

  /** The tools that a player has; asked once. */
  const toolsOf = async (
    player: Player,
    limitMs: number,
    signal: AbortSignal,
  ): Promise<{ readonly ok: true; readonly value: ReadonlySet<string> } | Failure> => {
    if (player.tools) return { ok: true, value: player.tools };
    const listed = await player.connection.tools(limitMs, signal);
    if (!listed.ok) return listed;
    player.tools = new Set(listed.names);
    return { ok: true, value: player.tools };
  };

  const askUntil = async (
    until: number,
    address: string,
    player: Player,
    { type, message, limitMs, check: wrongIn, signal: wanted }: Question,
  ): Promise<Asked> => {
    const failures: string[] = [];
    const nobody = (tries: number): Asked => ({ content: undefined, answered: false, tries, failures });
    const { breaker, connection } = player;
    const signal = AbortSignal.any([wanted, closing.signal]);
    for (let tries = 1; ; tries += 1) {
      const limit = Math.min(limitMs, until - performance.now());
      if (limit <= 0 || signal.aborted) return nobody(tries - 1);
      const rest = breaker.admit();
      if (rest > 0) {
        failures.push(
          `it failed ${patience.breaker.failures} times in a row and is not asked for ${Math.ceil(rest / 1_000)} s`,
        );
        return nobody(tries - 1);
      }
      const tool = playerTools[type];
      const tools = await toolsOf(player, limit, signal);
      if (tools.ok && !tools.value.has(tool)) {
        breaker.succeeded();
        // What it has no tool for it need not be told.
        if (tool !== playerTools.MOVE_REQUEST) return { content: undefined, answered: true, tries, failures };
        failures.push(`it has no tool ${tool}`);
        return nobody(tries);
      }
      const called = tools.ok ? await connection.call(tool, message, limit, signal) : tools;
      const done = called.ok && wrongIn ? checked(called, wrongIn) : called;
      if (done.ok) {
        breaker.succeeded();
        return { content: done.content, answered: true, tries, failures };
      }
      if (done.calledOff) {
        breaker.abandoned();
        return nobody(tries);
      }
      // A restarted player may be another one.
      player.tools = null;
      failedAt(address, player);
      failures.push(said(withoutSecret(done.reason, String(message["auth_token"]))));
      if (!done.again || tries === patience.tries || performance.now() >= until) return nobody(tries);
      await pauseFor(patience.backoffMs * 2 ** (tries - 1) * (0.5 + random() / 2), signal);
    }
  };

  return {
    check,
    ask: (address, question) => {
      const until = performance.now() + (question.allMs ?? Number.POSITIVE_INFINITY);
      // A player hears of a game before it is asked for its moves.
      return inOrder.run(`${address} ${question.message["auth_token"]}`, async () => {
        const url = check(address);
        if (!url.ok) return { content: undefined, answered: false, tries: 0, failures: [url.message] };
        return players.use(url.value, (player) => askUntil(until, address, player, question));
      });
    },

    absence: async (address) => {
      const url = check(address);
      if (!url.ok) return url.message;
      return players.use(url.value, async (player) => {
        const tools = await toolsOf(player, patience.registerMs, closing.signal);
        if (!tools.ok) return said(tools.reason);
        player.breaker.succeeded();
        return tools.value.has(playerTools.MOVE_REQUEST) ? null : `it has no tool ${playerTools.MOVE_REQUEST}`;
      });
    },

    close: async () => {
      closing.abort();
      await players.close();
    },
  };
}

const said = (reason: string): string => clip(cleanLine(reason), LONGEST_FAILURE);

/** The answer, or a failure where it cannot be used: another try would bring no other. */
function checked(answered: Answered, wrongIn: NonNullable<Question["check"]>): Answered | Failure {
  const wrong = wrongIn(answered.content);
  return wrong === null ? answered : { ok: false, reason: wrong, again: false, calledOff: false };
}
