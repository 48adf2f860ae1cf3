import { silentLog } from "../../src/main/base/log.ts";
import { joinCluster } from "../../src/main/cluster/sharing.ts";
import { createAuthority } from "../../src/main/games/authority.ts";
import { createGames } from "../../src/main/games/games.ts";
import type { DatabaseAddress } from "../../src/main/store/address.ts";
import type { Cluster as Hosts } from "../../src/main/store/cluster.ts";
import type { LeaseTimes } from "../../src/main/store/postgres/held-leases.ts";
import { openPostgresStore } from "../../src/main/store/postgres/store.ts";
import type { Store } from "../../src/main/store/store.ts";
import type { Result } from "../../src/shared/result.ts";
import type { Cluster } from "../support/postgres.ts";

/** Looks at its leases all the time. */
export const quick: LeaseTimes = { lease: 60_000, renewal: 30 };
/** Looks once: what happens to its leases later it hears only from those who refuse its writes, as one that sleeps. */
export const sleeper: LeaseTimes = { lease: 3_600_000, renewal: 1_800_000 };

const schemaOf = ({ text }: DatabaseAddress) => /search_path%3D(\w+)/.exec(text)?.[1];
/** A table of the database at an address, as its owner names it. */
export const tableAt = (address: DatabaseAddress, name: string): string => `${schemaOf(address)}.${name}`;

/** Has all leases of the host end that has them all: the others take it for dead. */
export async function declareDead(cluster: Pick<Cluster, "ask">, address: DatabaseAddress): Promise<void> {
  const leases = tableAt(address, "leases");
  await cluster.ask(
    `UPDATE ${leases} SET expires_at = clock_timestamp() - interval '1 second'
     WHERE holder = (SELECT holder FROM ${leases} WHERE key = 'leagues')`,
  );
}

/** The live games of one of several hosts, in this process. */
export async function openGamesHost(address: DatabaseAddress, times: LeaseTimes = quick) {
  const below = await openPostgresStore(address, undefined, times);
  const hosts = below.cluster;
  if (!hosts) throw new Error("a database is for several hosts");
  /** Milliseconds by which its clock is behind, for which it has stood still, and which it believes to have missed. */
  const time = { behind: 0, slept: 0 };
  /** Commits wait for the one, and questions about a game for the other. */
  const gate = { pass: async (): Promise<void> => {}, read: async (): Promise<void> => {} };
  const commits: { readonly ids: readonly string[]; readonly answer: Result<unknown> }[] = [];
  const reads: string[] = [];
  const noted =
    <Asked extends readonly unknown[], Answer>(name: string, read: (...asked: Asked) => Answer) =>
    (...asked: Asked): Answer => {
      reads.push(name);
      return read(...asked);
    };
  const { game, games, log, logs } = below;
  const store: Store & { readonly cluster: Hosts } = {
    ...below,
    game: noted("game", async (id: string) => {
      await gate.read();
      return game(id);
    }),
    games: noted("games", games),
    log: noted("log", log),
    logs: noted("logs", logs),
    commit: async (changes, at, duty) => {
      await gate.pass();
      const answer = await below.commit(changes, at, duty);
      commits.push({ ids: changes.map(({ id }) => id), answer });
      return answer;
    },
    // A host that stands still gives no heartbeat.
    beat: async (now) => {
      if (time.slept === 0) await below.beat(now);
    },
    cluster: { ...hosts, arrive: (awakeUntil) => hosts.arrive(awakeUntil === null ? null : awakeUntil - time.slept) },
  };
  const { connections, sharing } = await joinCluster(store.cluster, "mark", address);
  const authority = createAuthority("secret", connections);
  const now = () => hosts.now() - time.behind;
  const liveGames = createGames({ store, sharing, authority, log: silentLog, now, missedMs: () => time.slept });
  return {
    store,
    games: liveGames,
    authority,
    connections,
    time,
    gate,
    now,
    commits,
    reads,
    [Symbol.asyncDispose]: async () => {
      await liveGames.close();
      await store.close();
    },
  };
}
