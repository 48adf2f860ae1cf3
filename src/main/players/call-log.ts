import type { PlayerCall, PlayerStatus } from "../../shared/leagues.ts";
import { createListeners } from "../../shared/listeners.ts";
import { RecentMap } from "../../shared/recent-map.ts";
import type { Log } from "../base/log.ts";

/** Most calls that are kept of one entrant (the last ones), and most entrants (those called last). */
const MOST_CALLS = 50;
const MOST_ENTRANTS = 64;
/** Most characters of a question, and of an answer, that are kept: half from the beginning, half from the end. */
const LONGEST_TEXT = 2_000;

/** An entrant of a league, by its number there. */
export interface CalledEntrant {
  readonly league: string;
  readonly number: number;
}

export type CallLog = ReturnType<typeof createCallLog>;

/**
 * The last calls to player servers and models, to find the reason of a lost game. They are in the memory of the host
 * that made them, bounded, and in its log at the level `debug`.
 */
export function createCallLog({ log, now }: { readonly log: Log; readonly now: () => number }) {
  const calls = new RecentMap<string, readonly PlayerCall[]>(MOST_ENTRANTS);
  const statuses = new RecentMap<string, PlayerStatus>(MOST_ENTRANTS);
  const statusNews = createListeners<[CalledEntrant]>();
  const keyOf = ({ league, number }: CalledEntrant) => `${league} ${number}`;
  return {
    /** Records a call. Its texts must not contain a secret. */
    note: (entrant: CalledEntrant, call: Omit<PlayerCall, "at">) => {
      const { league, number } = entrant;
      log.debug(`league ${league}, entrant ${number}: ${callLine(call)}`, { league, conversation: call.about });
      const key = keyOf(entrant);
      const before = calls.get(key) ?? [];
      calls.set(key, [...before.slice(1 - MOST_CALLS), { at: new Date(now()).toISOString(), ...call }]);
    },
    /** Oldest first. */
    of: (entrant: CalledEntrant) => calls.get(keyOf(entrant)) ?? [],
    /** Records a player's status, without any secret. */
    noteStatus: (entrant: CalledEntrant, text: string) => {
      const key = keyOf(entrant);
      const isNew = statuses.get(key)?.text !== text;
      statuses.set(key, { at: new Date(now()).toISOString(), text });
      if (isNew) statusNews.tell(entrant);
    },
    /** Its last status; null where it never gave one. */
    statusOf: (entrant: CalledEntrant) => statuses.get(keyOf(entrant)) ?? null,
    /** Calls for each entrant whose status has changed. Returns a function that stops it. */
    listenToStatuses: statusNews.listen,
  };
}

export function callLine({ tool, to, about, ms, failure, asked, answered }: Omit<PlayerCall, "at">): string {
  const outcome = failure === null ? "answered" : `failed: ${failure}`;
  return `${tool} to ${to} for ${about}, ${ms} ms, ${outcome}; asked: ${asked}; answer: ${answered ?? "none"}`;
}

/** A text as it is recorded: a long one is cut to its beginning and its end. */
export const callText = (text: string): string =>
  text.length <= LONGEST_TEXT
    ? text
    : `${text.slice(0, LONGEST_TEXT / 2)} … ${text.slice(-LONGEST_TEXT / 2)}`.toWellFormed();
