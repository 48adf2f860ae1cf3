import { audienceOf } from "../cluster/audience.ts";
import type { LeaseTimes } from "../cluster/held-leases.ts";
import { createMember } from "../cluster/member.ts";
import { writeCommit } from "../commit.ts";
import { createReader, taskCanceller } from "../reader.ts";
import type { Store } from "../store.ts";
import { createSubscribers } from "../subscribers.ts";
import type { DatabaseAddress } from "./address.ts";
import { connectAlone, openLine, openReaders } from "./connections.ts";
import { postgresDatabase } from "./database.ts";
import { orUnavailable } from "./failure.ts";
import { createGroupCommit } from "./group-commit.ts";
import { listen } from "./listener.ts";
import { openDatabase } from "./open.ts";
import { createHeardEntries, createTeller } from "./teller.ts";
import { createWriter } from "./writer.ts";

/**
 * Milliseconds between two looks for other hosts' changes, where everything is to be heard of; every second one is for
 * notifications that were lost.
 */
const LOOK_MS = 1_000;

/**
 * A store in a PostgreSQL database, which is upgraded if necessary. Throws with a plain message when it cannot be used.
 * While it is away later, commits are refused. `damaged` is called for what cannot be read and is left out, and for
 * what makes the database less safe.
 * @param times the durations of leases
 */
export async function openPostgresStore(
  address: DatabaseAddress,
  damaged: (message: string) => void = () => {},
  times?: LeaseTimes,
): Promise<Store> {
  await openDatabase(address, damaged);
  const readers = openReaders(address);
  const { ask } = readers;
  const database = postgresDatabase(ask);
  const reader = createReader(database, damaged);
  const line = openLine(address);
  let free = async (): Promise<void> => {};
  const member = createMember({
    ask: line.ask,
    urgent: orUnavailable(line.ask),
    read: ask,
    remark: damaged,
    freed: () => free(),
    times,
  });
  const start = async () => {
    const last = await reader.lastEntryId();
    await member.start();
    return last;
  };
  const end = await start().catch(async (error) => {
    await readers.close();
    await line.close();
    throw error;
  });
  const subscribers = createSubscribers();
  const writer = createWriter(() => connectAlone(address));
  const heard = createHeardEntries(ask, damaged);
  const teller = createTeller({
    read: (after, limit) => heard(after, limit, listener.entered()),
    subscribers,
    end,
  });
  const listener = listen(address, () => teller.look(), member.lookSoon);
  free = listener.free;
  let looks = 0;
  const regularly = setInterval(() => {
    looks += 1;
    if (looks % 2 === 0 || listener.isAll()) teller.look();
  }, LOOK_MS).unref();
  const group = createGroupCommit(writer, teller, (stored) => listener.notify(audienceOf(stored)));
  let closed = false;

  return {
    ...reader,
    lastEntryId: async () => {
      await teller.settled();
      return reader.lastEntryId();
    },
    cluster: {
      ...member,
      hearing: {
        narrow: listener.narrow,
        enter: async (id) => {
          await listener.enter(id);
          // A read that began before leaves the game out.
          await teller.settled();
        },
        leave: listener.leave,
      },
      requestPriority: listener.requestPriority,
      onPriorityRequest: listener.onPriorityRequest,
    },
    commit: async (changes, at, under) => {
      const commit = writeCommit(changes, at, under);
      return commit.ok ? group.add(commit.value) : commit;
    },
    subscribe: subscribers.subscribe,
    cancelTask: taskCanceller(database.ask),
    beat: async (now) => {
      await ask(
        "INSERT INTO heartbeat VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET at = greatest(heartbeat.at, excluded.at)",
        [Math.round(now)],
      );
    },
    close: async () => {
      if (closed) return;
      closed = true;
      clearInterval(regularly);
      await group.close();
      await member.close();
      await listener.close();
      await line.close();
      await teller.alone(async () => subscribers.close());
      await writer.close();
      await readers.close();
    },
  };
}
