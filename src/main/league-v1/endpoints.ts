import { isLoopback } from "../../shared/addresses.ts";
import type { FailureCause } from "../../shared/causes.ts";
import { type Fields, fieldIn } from "../../shared/fields.ts";
import { accept, type Result, refuseField } from "../../shared/result.ts";
import { cleanLine, clip } from "../../shared/text.ts";
import { awakeTime } from "../base/awake-time.ts";
import type { Log } from "../base/log.ts";
import { entryOf } from "../base/once-for.ts";
import { createQueue } from "../live/transactions.ts";
import { type CalledEntrant, type CallLog, callText } from "../players/call-log.ts";
import type { FailedTry } from "../players/driver.ts";
import { pauseFor } from "../players/pause.ts";
import { withoutSecret } from "../players/without-secret.ts";
import { failure, type ToolAnswer } from "./connection.ts";
import { calledTools, type MessageType } from "./protocol.ts";
import { type Breaker, createBreaker, createRoster, type Server, usualBreaker } from "./roster.ts";

/** Longest pause before a second try, in milliseconds, where a move has no time limit. */
const LONGEST_FIRST_PAUSE_MS = 10_000;
/** Milliseconds between two reads of a changing status: nobody could read it more often. */
const STATUS_MS = 1_000;
/** Most characters of one failure. */
const LONGEST_FAILURE = 200;
/** The retries and time limits of calls to players. */
const usualPatience = {
  tries: 3,
  /** The tries of a question with a time limit of its own, such as a move. */
  timedTries: 5,
  /** The least part of the backoff, from 0 to 1, before the second try; doubled before each further one. */
  spread: 1 / 60,
  /** Milliseconds that a question with a time limit waits for earlier messages that the player has not taken yet. */
  newsMs: 1_000,
  /** Milliseconds before the second try, doubled before each further one; the actual pause is a random part of it. */
  backoffMs: 500,
  breaker: usualBreaker,
  /** Milliseconds within which it must answer a registration; its own is answered within 10 s. */
  registerMs: 8_000,
  /** Milliseconds after which an idle player is forgotten: longer than its breaker pauses. */
  idleMs: 60_000,
};

export interface Dispatch {
  /** The entrant whose log of calls records it. */
  readonly entrant: CalledEntrant;
  readonly type: MessageType;
  readonly message: Fields;
  /** Milliseconds for one try. */
  readonly limitMs: number;
  /** Milliseconds for all tries together; absent for no limit. */
  readonly allMs?: number;
  /** The reason why an answer cannot be used, which makes it a failure; null where it can. Absent to accept all. */
  readonly check?: (content: unknown) => string | null;
  readonly signal: AbortSignal;
}

/** The outcome of a question, and the failures on the way. */
export interface Inquiry {
  /** Undefined where nobody answered, or the player has no tool for the message. */
  readonly content: unknown;
  readonly isAnswered: boolean;
  readonly tries: number;
  /** One for each failed try; the last says why nobody answered. */
  readonly failures: readonly FailedTry[];
}

export type Endpoints = ReturnType<typeof createEndpoints>;

