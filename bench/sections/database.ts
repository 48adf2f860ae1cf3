import { Client } from "pg";
import type { HostProcess } from "../../test/support/host-process.ts";
import { type Cluster, provideCluster } from "../../test/support/postgres.ts";
import type { Figure, Section } from "../section.ts";
import { hostsOf, openGamesAt } from "../support/cluster-hosts.ts";
import { timed } from "../support/measure.ts";
import { startKibitz } from "../support/processes.ts";
import { databaseMs, processorMs } from "../support/processor.ts";

/** Rounds that are played before it counts. */
const WARM_UP = 4;
/** Bare transactions between two rounds. */
const COMMITS = 10;
/** Games at once, and rounds in which a move is made in each. */
const CONTESTS = [
  { games: 1, rounds: 25 },
  { games: 100, rounds: 10 },
] as const;
const HOSTS = [1, 2, 3] as const;

/** How many moves a second are acknowledged that are kept in PostgreSQL, by one host and by several. */
export const database: Section = {
  name: "database",
  title:
    "Acknowledged moves over HTTP with PostgreSQL (a socket, fsync on), against SQLite and single-row transactions. Hosts, " +
    "database and callers share the machine",
  run: async (say) => {
    const provided = await provideCluster("fsync=on");
    if (typeof provided === "string") {
      say(provided);
      return [];
    }
    await using cluster = provided;
    await using opened = new AsyncDisposableStack();
    const onFile = opened.use(await startKibitz());
    await using bare = await openBare(cluster.folder);
    const figures: Figure[] = [];
    const alone = await hostsOf(opened, cluster, 1);
    const places = new Map([[1, alone]]);
    for (const hosts of HOSTS.slice(1)) places.set(hosts, await hostsOf(opened, cluster, hosts));
    for (const { games, rounds } of CONTESTS) {
      say(`${games} at once`);
      const onBase = games === 1 ? [alone] : [...places.values()];
      const contests = await Promise.all([[onFile.line], ...onBase].map((hosts) => openContest(hosts, games)));
      let bareMs = 0;
      // They take turns, because the disk is quick in one moment and slow in the next.
      for (let round = 0; round < WARM_UP + rounds; round += 1) {
        for (const contest of contests) await contest.play(cluster, round >= WARM_UP);
        const took = await timed(() => bare.commits(COMMITS));
        if (round >= WARM_UP) bareMs += took;
      }
      const perSecond = (done: number, ms: number) => (rounds * done * 1000) / ms;
      const [file, ...bases] = contests.map(({ spent }) => spent);
      const name = `finishTurn, ${games} ${games === 1 ? "game" : "games at once"}`;
      const transactions = { name: "single-row transactions, one by one", value: perSecond(COMMITS, bareMs) };
      for (const [index, { ms, hostMs, databaseMs }] of bases.entries()) {
        const who = index === 0 ? name : `${name}, ${index + 1} hosts`;
        const value = perSecond(games, ms);
        const against = { name: "on SQLite", value: perSecond(games, file?.ms ?? 0) };
        figures.push({ name: who, value, unit: "per s", against });
        figures.push({ name: who, value, unit: "per s", against: transactions });
        if (games === 1) continue;
        const each = (sum = Number.NaN) => sum / (rounds * games);
        const ofFile = { name: "on SQLite", value: each(file?.hostMs) };
        figures.push({
          name: "  processor time of the hosts, a move",
          value: each(hostMs),
          unit: "ms",
          against: ofFile,
        });
        const ofHosts = { name: "of the hosts", value: each(hostMs) };
        figures.push({ name: "  of the database", value: each(databaseMs), unit: "ms", against: ofHosts });
      }
    }
    return figures;
  },
};

/** Games at some hosts, the players of each at two of them. A round is a move in each. */
async function openContest(hosts: readonly HostProcess[], games: number) {
  const plays = await openGamesAt(hosts, games, 1);
  const spent = { ms: 0, hostMs: 0, databaseMs: 0 };
  const hostMs = () => hosts.reduce((sum, { pid }) => sum + processorMs(pid), 0);
  return {
    spent,
    play: async (cluster: Cluster, counts: boolean): Promise<void> => {
      const before = [hostMs(), databaseMs(cluster.folder)] as const;
      const ms = await timed(() => Promise.all(plays.map((play) => play())));
      if (!counts) return;
      spent.ms += ms;
      spent.hostMs += hostMs() - before[0];
      spent.databaseMs += databaseMs(cluster.folder) - before[1];
    },
  };
}

async function openBare(folder: string): Promise<AsyncDisposable & { commits(count: number): Promise<void> }> {
  const client = new Client({ host: folder, user: "kibitz", database: "postgres" });
  await client.connect();
  await client.query("CREATE TABLE bare (id integer PRIMARY KEY, body text NOT NULL); INSERT INTO bare VALUES (1, '')");
  const body = "x".repeat(100);
  return {
    commits: async (count) => {
      for (let done = 0; done < count; done += 1) await client.query("UPDATE bare SET body = $1 WHERE id = 1", [body]);
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}
