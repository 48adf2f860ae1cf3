import { setTimeout as delay } from "node:timers/promises";
import type { Ask } from "../columns.ts";
import type { Commit } from "../commit.ts";
import { createLogRows } from "../rows.ts";
import type { Change, CommitNotification, Listener } from "../store.ts";

/** In one statement, so that the end of the log and the entries are of the same moment. */
const entriesAfterQuery = `
  SELECT log_end.id AS log_end, heard.* FROM log_end LEFT JOIN LATERAL (
    SELECT * FROM events
    WHERE id > $1 AND ($3::text[] IS NULL OR game_id IS NULL OR game_id = ANY ($3)
      OR coalesce(substring(body FROM '"type":"([A-Za-z]+)"'), '') <> ALL ($4))
    ORDER BY id LIMIT $2
  ) AS heard ON true WHERE log_end.one = 1 ORDER BY heard.id`;

/**
 * Reads what came after an entry of the log, at most `limit` entries: all of it, or without the play of games that are
 * not among `games`. `onDamage` is called once for each entry that is left out.
 */
export function createHeardEntries(ask: Ask, onDamage: (message: string) => void) {
  const entriesIn = createLogRows(onDamage);
  return async (after: number, limit: number, games: readonly string[] | null) => {
    const rows = await ask(entriesAfterQuery, [after, limit, games, playEvents]);
    const entries = rows.filter(({ id }) => id !== null);
    const isMore = entries.length === limit;
    const upTo = Number(isMore ? entries.at(-1)?.id : rows[0]?.log_end);
    /** `upTo` is the last log entry that this covers, `isMore` whether there is more. */
    return { entries: entriesIn(entries), upTo, isMore };
  };
}

/** Entries read from the log at a time. */
const PAGE = 500;
/** Attempts to read other hosts' changes before a commit of this one, and milliseconds between them. */
const TRIES = 4;
const PAUSE_MS = 250;

/** Publishes all changes in the order of the log, whichever host made them. */
export type Publisher = ReturnType<typeof createPublisher>;

/** `readEntries` reads what this host is to hear of after an entry; what came up to `end` is not published. */
export function createPublisher(
  readEntries: (after: number, limit: number) => ReturnType<ReturnType<typeof createHeardEntries>>,
  subscribers: { tell: Listener },
  end: number,
) {
  let position = end;
  let last: Promise<unknown> = Promise.resolve();
  const readings = new Set<Promise<unknown>>();

  const publish = (news: CommitNotification) => {
    position = Math.max(position, news.entries.at(-1)?.id ?? 0);
    if (news.entries.length > 0) subscribers.tell(news);
  };
  /** Runs work while nothing else is published, in the order of the calls. */
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work, work);
    last = result.catch(() => {});
    return result;
  };
  /** Publishes what others stored before an entry, by pages; `inTurn` runs one while nothing else is published. */
  const others = async (before: number, inTurn: (tell: () => Promise<void>) => Promise<void>) => {
    for (;;) {
      const reading = readEntries(position, PAGE);
      readings.add(reading);
      const page = await reading.finally(() => readings.delete(reading));
      await inTurn(async () => {
        // Commits of this host up to here have been published already, with everything before them.
        const entries = page.entries.filter(({ id }) => id > position && id < before);
        if (entries.length > 0) publish({ entries, changes: [] });
        position = Math.max(position, Math.min(page.upTo, before - 1));
      });
      if (!page.isMore || page.upTo >= before) return;
    }
  };
  let isAsked = false;
  let looking = false;
  /** Only the publishing is exclusive, not the reading: commits do not wait for a database that does not answer. */
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
    /**
     * Publishes a commit of this host, after all earlier ones of other hosts; while those cannot be read, it is
     * published later, with them. To be called from within `alone`.
     */
    own: async (news: CommitNotification): Promise<void> => {
      const first = news.entries[0]?.id ?? 0;
      for (let attempt = 1; first > position + 1; attempt += 1) {
        try {
          await others(first, (tell) => tell());
          break;
        } catch {
          // The next look that can read the log finds this commit behind the others, like one of another host.
          if (attempt === TRIES) return;
          await delay(PAUSE_MS);
        }
      }
      publish(news);
    },
    /** Publishes other hosts' changes that can be read. A call while it reads makes it look once more. */
    look: (): void => {
      isAsked = true;
      if (!looking) void lookOn();
    },
    /** Resolves when no read goes on that began before. */
    whenIdle: async (): Promise<void> => {
      await Promise.allSettled(readings);
    },
  };
}

/** Events that change neither who plays nor whether the game goes on: whoever has nothing to do with it needs none. */
const playEvents: readonly string[] = [
  "movePlayed",
  "movesTakenBack",
  "moveRefused",
  "movesRefused",
  "drawOffered",
  "drawDeclined",
  "takebackOffered",
  "takebackDeclined",
  "said",
  "kibitzed",
];

/** The hosts that are to be told of commits. */
export type Audience = ReturnType<typeof audienceOf>;

const isPlay = ({ aggregate, expectedVersion, events }: Change): boolean =>
  aggregate === "game" && expectedVersion > 0 && events.every(({ type }) => playEvents.includes(type));

/** Whether something is for all hosts, and the games whose play is for those that have entered them. */
export function audienceOf(commits: readonly Commit[]) {
  const changes = commits.flatMap((commit) => commit.changes);
  return { all: !changes.every(isPlay), games: changes.filter(isPlay).map(({ id }) => id) };
}
