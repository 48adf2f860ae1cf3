import { createListeners } from "../../../shared/listeners.ts";
import { restAwake } from "../../base/awake-time.ts";
import type { DatabaseAddress } from "../address.ts";
import { abandon, connectAlone, type PgClient } from "./connections.ts";
import type { Audience } from "./publisher.ts";

/** Milliseconds until a lost connection is opened anew, and between two checks that it is still there. */
const AGAIN_MS = 1_000;
const POLL_MS = 5_000;
/** The channel for what all hosts hear of: a notification only says that there is something new. */
const CHANNEL = "kibitz_news";
/** The prefix of another host's request for priority. */
const TURN = "turn ";
/** The payload of a host that has given leases back. */
const FREE = "free";
/** Channels into which games are divided, so that hosts are told of few others, and the database compares few. */
const CHANNELS = 256;
/** Longest payload of a notification; PostgreSQL takes a little more. An empty one may be about any game. */
const LONGEST_PAYLOAD = 7_900;

const channelOf = (gameId: string): string =>
  `kibitz_games_${[...gameId].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % CHANNELS, 7)}`;
const everyChannel = Array.from({ length: CHANNELS }, (_, number) => `kibitz_games_${number}`);

/**
 * Listens for other hosts' changes over a connection of its own, and tells them of this host's. `onNews` is called when
 * there are some, and after each connection, since notifications before it were missed; `onFree` when another host has
 * given leases back, or may have while the connection was lost.
 */
export function listen(address: DatabaseAddress, onNews: () => void, onFree: () => void) {
  const turns = createListeners<[league: string]>();
  let connection: PgClient | null = null;
  const closing = new AbortController();
  /** Whether it was connected before, and may have missed something. */
  let isAgain = false;
  let telling = false;
  let isForAll = false;
  let games = new Set<string>();
  /** Whether everything is to be heard of for the time being; null before it was narrowed. */
  let wantsAll: (() => boolean) | null = null;
  /** The entered games, by channel. */
  const subscriptions = new Map<string, Set<string>>();
  /** Channels that the next statement will listen to, and the end of the statement before it. */
  let queue: string[] = [];
  let listening: Promise<void> = Promise.resolve();

  const lose = () => {
    if (connection) abandon(connection);
    connection = null;
  };
  const listenTo = async (channels: readonly string[]): Promise<void> => {
    await connection?.query(channels.map((channel) => `LISTEN ${channel}`).join(";"));
  };
  const send = async (payload: string): Promise<void> => {
    await connection?.query("SELECT pg_notify($1, $2)", [CHANNEL, payload]).catch(() => {});
  };
  const isWanted = (channel: string, payload: string): boolean => {
    const subscribers = subscriptions.get(channel);
    return wantsAll === null || payload === "" || payload.split(" ").some((id) => subscribers?.has(id));
  };
  const open = async () => {
    const client = await connectAlone(address);
    if (closing.signal.aborted) return abandon(client);
    connection = client;
    const own = (await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows[0]?.pid;
    client.on("notification", ({ processId, channel, payload = "" }) => {
      if (processId === own) return;
      if (channel !== CHANNEL) return isWanted(channel, payload) ? onNews() : undefined;
      if (payload === FREE) return onFree();
      if (!payload.startsWith(TURN)) return onNews();
      turns.tell(payload.slice(TURN.length));
    });
    await listenTo([CHANNEL, ...(wantsAll === null ? everyChannel : subscriptions.keys())]);
    onNews();
    if (isAgain) onFree();
    isAgain = true;
  };
  const work = async () => {
    while (!closing.signal.aborted) {
      const wasOpen = connection !== null;
      try {
        // A connection that died in silence would be listened to for ever.
        await (connection ? connection.query("SELECT 1") : open());
        await restAwake(POLL_MS, closing.signal);
      } catch {
        lose();
        if (!wasOpen) await restAwake(AGAIN_MS, closing.signal);
      }
    }
  };
  const working = work();

  const tell = async () => {
    telling = true;
    // A host that misses the notification finds the entry at its next regular look.
    while ((isForAll || games.size > 0) && !closing.signal.aborted) {
      const byChannel = new Map(
        [...Map.groupBy(games, channelOf)].map(([channel, ids]) => [channel, ids.join(" ")] as const),
      );
      if (isForAll) byChannel.set(CHANNEL, "");
      isForAll = false;
      games = new Set();
      const payloads = [...byChannel.values()].map((text) => (text.length > LONGEST_PAYLOAD ? "" : text));
      await connection
        ?.query({
          name: "notify",
          text: "SELECT pg_notify(channel, payload) FROM unnest($1::text[], $2::text[]) AS told (channel, payload)",
          values: [[...byChannel.keys()], payloads],
        })
        .catch(() => {});
    }
    telling = false;
  };

  return {
    /** Tells the other hosts that there is something new: once more for all calls while it is on its way. */
    notify: (audience: Audience): void => {
      isForAll ||= audience.all;
      for (const id of audience.games) games.add(id);
      if (!telling) void tell();
    },
    narrow: (isAll: () => boolean): void => {
      wantsAll = isAll;
      connection?.query(`UNLISTEN *; LISTEN ${CHANNEL}`).catch(() => {});
    },
    /** The games whose play is to be heard of; null for all. */
    channelsEntered: (): readonly string[] | null =>
      wantsAll === null || wantsAll() ? null : [...subscriptions.values()].flatMap((games) => [...games]),
    /** Whether everything is to be heard of, though not at once. */
    isAll: () => wantsAll?.() ?? false,
    enter: async (id: string): Promise<void> => {
      const channel = channelOf(id);
      const subscribers = subscriptions.get(channel) ?? new Set();
      if (subscribers.size === 0 && queue.push(channel) === 1)
        listening = Promise.resolve().then(() => {
          const channels = queue;
          queue = [];
          // Where the connection is lost, all are listened to once it is there again, and what was missed is read.
          return listenTo(channels).catch(() => {});
        });
      subscriptions.set(channel, subscribers.add(id));
      // Another game may have brought the channel a moment ago: it is listened to in order.
      await listening;
    },
    leave: (id: string): void => {
      const channel = channelOf(id);
      const subscribers = subscriptions.get(channel);
      if (!subscribers?.delete(id) || subscribers.size > 0) return;
      subscriptions.delete(channel);
      connection?.query(`UNLISTEN ${channel}`).catch(() => {});
    },
    /** Asks the other hosts for priority with an aggregate. */
    requestPriority: (league: string): void => void send(`${TURN}${league}`),
    /** Tells the other hosts that leases are free. */
    free: () => send(FREE),
    onPriorityRequest: turns.listen,
    close: async (): Promise<void> => {
      closing.abort();
      lose();
      await working;
    },
  };
}