/** The players that are MCP servers, each at its address. */
export function createEndpoints(options: {
  /** The hosts beside this machine at which the person currently allows players. */
  readonly allowlist: () => readonly string[];
  /** Whether this host is open to a network: then players on this machine have to be allowed, too. */
  readonly isOpen?: boolean;
  readonly log: Log;
  /** Clock of the breaker's pauses, in milliseconds; the time awake unless given. */
  readonly now?: () => number;
  /** In [0, 1). */
  readonly random: () => number;
  readonly patience?: Readonly<typeof usualPatience>;
  /** Most calls to one player in a second, moves first; by default any number. */
  readonly callsPerSecond?: number | null;
  /** Records calls; absent to drop them. */
  readonly calls?: Pick<CallLog, "note">;
}) {
  const { allowlist, isOpen = false, log, now = awakeTime.now, random, patience = usualPatience, calls } = options;
  const players = createRoster(options.callsPerSecond ?? null, patience.idleMs);
  const inOrder = createQueue();
  /** By player: functions that let other calls go before messages that it has not taken yet. */
  const pending = new Map<string, Set<() => void>>();
  const closing = new AbortController();

  const check = (address: string, field?: string) => checkAddress(address, allowlist(), isOpen, field);

  const breakerFor = ({ breakers }: Server, token: string): Breaker =>
    entryOf(breakers, token, () => createBreaker(patience.breaker, now));
  const failedAt = (address: string, breaker: Breaker, { entrant, message }: Dispatch): void => {
    const before = breaker.state();
    breaker.noteFailure();
    if (breaker.state() === "open" && before === "closed")
      log.warn(
        `the player at ${address} failed ${patience.breaker.failures} times in a row and is left alone for a while`,
        { league: entrant.league, conversation: String(message["conversation_id"]) },
      );
  };

  /** Records the outcome of a try, without the token. */
  const note = (
    address: string,
    { entrant, type, message: { auth_token: token, ...message } }: Dispatch,
    { from, failure, raw }: { readonly from: number; readonly failure: string | null; readonly raw?: string },
  ): void => {
    const safe = (text: string) => withoutSecret(callText(text), String(token));
    calls?.note(entrant, {
      to: address,
      tool: calledTools[type][0],
      about: String(message["conversation_id"]),
      ms: Math.round(awakeTime.now() - from),
      failure,
      asked: safe(JSON.stringify(message)),
      answered: raw === undefined ? null : safe(raw),
    });
  };

  const askUntil = async (until: number, address: string, player: Server, question: Dispatch): Promise<Inquiry> => {
    const { type, message, limitMs, check: wrongIn, signal: callerSignal } = question;
    const failures: FailedTry[] = [];
    const nobody = (tries: number): Inquiry => ({ content: undefined, isAnswered: false, tries, failures });
    const { connection } = player;
    const breaker = breakerFor(player, String(message["auth_token"]));
    const signal = AbortSignal.any([callerSignal, closing.signal]);
    for (let tries = 1; ; tries += 1) {
      await player.pace.turn(type === "MOVE_REQUEST", signal);
      const from = awakeTime.now();
      const failedTry = (failure: string, raw?: string, cause: FailureCause = "failed") => {
        failures.push({ cause, reason: failure });
        note(address, question, { from, failure, ...(raw === undefined ? {} : { raw }) });
      };
      const limit = Math.min(limitMs, until - from);
      if (limit <= 0 || signal.aborted) return nobody(tries - 1);
      const pauseMs = breaker.admit();
      if (pauseMs > 0) {
        failedTry(
          `it failed ${patience.breaker.failures} times in a row and is not asked for ${Math.ceil(pauseMs / 1_000)} s`,
        );
        return nobody(tries - 1);
      }
      const tools = await connection.tools(limit, signal);
      const tool = tools.ok ? toolFor(type, tools.value) : undefined;
      if (tools.ok && tool === undefined) {
        breaker.noteSuccess();
        // A player without a tool for a message need not get it.
        if (type !== "MOVE_REQUEST" && type !== "MATCH_ASSIGN")
          return { content: undefined, isAnswered: true, tries, failures };
        failedTry(missingTool(type));
        return nobody(tries);
      }
      const call = tools.ok ? await connection.call(tool ?? "", message, limit, signal) : tools;
      // An unusable answer is a failure: another try would bring no other.
      const wrong = call.ok && wrongIn ? (wrongIn(call.value.content) ?? wrongToken(call.value, message)) : null;
      const outcome = wrong === null ? call : failure(wrong, false, "unreadable");
      if (outcome.ok) {
        // A player that accepts notifications and fails with its moves still counts as failing.
        if (wrongIn || type === "MOVE_REQUEST" || breaker.state() !== "closed") breaker.noteSuccess();
        note(address, question, { from, failure: null, raw: outcome.value.raw });
        return { content: outcome.value.content, isAnswered: true, tries, failures };
      }
      if (outcome.calledOff) {
        breaker.cancelTrial();
        return nobody(tries);
      }
      // A restarted player may have other tools.
      connection.forgetTools();
      failedAt(address, breaker, question);
      failedTry(
        clipReason(withoutSecret(callText(outcome.reason), String(message["auth_token"]))),
        call.ok ? call.value.raw : undefined,
        outcome.cause,
      );
      const most = question.allMs === undefined ? patience.tries : patience.timedTries;
      if (!outcome.again || tries >= most || awakeTime.now() >= until) return nobody(tries);
      const pause = Math.max(
        patience.backoffMs,
        Math.min(LONGEST_FIRST_PAUSE_MS, (question.allMs ?? 0) * patience.spread),
      );
      await pauseFor(pause * 2 ** (tries - 1) * (0.5 + random() / 2), signal);
    }
  };

  return {
    /** Refuses an address that is not allowed. */
    check,
    /**
     * Asks a player: three tries at most, for a move five, over a quarter of its time. Tries again where it did not
     * answer, could not be reached, was not there (404) or failed by itself (5xx), not where it refused (4xx) or
     * answered nonsense. After five failures in a row it is left alone for a while.
     */
    ask: (address: string, question: Dispatch) => {
      const until = awakeTime.now() + (question.allMs ?? Number.POSITIVE_INFINITY);
      const key = orderOf(address, String(question.message["auth_token"]));
      const asking = async () => {
        const url = check(address);
        if (!url.ok) {
          note(address, question, { from: awakeTime.now(), failure: url.message });
          const failures = [{ cause: "failed" as const, reason: url.message }];
          return { content: undefined, isAnswered: false, tries: 0, failures };
        }
        return players.use(url.value, (player) => askUntil(until, address, player, question));
      };
      const news = pending.get(key) ?? new Set();
      // A player hears of a game before it is asked for its moves, unless it does not accept that message.
      if (question.allMs !== undefined) {
        const callOff = awakeTime.after(Math.min(patience.newsMs, question.allMs / 4), () => {
          for (const overtake of news) overtake();
        });
        return inOrder.run(key, () => {
          callOff();
          return asking();
        });
      }
      const overtaking = Promise.withResolvers<void>();
      pending.set(key, news.add(overtaking.resolve));
      const inquiry = Promise.withResolvers<Inquiry>();
      void inOrder.run(key, () => {
        const running = asking();
        running.then(inquiry.resolve, inquiry.reject);
        return Promise.race([running.then(noNews, noNews), overtaking.promise]);
      });
      return inquiry.promise.finally(() => {
        news.delete(overtaking.resolve);
        if (news.size === 0 && pending.get(key) === news) pending.delete(key);
      });
    },

    /** The reason why no player answers there; null where one does. */
    probe: async (address: string) => {
      const url = check(address);
      if (!url.ok) return url.message;
      return players.use(url.value, async (player) => {
        const from = awakeTime.now();
        const tools = await player.connection.tools(patience.registerMs, closing.signal);
        const timing = `tools/list of the player at ${address}, ${Math.round(awakeTime.now() - from)} ms`;
        log.debug(`${timing}: ${tools.ok ? [...tools.value].join(", ") : clipReason(tools.reason)}`);
        if (!tools.ok) return clipReason(tools.reason);
        player.breakers.clear();
        return toolFor("MOVE_REQUEST", tools.value) === undefined ? missingTool("MOVE_REQUEST") : null;
      });
    },

    /**
     * Checks a player once it has taken all messages so far: returns the reason why it does not answer, null where it
     * does or is left alone for a while anyway; and its status, null where it has none.
     */
    healthCheck: async (address: string, token: string, signal: AbortSignal) => {
      await inOrder.run(orderOf(address, token), async () => {});
      const url = check(address);
      if (!url.ok) return { absence: url.message, status: null };
      const until = AbortSignal.any([signal, closing.signal]);
      return players.use(url.value, async (player) => {
        const unknown = { absence: null, status: null };
        await player.pace.turn(false, until);
        if (until.aborted || breakerFor(player, token).state() !== "closed") return unknown;
        player.connection.forgetTools();
        const tools = await player.connection.tools(patience.registerMs, until);
        if (!tools.ok) return tools.calledOff ? unknown : { absence: clipReason(tools.reason), status: null };
        // A player that answers is reachable, whatever its resources are.
        const status = await player.connection.status(patience.registerMs, until);
        return { absence: null, status: status.ok ? status.value : null };
      });
    },

    /**
     * Reports a player's status: at once; and after each change, once a second at most, where it can be subscribed to.
     * Ends with the player or the signal; resolves with false where there is nothing to subscribe to.
     */
    followStatus: async (address: string, onStatus: (text: string) => void, signal: AbortSignal) => {
      const url = check(address);
      if (!url.ok) return false;
      const until = AbortSignal.any([signal, closing.signal]);
      return players.use(url.value, async ({ connection, pace, breakers }) => {
        let news = Promise.withResolvers<boolean>();
        const watch = connection.watchStatus(() => news.resolve(true), patience.registerMs, until);
        const end = watch.then(() => false);
        for (let goesOn = true; goesOn; await pauseFor(goesOn ? STATUS_MS : 0, until)) {
          goesOn = await Promise.race([news.promise, end]);
          news = Promise.withResolvers();
          await pace.turn(false, until);
          if (until.aborted || [...breakers.values()].some(({ state }) => state() !== "closed")) continue;
          const status = await connection.status(patience.registerMs, until);
          if (status.ok && status.value !== null) onStatus(status.value);
        }
        return watch;
      });
    },

    close: async () => {
      closing.abort();
      await players.close();
    },
  };
}

