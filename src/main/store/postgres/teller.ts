import { setTimeout as delay } from "node:timers/promises";
import type { CommitNotification, GameReader } from "../store.ts";
import type { Subscribers } from "../subscribers.ts";

/** Entries that one reading of the log brings. */
const PAGE = 500;
/** How often what others kept is asked for before what came after it, and the pause between, in milliseconds. */
const TRIES = 4;
const PAUSE_MS = 250;

/** Tells of all that is kept in the order of the log, by whichever host. */
export interface Teller {
  /** Does something while nothing else is told, in the order of asking. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Tells of a commit of this host, after all that others kept before it. To be called while alone. */
  own(news: CommitNotification): Promise<void>;
  /**
   * Tells of what others kept, where there is something and it can be read. What is asked for while it is read is
   * looked for once more after that.
   */
  look(): void;
}

export interface TellerOptions {
  readonly log: Pick<GameReader, "entriesAfter">;
  readonly subscribers: Pick<Subscribers, "publish">;
  /** The last entry that nobody has to be told of. */
  readonly end: number;
  /** Something was left out. */
  readonly remark: (message: string) => void;
}

export function createTeller({ log, subscribers, end, remark }: TellerOptions): Teller {
  let position = end;
  let last: Promise<unknown> = Promise.resolve();

  const publish = (news: CommitNotification) => {
    position = Math.max(position, news.entries.at(-1)?.id ?? 0);
    subscribers.publish(news);
  };
  const alone: Teller["alone"] = (work) => {
    const done = last.then(work, work);
    last = done.catch(() => {});
    return done;
  };
  /**
   * @param before the first entry that is not to be told
   * @param inTurn calls what tells of a page as soon as nothing else is told
   */
  const others = async (before: number, inTurn: (tell: () => Promise<void>) => Promise<void>) => {
    for (;;) {
      const page = await log.entriesAfter(position, PAGE);
      await inTurn(async () => {
        // Commits of this host up to here have been published already, with everything before them.
        const entries = page.filter(({ id }) => id > position && id < before);
        if (entries.length > 0) publish({ entries, changes: [] });
      });
      if (page.length < PAGE || page.some(({ id }) => id >= before)) return;
    }
  };
  let isAsked = false;
  let looking = false;
  /** Only the telling is done alone: nobody who wants to keep something waits for a database that does not answer. */
  const lookOn = async () => {
    looking = true;
    while (isAsked) {
      isAsked = false;
      // A failed read is repeated at the next look.
      await others(Number.POSITIVE_INFINITY, alone).catch(() => {});
    }
    looking = false;
  };

  return {
    alone,
    own: async (news) => {
      const first = news.entries[0]?.id ?? 0;
      for (let attempt = 1; first > position + 1; attempt += 1) {
        try {
          await others(first, (tell) => tell());
          break;
        } catch (error) {
          if (attempt === TRIES)
            remark(`what other hosts kept before entry ${first} was not told here: ${String(error)}`);
          if (attempt === TRIES) break;
          await delay(PAUSE_MS);
        }
      }
      publish(news);
    },
    look: () => {
      isAsked = true;
      if (!looking) void lookOn();
    },
  };
}
