import { addAbortListener } from "node:events";
import type { ModelSettings } from "../../../shared/player-settings.ts";
import { awakeTime } from "../../base/awake-time.ts";
import { entryOf } from "../../base/once-for.ts";
import type { ModelAnswer, ModelFailure } from "./model-answer.ts";

/** The time in which tokens are counted; one answer makes all calls wait for less. */
const MINUTE_MS = 60_000;

/** Ends a call: with its outcome, or with null where none came. */
export type EndCall = (outcome: ModelAnswer | ModelFailure | null) => void;
export type CredentialLimits = ReturnType<typeof createCredentialLimits>;

interface Call {
  readonly player: string;
  readonly model: ModelSettings;
  /** The tokens that the call is expected to use. */
  readonly tokens: number;
  readonly begin: (end: EndCall | null) => void;
}

/**
 * Limits the calls with one credential (a key at an address), which are those of all players that use it: so many at
 * once (`calls_at_once`), and so many tokens in any minute (`tokens_per_minute`), of several limits the least. Of those
 * who wait, the player goes first whose last turn is longest ago. Where a provider says that a model's limit is reached
 * and for how long, less than a minute, its other calls wait as well, and go one by one until one succeeds.
 */
export function createCredentialLimits() {
  const credentials = new Map<string, ReturnType<typeof createCredential>>();
  return {
    /**
     * Waits for a turn. Resolves with a function that ends the call, or with null once the signal is aborted.
     * @param player whose turn it is, as others with the credential are told apart
     * @param length characters of the prompt
     */
    enter: async (model: ModelSettings, player: string, length: number, signal: AbortSignal) => {
      if (signal.aborted) return null;
      const key = JSON.stringify([model.provider, model.baseUrl, model.key]);
      const credential = entryOf(credentials, key, createCredential);
      const { promise, resolve } = Promise.withResolvers<EndCall | null>();
      const call = { player, model, tokens: credential.expected(length), begin: resolve };
      using _listening = addAbortListener(signal, () => credential.leave(call));
      credential.enter(call);
      return await promise;
    },
  };
}

function createCredential() {
  const waiting = new Set<Call>();
  const running = new Set<Call>();
  /** The last turn of each player, counted. */
  const turns = new Map<string, number>();
  /** The ends of pauses by the model, until it answers. */
  const pauses = new Map<string, number>();
  let expenses: readonly { readonly at: number; readonly tokens: number }[] = [];
  let turn = 0;
  let usual = 0;
  let stopWaiting = () => {};

  /** When a call may begin; infinite where that depends on another's end. */
  const dueAt = ({ model, tokens }: Call, now: number): number => {
    const all = [...waiting, ...running].map((each) => each.model);
    const most = Math.min(...all.map(({ calls_at_once = Number.POSITIVE_INFINITY }) => calls_at_once));
    const alike = [...running].some((each) => each.model.model === model.model);
    const pauseUntil = pauses.get(model.model);
    if (running.size >= most || (pauseUntil !== undefined && alike)) return Number.POSITIVE_INFINITY;
    const perMinute = Math.min(...all.map(({ tokens_per_minute = Number.POSITIVE_INFINITY }) => tokens_per_minute));
    const used = [...expenses, ...running].reduce((sum, each) => sum + each.tokens, 0);
    const fits = used === 0 || used + tokens <= perMinute;
    return Math.max(pauseUntil ?? now, fits ? now : (expenses[0]?.at ?? Number.POSITIVE_INFINITY) + MINUTE_MS);
  };
  const endOf =
    (call: Call): EndCall =>
    (outcome) => {
      running.delete(call);
      const now = awakeTime.now();
      const { model } = call.model;
      if (outcome?.ok) {
        pauses.delete(model);
        usual = outcome.tokens ? outcome.tokens.input + outcome.tokens.output : call.tokens;
        expenses = [...expenses, { at: now, tokens: usual }];
      } else if (outcome?.again && outcome.cause === "provider" && (outcome.afterMs ?? MINUTE_MS) < MINUTE_MS)
        pauses.set(model, Math.max(pauses.get(model) ?? 0, now + (outcome.afterMs ?? 0)));
      admit();
    };
  const admit = (): void => {
    stopWaiting();
    const now = awakeTime.now();
    expenses = expenses.filter(({ at }) => at > now - MINUTE_MS);
    if (waiting.size + running.size === 0) turns.clear();
    const inTurn = [...waiting].toSorted((a, b) => (turns.get(a.player) ?? 0) - (turns.get(b.player) ?? 0));
    const due = inTurn.find((call) => dueAt(call, now) <= now);
    if (!due) {
      const next = Math.min(...inTurn.map((call) => dueAt(call, now)));
      stopWaiting = Number.isFinite(next) ? awakeTime.after(next - now, admit) : () => {};
      return;
    }
    waiting.delete(due);
    running.add(due);
    turn += 1;
    turns.set(due.player, turn);
    due.begin(endOf(due));
    admit();
  };
  return {
    /** The tokens of a call with a prompt of so many characters: as many as the last one had, or as it is long. */
    expected: (length: number): number => Math.max(usual, Math.ceil(length / 3)),
    enter: (call: Call): void => {
      waiting.add(call);
      admit();
    },
    leave: (call: Call): void => {
      if (!waiting.delete(call)) return;
      call.begin(null);
      admit();
    },
  };
}