/** The reason why an answer repeats another token than its question's; null where it does not, or has none. */
const wrongToken = ({ content }: ToolAnswer, { auth_token: token }: Dispatch["message"]): string | null =>
  [undefined, token].includes(fieldIn(content, "auth_token")) ? null : "it answered with a token that is not its own";

/** The key by which messages are kept in order: an address may have the players of several leagues. */
const orderOf = (address: string, token: string): string => `${address} ${token}`;
const noNews = () => {};

/** The tool of a player that takes a message; undefined where it has none. */
const toolFor = (type: MessageType, names: ReadonlySet<string>): string | undefined =>
  calledTools[type].find((name) => names.has(name));
const missingTool = (type: MessageType): string => `it has no tool ${calledTools[type].join(" or ")}`;

const clipReason = (reason: string): string => clip(cleanLine(reason), LONGEST_FAILURE);

/**
 * Checks that players may be called at an address: at a host that the person named (`10.0.0.5`, or `10.0.0.5:8101` for
 * that port alone), or on this machine. Refuses with `INVALID_ARGUMENT` and the remedy.
 * @param isOpen whether this host is open to a network: then its clients could have it call any program of this
 * machine, and addresses here have to be named as well
 */
function checkAddress(address: string, allowlist: readonly string[], isOpen: boolean, field = "endpoint"): Result<URL> {
  const url = URL.parse(address);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:"))
    return refuseField(field, "an address that begins with http:// or https:// is expected");
  if (url.username !== "" || url.password !== "")
    return refuseField(field, "an address without a user name or password is expected");
  if ((isLoopback(address) && !isOpen) || allowlist.some((host) => isAt(url, host))) return accept(url);
  const which = isOpen
    ? "This Kibitz is open to a network, and calls those hosts alone, its own machine among them, that the person names in the settings (endpoint_hosts)"
    : "Only this machine's own are, unless the person names others in the settings (endpoint_hosts)";
  return refuseField(field, `${url.host} is not an address that may be called. ${which}`);
}

/** Whether an address is at a host, however written: in capitals, with the default port, an IPv6 number in full. */
function isAt(url: URL, host: string): boolean {
  const target = URL.parse(`${url.protocol}//${host}`);
  return target?.hostname === url.hostname && (target.port === url.port || !/:\d+$/.test(host));
}
