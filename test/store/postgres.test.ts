import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { afterEach, describe, expect, test, vi } from "vitest";
import { readDatabaseAddress } from "../../src/main/store/address.ts";
import { connectAlone } from "../../src/main/store/postgres/connections.ts";
import { migrate } from "../../src/main/store/postgres/open.ts";
import { postgresSchema } from "../../src/main/store/postgres/schema.ts";
import { openPostgresStore } from "../../src/main/store/postgres/store.ts";
import type { Schema } from "../../src/main/store/schema.ts";
import type { Store } from "../../src/main/store/store.ts";
import { needs } from "../support/needs.ts";
import { ownCluster } from "../support/own-cluster.ts";
import { noPooler, startPooler } from "../support/pooler.ts";
import { noPostgres } from "../support/postgres.ts";
import { createWire } from "../support/wire.ts";
import { storeContract } from "./contract.ts";
import { follow, freshAddress, keep, keptBy, newGame, newLeague, wordOf } from "./support.ts";

describe.skipIf(noPostgres)("a store in PostgreSQL", needs("PostgreSQL"), () => {
  const cluster = ownCluster();
  storeContract("the contract of every store", async () => openPostgresStore(await freshAddress(cluster)));

  const opened: Store[] = [];
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });

  const open = async (text: string, said: string[] = []) => {
    const address = readDatabaseAddress(text);
    if (!address.ok) throw new Error(address.message);
    const store = await openPostgresStore(address.value, (message) => said.push(message));
    opened.push(store);
    return store;
  };
  /** A store whose connections a test can cut, freeze and refuse. */
  const openByWire = async (stack: AsyncDisposableStack) => {
    const wire = stack.adopt(await createWire(cluster.folder), (each) => each.close());
    const address = await cluster.fresh();
    const store = await open(address.replace(encodeURIComponent(cluster.folder), encodeURIComponent(wire.folder)));
    return { wire, address, store };
  };
  /** Everything in the log, which has no gaps and tells each thing once. */
  const logOf = async (store: Store) => {
    const entries = await store.entriesAfter(0, 100_000);
    expect(entries.map(({ id }) => id)).toEqual(entries.map((_, index) => index + 1));
    return entries.map(wordOf);
  };

  test("a store in PostgreSQL is made once by hosts that start together, and is left alone where a newer Kibitz made it", async () => {
    const address = await cluster.fresh();
    const stores = await Promise.all([1, 2, 3].map(() => open(address)));
    for (const [index, store] of stores.entries()) await keep(store, newGame(`100${index}`));
    for (const store of stores) expect(await logOf(store)).toEqual(["1000", "1001", "1002"]);

    const schema = /search_path%3D(\w+)/.exec(address)?.[1];
    await cluster.ask(`UPDATE ${schema}.kibitz_schema SET version = 99`);
    await expect(open(address)).rejects.toThrow(/cannot be used: it is of version 99, and this Kibitz knows up to \d+/);
    expect(await cluster.ask(`SELECT version FROM ${schema}.kibitz_schema`)).toEqual([{ version: 99 }]);
    await cluster.ask(`UPDATE ${schema}.kibitz_schema SET version = 5`);
    await expect(open(address)).rejects.toThrow(
      /cannot be used: it is of version 5, from before the first release.*choose another place for its data/,
    );
  });

  test("a database in PostgreSQL of a released form is brought up to date, or stays as it was and says why", async () => {
    const address = readDatabaseAddress(await cluster.fresh());
    if (!address.ok) throw new Error(address.message);
    const line = await connectAlone(address.value);
    try {
      const released: Schema = { first: 4, make: "CREATE TABLE games (id text, name text)", upgrades: [] };
      const state = async () => [
        (await line.query("SELECT version FROM kibitz_schema")).rows,
        (await line.query("SELECT * FROM games")).rows,
      ];
      await migrate(line, released);
      await line.query("INSERT INTO games VALUES ('1000', 'One')");
      const upgrades = ["ALTER TABLE games ADD COLUMN plies integer", "CREATE TABLE games (x integer)"];
      await expect(migrate(line, { ...released, upgrades })).rejects.toThrow(
        /^it could not be brought to version 6: .*"games" already exists/,
      );
      expect(await state()).toEqual([[{ version: 4 }], [{ id: "1000", name: "One" }]]);
      const today = { ...released, upgrades: [...upgrades.slice(0, 1), "UPDATE games SET plies = length(name)"] };
      await migrate(line, today);
      const upgraded = [[{ version: 6 }], [{ id: "1000", name: "One", plies: 3 }]];
      expect(await state()).toEqual(upgraded);
      await migrate(line, today);
      expect(await state()).toEqual(upgraded);
    } finally {
      await line.end();
    }
  });

  test("a database in PostgreSQL of each released version has the columns of a new one once it is upgraded", async () => {
    const columnsAfter = async (...schemas: Schema[]) => {
      const address = readDatabaseAddress(await cluster.fresh());
      if (!address.ok) throw new Error(address.message);
      const line = await connectAlone(address.value);
      try {
        for (const each of schemas) await migrate(line, each);
        const text = `SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns
          WHERE table_schema = current_schema() ORDER BY 1, 2`;
        return (await line.query(text)).rows;
      } finally {
        await line.end();
      }
    };
    const today = await columnsAfter(postgresSchema);
    for (
      let version = postgresSchema.first;
      version < postgresSchema.first + postgresSchema.upgrades.length;
      version += 1
    ) {
      const make = readFileSync(new URL(`./fixtures/postgres-${version}.sql`, import.meta.url), "utf8");
      expect(await columnsAfter({ first: version, make, upgrades: [] }, postgresSchema)).toEqual(today);
    }
  });

  test("a change reads the rows that it needs and no others in a database that has no statistics yet", async () => {
    const address = await cluster.fresh();
    const store = await open(address);
    const games = Array.from({ length: 300 }, (_, index) => newGame(`${1000 + index}`));
    for (const game of games) await keep(store, game, follow(game, "hello"));
    await store.close();

    const schema = /search_path%3D(\w+)/.exec(address)?.[1];
    // A connection tells at its end how much it has read.
    await expect
      .poll(async () => {
        const [found] = await cluster.ask(
          `SELECT n_tup_upd::integer AS changed, (seq_tup_read + idx_tup_fetch)::integer AS read
           FROM pg_stat_user_tables WHERE schemaname = '${schema}' AND relname = 'games'`,
        );
        return found;
      })
      .toEqual({ changed: games.length, read: expect.toSatisfy((read: number) => read <= 4 * games.length) });
  });

  test("a store in PostgreSQL says what makes it less safe, and never what its address holds", async () => {
    const said: string[] = [];
    await open(await cluster.fresh(), said);
    expect(said).toEqual([
      expect.stringMatching(/^the database postgres:\/\/\/postgres\?host=.+ has fsync off: moves/),
    ]);
    const wrong = ["postgres://kibitz:geheim@127.0.0.1:1/none", "postgres://kibitz:geheim@/none?host=/nowhere"];
    for (const address of wrong) {
      const refused = await open(address).catch(String);
      expect(refused).toMatch(/cannot be used: .*see whether the database runs and can be reached/);
      expect(refused).not.toContain("geheim");
    }
    for (const text of ["postgres://kibitz:ge#heim@host/x", "mysql://kibitz:geheim@host/x", "geheim", "postgres://h"]) {
      const read = readDatabaseAddress(text);
      expect(read).toMatchObject({ ok: false, code: "INVALID_ARGUMENT" });
      expect(JSON.stringify(read)).not.toMatch(/geheim|heim@/);
    }
  });

  test.skipIf(noPooler)(
    "a store in PostgreSQL refuses a pooler in transaction mode, and says so",
    needs("PgBouncer"),
    async () => {
      const taking = "ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout,options";
      const through = ({ folder }: { readonly folder: string }) => `postgres://kibitz@/postgres?host=${folder}`;
      {
        await using strict = await startPooler(cluster.folder, "transaction");
        await expect(open(through(strict))).rejects.toThrow(/a pooler stands before it that does not take what is set/);
      }
      {
        await using loose = await startPooler(cluster.folder, "transaction", taking);
        await expect(open(through(loose))).rejects.toThrow(
          /a pooler stands before it that gives each transaction another/,
        );
      }
      await using session = await startPooler(cluster.folder, "session", taking);
      const store = await open(through(session));
      await keep(store, newGame("1000"));
      expect(await logOf(store)).toEqual(["1000"]);
    },
  );

  test("a store in PostgreSQL lets one of several hosts win, and orders what all of them keep", async () => {
    const address = await cluster.fresh();
    const stores = await Promise.all([1, 2, 3].map(() => open(address)));
    const games = Array.from({ length: 20 }, (_, index) => newGame(String(1_000 + index)));
    // Everybody makes every game, each with a league of the same number, and in another order.
    const made = await Promise.all(
      stores.flatMap((store, host) =>
        games
          .map((_, index) => games[(index * (host * 2 + 1)) % games.length] ?? newGame("none"))
          .map((game) => store.commit([game, newLeague(game.id)], 2_000)),
      ),
    );
    expect(made.filter(({ ok }) => ok)).toHaveLength(20);
    for (const each of made) if (!each.ok) expect(each.code).toBe("CONFLICT");
    // Everybody goes on from the same version, with two games in one commit, one way round and the other.
    const wins: string[] = [];
    await Promise.all(
      stores.map(async (store, host) => {
        const [one, other] = host % 2 === 0 ? [newGame("1000"), newGame("1001")] : [newGame("1001"), newGame("1000")];
        for (let round = 0; round < 30; round += 1) {
          const at = async (game: typeof one) => ({
            ...game,
            expectedVersion: (await store.game(game.id))?.version ?? 0,
          });
          const [a, b] = [await at(one), await at(other)];
          const word = `${host}:${round}`;
          const kept = await store.commit(
            [a, b].map((game) => ({ ...game, events: [{ type: "said", seat: "white", message: word } as const] })),
            2_000,
          );
          if (kept.ok) wins.push(word, word);
          else expect(kept.code).toBe("CONFLICT");
        }
      }),
    );
    for (const store of stores) {
      expect((await logOf(store)).slice(40).toSorted()).toEqual(wins.toSorted());
      for (const id of ["1000", "1001"])
        expect((await store.log(id, 0)).map(({ seq }) => seq)).toEqual(
          Array.from({ length: wins.length / 2 + 1 }, (_, index) => index + 1),
        );
    }
  });

  test("a store in PostgreSQL hears of what all hosts keep, in one order and once, also after nobody told of it", async () => {
    const address = await cluster.fresh();
    const stores = await Promise.all([1, 2, 3].map(() => open(address)));
    const heard = stores.map((store) => {
      const numbers: number[] = [];
      store.subscribe(({ entries }) => numbers.push(...entries.map(({ id }) => id)));
      return numbers;
    });
    const everything = async (last: number) => {
      const all = Array.from({ length: last }, (_, index) => index + 1);
      for (const numbers of heard) await vi.waitFor(() => expect(numbers).toEqual(all), { timeout: 30_000 });
    };
    const play = (round: number) =>
      Promise.all(
        stores.map(async (store, host) => {
          let last = newGame(`1${host}${round}`);
          await keep(store, last);
          for (let line = 0; line < 8; line += 1) {
            last = follow(last, `${host}:${line}`, "and");
            await keep(store, last);
          }
        }),
      );
    await play(0);
    await everything(3 * 17);
    // Those who listened are cut off, and all others as well.
    await cluster.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'kibitz%'");
    await play(1);
    await everything(2 * 3 * 17);
  });

  test("a store in PostgreSQL is told of what another host keeps, ten times in a row, where it never looks by itself", async () => {
    const address = await cluster.fresh();
    vi.useFakeTimers({ toFake: ["setInterval"] });
    const [one, other] = [await open(address), await open(address)];
    vi.useRealTimers();
    const listening = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%'";
    await vi.waitFor(async () => expect(await cluster.ask(listening)).toHaveLength(2), { timeout: 20_000 });
    let last = newGame("2000");
    await keep(one, last);
    for (let line = 0; line < 10; line += 1) {
      last = follow(last, `line ${line}`);
      const told = Promise.withResolvers<void>();
      const stop = other.subscribe(() => told.resolve());
      await keep(one, last);
      await told.promise;
      stop();
    }
  });

  test("a store in PostgreSQL refuses while the database is away, and goes on when it is back", async () => {
    const store = await open(await cluster.fresh());
    const heard: string[] = [];
    store.subscribe(({ entries }) => heard.push(...entries.map(wordOf)));
    const one = newGame("1000");
    await keep(store, one);
    await cluster.stop("immediate");
    for (const line of ["a", "b"])
      expect(await store.commit([follow(one, line)], 2_000)).toMatchObject({
        code: "STORAGE_FAILED",
        message: expect.stringMatching(
          /^This could not be saved, so it did not happen .+ Nothing is lost; see whether the/,
        ),
      });
    await expect(store.game("1000")).rejects.toThrow();
    await expect(store.beat(1)).rejects.toThrow();
    await cluster.start();
    await keep(store, follow(one, "c"));
    expect(await logOf(store)).toEqual(["1000", "c"]);
    expect(heard).toEqual(["1000", "c"]);

    // Shut down in good order, and back before anybody asks.
    await cluster.stop();
    await cluster.start();
    expect(await store.game("1000")).toMatchObject({ version: 2 });
    await keep(store, follow(follow(one, "c"), "d"));
    expect(heard).toEqual(["1000", "c", "d"]);
  });

  test("a store in PostgreSQL asks once for all who wait where nothing can be kept", async () => {
    await using stack = new AsyncDisposableStack();
    const { wire, store } = await openByWire(stack);
    await keep(store, newGame("1000"));
    wire.refuse();
    const before = wire.comers();
    const asked = Array.from({ length: 200 }, (_, index) => store.commit([newGame(String(2_000 + index))], 2_000));
    for (const answer of await Promise.all(asked)) expect(answer).toMatchObject({ code: "STORAGE_FAILED" });
    expect(wire.comers() - before).toBeLessThan(40);
  });

  test("a store in PostgreSQL connects before the first commit, and tries again where a connection is refused for a moment", async () => {
    await using stack = new AsyncDisposableStack();
    const { wire, store } = await openByWire(stack);
    wire.silenceNew();
    const one = newGame("1000");
    await keep(store, one);
    await using other = new AsyncDisposableStack();
    const { wire: restarting, store: second } = await openByWire(other);
    restarting.refuse();
    const before = restarting.comers();
    const asked = second.commit([one], 2_000);
    await vi.waitFor(() => expect(restarting.comers()).toBeGreaterThan(before + 1));
    restarting.admit();
    keptBy(await asked);
  });

  test("a store in PostgreSQL finds out what became of a commit whose answer was lost, and of a connection that fell silent", {
    tags: "edge",
  }, async () => {
    await using stack = new AsyncDisposableStack();
    const { wire, store } = await openByWire(stack);
    const heard: string[] = [];
    store.subscribe(({ entries }) => heard.push(...entries.map(wordOf)));
    let last = newGame("1000");
    await keep(store, last);
    for (const when of ["before", "after"] as const) {
      wire.cutAt("COMMIT", when);
      last = follow(last, `cut ${when}`);
      expect(keptBy(await store.commit([last], 2_000))).toMatchObject([{ id: last.expectedVersion + 1 }]);
    }
    wire.freeze();
    last = follow(last, "silent");
    const [kept, read] = await Promise.all([store.commit([last], 2_000), store.game("1000")]);
    keptBy(kept);
    expect(read).toMatchObject({ id: "1000" });
    expect(await logOf(store)).toEqual(["1000", "cut before", "cut after", "silent"]);
    expect(heard).toEqual(["1000", "cut before", "cut after", "silent"]);
  });

  test("a store in PostgreSQL does not have a commit wait for looks that nobody answers, where new connections are silent as well", {
    tags: "edge",
  }, async () => {
    await using stack = new AsyncDisposableStack();
    vi.useFakeTimers({ toFake: ["setInterval"] });
    stack.defer(() => void vi.useRealTimers());
    const { wire, store } = await openByWire(stack);
    await keep(store, newGame("1000"));
    wire.silence();
    // It has looked for a minute what other hosts kept.
    vi.advanceTimersByTime(60_000);
    const asked = performance.now();
    expect(await store.commit([newGame("1001")], 2_000)).toMatchObject({
      code: "STORAGE_FAILED",
      message: expect.stringMatching(/\(it took no connection in 5 s: .*\)\. .*see whether the database runs/),
    });
    // To wait for an answer and then for another connection takes ten seconds.
    expect(performance.now() - asked).toBeLessThan(15_000);
  });

  test("a store in PostgreSQL opens no more connections where all that there are for reading are busy", async () => {
    await using stack = new AsyncDisposableStack();
    const { wire, address, store } = await openByWire(stack);
    await keep(store, newGame("1000"));
    const locking = stack.adopt(new Client(address), (client) => client.end());
    await locking.connect();
    await locking.query("BEGIN; LOCK TABLE games");
    const before = wire.comers();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    stack.defer(() => void vi.useRealTimers());
    const read = Array.from({ length: 20 }, () => store.game("1000"));
    const waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    while ((await cluster.ask(waiting)).length < 8) await delay(20);
    vi.advanceTimersByTime(5_000);
    // Those who have waited so long for a connection ask again.
    await delay(0);
    await locking.query("COMMIT");
    for (const game of await Promise.all(read)) expect(game).toMatchObject({ id: "1000" });
    expect(wire.comers() - before).toBeLessThanOrEqual(8);
  });
});
