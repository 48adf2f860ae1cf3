import { createListeners } from "../../../shared/listeners.ts";
import { rest } from "../../base/rest.ts";
import type { Audience } from "../cluster/audience.ts";
import type { DatabaseAddress } from "./address.ts";
import { abandon, type Connection, connectAlone } from "./connections.ts";

/** Milliseconds until a lost connection is opened anew, and between two checks that it is still there. */
const AGAIN_MS = 1_000;
const LOOK_MS = 5_000;
/** The channel for what all hosts hear of: a notification only says that there is something new. */
const CHANNEL = "kibitz_news";
/** The prefix of another host's request for priority. */
const TURN = "turn ";
/** The payload of a host that has given leases back. */
const FREE = "free";
/**
 * Channels into which games are divided, so that hosts are told of few that they have nothing to do with, and the
 * database has few to compare with.
 */
const CHANNELS = 256;
/** Longest payload of a notification; PostgreSQL takes a little more. An empty one may be about any game. */
const LONGEST = 7_900;

const channelOf = (gameId: string): string =>
  `kibitz_games_${[...gameId].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % CHANNELS, 7)}`;
const everyChannel = Array.from({ length: CHANNELS }, (_, number) => `kibitz_games_${number}`);

/**
 * Listens for other hosts' changes over a connection of its own, and tells them of this host's. `heard` is called when
 * there are some, and after each connection, since notifications before it were missed; `freed` when another host has
 * given leases back, or may have while the connection was lost.
 */
export function listen(address: DatabaseAddress, heard: () => void, freed: () => void) {
  const turns = createListeners<[league: string]>();
  let connection: Connection | null = null;
  const closing = new AbortController();
  /** Whether it was connected before, and may have missed something. */
  let isAgain = false;
  let telling = false;
  let isForAll = false;
  let games = new Set<string>();
  /** Whether everything is to be heard of for the time being; null before it was narrowed. */
  let looksAtAll: (() => boolean) | null = null;
  /** The entered games, by channel. */
  const entered = new Map<string, Set<string>>();
  /** Channels to be listened to in one go, and the moment from which the last ones are. */
  let wanted: string[] = [];
  let listened: Promise<void> = Promise.resolve();

  const lose = () => {
    if (connection) abandon(connection);
    connection = null;
  };
  const listenTo = async (channels: readonly string[]): Promise<void> => {
    await connection?.query(channels.map((channel) => `LISTEN ${channel}`).join(";"));
  };
  const isWanted = (channel: string, payload: string): boolean => {
    const here = entered.get(channel);
    return looksAtAll === null || payload === "" || payload.split(" ").some((id) => here?.has(id));
  };
  const open = async () => {
    const made = await connectAlone(address);
    if (closing.signal.aborted) return abandon(made);
    connection = made;
    const own = (await made.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows[0]?.pid;
    made.on("notification", ({ processId, channel, payload = "" }) => {
      if (processId === own) return;
      if (channel !== CHANNEL) return isWanted(channel, payload) ? heard() : undefined;
      if (payload === FREE) return freed();
      if (!payload.startsWith(TURN)) return heard();
      turns.tell(payload.slice(TURN.length));
    });
    await listenTo([CHANNEL, ...(looksAtAll === null ? everyChannel : entered.keys())]);
    heard();
    if (isAgain) freed();
    isAgain = true;
  };
  const work = async () => {
    while (!closing.signal.aborted) {
      const wasOpen = connection !== null;
      try {
        // A connection that died in silence would be listened to for ever.
        await (connection ? connection.query("SELECT 1") : open());
        await rest(LOOK_MS, closing.signal);
      } catch {
        lose();
        if (!wasOpen) await rest(AGAIN_MS, closing.signal);
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
      const payloads = [...byChannel.values()].map((text) => (text.length > LONGEST ? "" : text));
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
    /**
     * Tells the other hosts that there is something new. Calls while one notification is on its way are combined into
     * one more.
     */
    notify: (audience: Audience): void => {
      isForAll ||= audience.all;
      for (const id of audience.games) games.add(id);
      if (!telling) void tell();
    },
    narrow: (isAll: () => boolean): void => {
      looksAtAll = isAll;
      connection?.query(`UNLISTEN *; LISTEN ${CHANNEL}`).catch(() => {});
    },
    /** The games whose play is to be heard of; null for all. */
    entered: (): readonly string[] | null =>
      looksAtAll === null || looksAtAll() ? null : [...entered.values()].flatMap((games) => [...games]),
    /** Whether everything is to be heard of, though not at once. */
    isAll: () => looksAtAll?.() ?? false,
    enter: async (id: string): Promise<void> => {
      const channel = channelOf(id);
      const here = entered.get(channel) ?? new Set();
      if (here.size === 0 && wanted.push(channel) === 1)
        listened = Promise.resolve().then(() => {
          const channels = wanted;
          wanted = [];
          // Where the connection is lost, all are listened to once it is there again, and what was missed is read.
          return listenTo(channels).catch(() => {});
        });
      entered.set(channel, here.add(id));
      // Another game may have brought the channel a moment ago: it is listened to in order.
      await listened;
    },
    leave: (id: string): void => {
      const channel = channelOf(id);
      const here = entered.get(channel);
      if (!here?.delete(id) || here.size > 0) return;
      entered.delete(channel);
      connection?.query(`UNLISTEN ${channel}`).catch(() => {});
    },
    /** Asks the other hosts for priority with an aggregate. */
    requestPriority: (league: string): void => {
      connection?.query("SELECT pg_notify($1, $2)", [CHANNEL, `${TURN}${league}`]).catch(() => {});
    },
    /** Tells the other hosts that leases are free. */
    free: async (): Promise<void> => {
      await connection?.query("SELECT pg_notify($1, $2)", [CHANNEL, FREE]).catch(() => {});
    },
    onPriorityRequest: turns.listen,
    close: async (): Promise<void> => {
      closing.abort();
      lose();
      await working;
    },
  };
}
