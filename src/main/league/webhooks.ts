import { createHmac, randomBytes } from "node:crypto";
import { z } from "zod";
import type { LeagueOutlets } from "../../shared/leagues.ts";
import { mapResult, messageOf, type Result } from "../../shared/result.ts";
import { struct } from "../../shared/struct.ts";
import { derivedToken, deriveSecret, isSameSecret } from "../base/derived-secrets.ts";
import type { Log } from "../base/log.ts";
import { openJsonFile } from "../data/json-file.ts";
import { fetchUntrusted } from "../players/fetch-untrusted.ts";
import { pauseFor } from "../players/pause.ts";
import type { LoggedLeagueEvent, Store } from "../store/store.ts";
import { createJobs } from "./jobs.ts";
import type { Leagues } from "./leagues.ts";

const webhookSchema = struct({
  url: z.string(),
  /** Tells its key, and the ids of what it is sent, from those before. */
  mark: z.string(),
  /** The number of the last event that it took. */
  position: z.int(),
  /** Why it took no other, and since when, in milliseconds since 1970; null where nothing failed. */
  failure: struct({ reason: z.string(), since: z.number() }).nullable(),
  /** Whether it was given up, until the person sets it again. */
  given_up: z.boolean(),
});
type Webhook = z.infer<typeof webhookSchema>;

/** By league: the mark of the spectators' token, and the webhook. */
const fileSchema = z.record(z.string(), struct({ watch: z.string().optional(), webhook: webhookSchema.optional() }));

export type Outlets = ReturnType<typeof openOutlets>;

/**
 * The places outside at which leagues are shown and reported, in a file of this host. There is no token and no key in it:
 * both are keyed hashes of the league and a mark, and a new mark ends those before.
 */
export function openOutlets({ dataDir, secret, log }: { dataDir: string; secret: string; log: Log }) {
  const loss = "nobody elsewhere follows a league until you make its address, or set its webhook, again";
  const file = openJsonFile({ dataDir, file: "outlets", schema: fileSchema, initial: {}, loss, log });
  const of = (league: string) => (Object.hasOwn(file.get(), league) ? file.get()[league] : undefined) ?? {};
  const change = (league: string, part: ReturnType<typeof of>): Result<null> =>
    file.set({ ...file.get(), [league]: { ...of(league), ...part } });
  const newMark = () => randomBytes(9).toString("base64url");
  const tokenOf = (league: string, mark: string) =>
    `${league}.${derivedToken(secret, "outlet", "watch", league, mark)}`;
  const keyOf = (league: string, { mark }: Pick<Webhook, "mark">) =>
    deriveSecret(secret, "outlet", "webhook", league, mark);
  return {
    of,
    change,
    keyOf,
    leagues: () => Object.keys(file.get()),
    view: (league: string): LeagueOutlets => {
      const { watch, webhook } = of(league);
      return { has_spectators: watch !== undefined, webhook: webhook ?? null };
    },
    /** Makes a token with which spectators elsewhere see one league, and ends the one before. */
    admitSpectators: (league: string): Result<string> => {
      const watch = newMark();
      return mapResult(change(league, { watch }), () => tokenOf(league, watch));
    },
    /** The league whose present token this is; null for any other text. */
    leagueBy: (token: string): string | null => {
      const [league = ""] = token.split(".", 1);
      const { watch } = of(league);
      return watch !== undefined && isSameSecret(token, tokenOf(league, watch)) ? league : null;
    },
    /** Sets a webhook with a new key, which it returns. One that is there goes on where it is, a new one at `position`. */
    setWebhook: (league: string, url: string, position: number): Result<string> => {
      const webhook = { position, ...of(league).webhook, url, mark: newMark(), failure: null, given_up: false };
      return mapResult(change(league, { webhook }), () => `whsec_${keyOf(league, webhook).toString("base64")}`);
    },
  };
}

/** Events that are read at a time, and repeated at most after a crash. */
const AT_ONCE = 50;
/** Milliseconds within which an address answers, after which one that takes nothing is given up, and at a host's end. */
const ANSWER_MS = 15_000;
const GIVE_UP_MS = 3 * 86_400_000;
const CLOSING_MS = 2_000;
const MOST_CLOSING_PAUSES = 3;
/** Milliseconds between two tries: about twice as long each time. */
const usualPauses = { first: 1_000, longest: 60_000 };

export type Webhooks = ReturnType<typeof createWebhooks>;

/**
 * Sends the events of leagues to the addresses that the person set, as Standard Webhooks 1.0.0 says: each until it is
 * taken, in order, and under the same id again where nobody can tell whether it was. An address that answers with 410, or
 * takes nothing for three days, is given up.
 */
