import type { HostProcess } from "../../test/support/host-process.ts";
import { type Cluster, provideCluster } from "../../test/support/postgres.ts";
import type { Figure, Section } from "../section.ts";
import { hostsOf, openGamesAt } from "../support/cluster-hosts.ts";
import { timed } from "../support/measure.ts";
import { databaseMs, processorMs } from "../support/processor.ts";

const HOSTS = [1, 2, 4, 8] as const;
/** At each host: with fewer, fewer moves share a transaction. */
const GAMES = 100;
/** Rounds that are played before it counts, and after; in each there is a move in every game. */
const WARM_UP = 12;
const ROUNDS = 15;

interface Spent {
  readonly moves: number;
  readonly ms: number;
  readonly hostMs: number;
  readonly databaseMs: number;
  readonly transactions: number;
}

interface Contests {
  /** Both players of a game at the same host, the second one at the next, and both at one of hosts that share nothing. */
  readonly together: Spent;
  readonly apart: Spent;
  readonly strangers: Spent;
}

/** The cost of a move with more and more hosts on one database. */
export const hosts: Section = {
  name: "hosts",
  title: `A move with several hosts on one PostgreSQL, nobody else looking; ${GAMES} games a host at once. Hosts, database and callers share the machine`,
  run: async (say) => {
    const provided = await provideCluster("fsync=on");
    if (typeof provided === "string") {
      say(provided);
      return [];
    }
    await using cluster = provided;
    const all: (readonly [number, Contests])[] = [];
    for (const count of HOSTS) {
      say(`${count} at once`);
      all.push([count, await contests(cluster, count)]);
    }
    return all.flatMap(([count, spent]) => figuresOf(count, spent, all[0]?.[1].apart ?? spent.apart));
  },
};

async function contests(cluster: Cluster, count: number): Promise<Contests> {
  await using opened = new AsyncDisposableStack();
  const served = await hostsOf(opened, cluster, count);
  const together = await contest(cluster, served, 0);
  if (count === 1) return { together, apart: together, strangers: together };
  const apart = await contest(cluster, served, 1);
  // The processor's caches and the transactions are shared among more programs, whatever these have to do with each other.
  await opened.disposeAsync();
  await using own = new AsyncDisposableStack();
  return { together, apart, strangers: await contest(cluster, await hostsOf(own, cluster, count, "nothing"), 0) };
}

function figuresOf(count: number, { together, apart, strangers }: Contests, alone: Spent): readonly Figure[] {
  const who = count === 1 ? "1 host" : `${count} hosts`;
  const figure = (name: string, unit: Figure["unit"], of: (spent: Spent) => number, spent = apart): Figure => ({
    name: `${who}: ${name}`,
    value: of(spent),
    unit,
    against: count === 1 ? null : { name: "1 host", value: of(alone) },
  });
  const processor = ({ hostMs, moves }: Spent) => hostMs / moves;
  return [
    figure("processor time of all hosts, a move", "ms", processor),
    ...(count === 1
      ? []
      : [
          figure("the same, both players at one host", "ms", processor, together),
          {
            ...figure("processor time of all hosts, a move", "ms", processor),
            against: { name: `${who}, each with its own database`, value: processor(strangers) },
          },
        ]),
    figure("processor time of the database, a move", "ms", ({ databaseMs: ms, moves }) => ms / moves),
    figure("transactions of the database, 100 moves", "requests", ({ transactions: n, moves }) => (n * 100) / moves),
    figure("moves", "per s", ({ ms, moves }) => (moves * 1000) / ms),
  ];
}

/** Plays games between players at hosts that are so many places apart. */
async function contest(cluster: Cluster, served: readonly HostProcess[], apart: 0 | 1): Promise<Spent> {
  const plays = await openGamesAt(served, GAMES * served.length, apart);
  const round = () => Promise.all(plays.map((play) => play()));
  for (let done = 0; done < WARM_UP; done += 1) await round();
  const hostMs = () => served.reduce((sum, { pid }) => sum + processorMs(pid), 0);
  const transactions = async () => {
    const [row] = await cluster.ask("SELECT sum(xact_commit)::float8 AS n FROM pg_stat_database");
    return Number(row?.n);
  };
  const before = [hostMs(), databaseMs(cluster.folder), await transactions()] as const;
  const ms = await timed(async () => {
    for (let done = 0; done < ROUNDS; done += 1) await round();
  });
  return {
    moves: plays.length * ROUNDS,
    ms,
    hostMs: hostMs() - before[0],
    databaseMs: databaseMs(cluster.folder) - before[1],
    transactions: (await transactions()) - before[2],
  };
}
