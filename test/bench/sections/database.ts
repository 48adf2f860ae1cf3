import { Client } from "pg";
import { noPostgres, startCluster } from "../../support/postgres.ts";
import type { Figure, Section } from "../section.ts";
import { openAgentGame } from "../support/agent-game.ts";
import { httpCaller } from "../support/callers.ts";
import { longGame } from "../support/long-game.ts";
import { timed } from "../support/measure.ts";
import { startKibitz } from "../support/processes.ts";

/** Rounds that are played before it counts. */
const WARM_UP = 10;
const ROUNDS = 80;
/** Bare transactions between two rounds. */
const COMMITS = 4;

/** How many moves a second a host acknowledges whose games are in PostgreSQL, against SQLite and the bare database. */
export const database: Section = {
  name: "database",
  title:
    "Acknowledged moves over HTTP with PostgreSQL (a socket, fsync on), against SQLite and single-row transactions",
  run: async (say) => {
    if (noPostgres) {
      say("PostgreSQL is not installed");
      return [];
    }
    await using cluster = await startCluster("fsync=on");
    await using onFile = await startKibitz();
    await using onDatabase = await startKibitz({ env: { KIBITZ_DATABASE: await cluster.fresh() } });
    await using bare = await openBare(cluster.folder);
    const figures: Figure[] = [];
    for (const games of [1, 100]) {
      say(`${games} at once`);
      const [file, base] = await Promise.all(
        [onFile, onDatabase].map(({ line }) =>
          Promise.all(Array.from({ length: games }, () => openAgentGame(httpCaller(line), longGame()))),
        ),
      );
      if (!file || !base) continue;
      const spent = { file: 0, base: 0, bare: 0 };
      // They take turns, because the disk is quick in one moment and slow in the next.
      for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
        const onBase = await timed(() => Promise.all(base.map((play) => play())));
        const onDisk = await timed(() => Promise.all(file.map((play) => play())));
        const commits = await timed(async () => {
          for (let count = 0; count < COMMITS; count += 1) await bare.commit();
        });
        if (round < WARM_UP) continue;
        spent.base += onBase;
        spent.file += onDisk;
        spent.bare += commits;
      }
      const perSecond = (done: number, ms: number) => (ROUNDS * done * 1000) / ms;
      const value = perSecond(games, spent.base);
      const name = `finishTurn, ${games} ${games === 1 ? "game" : "games at once"}`;
      const transactions = { name: "single-row transactions, one by one", value: perSecond(COMMITS, spent.bare) };
      figures.push({ name, value, unit: "per s", against: { name: "on SQLite", value: perSecond(games, spent.file) } });
      figures.push({ name, value, unit: "per s", against: transactions });
    }
    return figures;
  },
};

async function openBare(folder: string): Promise<AsyncDisposable & { commit(): Promise<void> }> {
  const client = new Client({ host: folder, user: "kibitz", database: "postgres" });
  await client.connect();
  await client.query("CREATE TABLE bare (id integer PRIMARY KEY, body text NOT NULL); INSERT INTO bare VALUES (1, '')");
  const body = "x".repeat(100);
  return {
    commit: async () => void (await client.query("UPDATE bare SET body = $1 WHERE id = 1", [body])),
    [Symbol.asyncDispose]: () => client.end(),
  };
}