export function createWebhooks(options: {
  readonly outlets: Outlets;
  readonly leagues: Pick<Leagues, "listenToAll">;
  readonly store: Pick<Store, "leagueLog">;
  /** Refuses an address that may not be called (any more), as the value of a field. */
  readonly check: (address: string, field: string) => Result<unknown>;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly pauses?: typeof usualPauses;
}) {
  const { outlets, leagues, store, check, log, now, pauses = usualPauses } = options;
  const closing = new AbortController();
  const { signal } = closing;
  const jobs = createJobs("a webhook could not be seen to", signal, log);
  /** Leagues with events since their log was read last. */
  const due = new Set<string>();

  /** Sends an event. Returns the reason why it was not taken, and whether nothing is to be sent there again; null where it was. */
  const send = async (league: string, hook: Webhook, { seq, at, event: { type, ...event } }: LoggedLeagueEvent) => {
    const mayCall = check(hook.url, "url");
    if (!mayCall.ok) return { reason: mayCall.message, isGone: false };
    const id = `msg_${league}_${hook.mark}_${seq}`;
    const timestamp = `${Math.floor(now() / 1_000)}`;
    const data = { league_id: league, number: seq, ...event };
    const body = JSON.stringify({ type: `league.${type}`, timestamp: new Date(at).toISOString(), data });
    const hash = createHmac("sha256", outlets.keyOf(league, hook)).update(`${id}.${timestamp}.${body}`);
    const headers = {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${hash.digest("base64")}`,
    };
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
      const answer = await fetchUntrusted(hook.url, { method: "POST", headers, body, signal: limit });
      await answer.body?.cancel();
      return answer.ok ? null : { reason: `it answers with status ${answer.status}`, isGone: answer.status === 410 };
    } catch (error) {
      return { reason: messageOf(error instanceof Error ? (error.cause ?? error) : error), isGone: false };
    }
  };

  /** Events that were taken since the start. */
  let deliveries = 0;
  /** Sends the next events, some at a time. Resolves with whether there is nothing more to send, or nobody to send it to. */
  const sendAll = async (league: string): Promise<boolean> => {
    while (!signal.aborted) {
      const { webhook: hook } = outlets.of(league);
      if (!hook || hook.given_up) return true;
      due.delete(league);
      let { position } = hook;
      let failure: Awaited<ReturnType<typeof send>> = null;
      for (const entry of await store.leagueLog(league, position, AT_ONCE)) {
        failure = await send(league, hook, entry);
        if (failure) break;
        position = entry.seq;
        deliveries += 1;
      }
      // A call that the end of this host broke off is no failure, and a webhook that was set meanwhile is another one.
      if (signal.aborted) failure = null;
      if (outlets.of(league).webhook?.mark !== hook.mark) continue;
      if (!failure && position === hook.position && !due.has(league)) return true;
      const since = hook.failure?.since ?? now();
      const isGivenUp = failure !== null && (failure.isGone || now() - since > GIVE_UP_MS);
      const about = `the webhook of league ${league} at ${URL.parse(hook.url)?.host}`;
      if (failure && isGivenUp) log.error(`${about} is given up: ${failure.reason}. Set it again to go on`, { league });
      else if (failure && !hook.failure) log.warn(`${about} takes no event: ${failure.reason}`, { league });
      else if (!failure && hook.failure) log.info(`${about} takes events again`, { league });
      const webhook = { ...hook, position, given_up: isGivenUp, failure: failure && { reason: failure.reason, since } };
      const noting = outlets.change(league, { webhook });
      if (!noting.ok) log.error(`${about} could not be noted: ${noting.message}`, { league });
      if (failure || !noting.ok) return isGivenUp;
    }
    return true;
  };

  const pauseMs = (tries: number): number =>
    Math.min(pauses.first * 2 ** (tries - 1), pauses.longest) * (0.75 + Math.random() / 2);
  const wake = (league: string): void => {
    if (!outlets.of(league).webhook) return;
    due.add(league);
    jobs.repeat(league, { league }, () => sendAll(league), pauseMs);
  };
  const stop = leagues.listenToAll(wake);
  for (const league of outlets.leagues()) wake(league);
  return {
    /**
     * Sets a league's webhook, which gets what happens after the event `position`, or goes on where the one before it was.
     * Returns its key, which nobody is told again. Refuses with `INVALID_ARGUMENT` an address that may not be called.
     */
    set: (league: string, url: string, position: number): Result<string> => {
      const address = check(url, "url");
      if (!address.ok) return address;
      const setting = outlets.setWebhook(league, url, position);
      wake(league);
      return setting;
    },
    /** Sends on while an address takes an event in two seconds, for six seconds at the most. */
    close: async () => {
      stop();
      const idle = jobs.idle();
      for (let tries = 0, before = -1; tries < MOST_CLOSING_PAUSES && before !== deliveries; tries += 1) {
        before = deliveries;
        await Promise.race([idle, pauseFor(CLOSING_MS, signal)]);
      }
      closing.abort();
      await jobs.idle();
    },
  };
}
