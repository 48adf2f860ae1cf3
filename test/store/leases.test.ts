import { afterEach, describe, expect, test, vi } from "vitest";
import type { DatabaseAddress } from "../../src/main/store/address.ts";
import type { Row } from "../../src/main/store/columns.ts";
import { openLine } from "../../src/main/store/postgres/connections.ts";
import { holdLeases, takeLeasesQuery } from "../../src/main/store/postgres/held-leases.ts";
import { createSharedClock } from "../../src/main/store/postgres/shared-clock.ts";
import {
  FULL_WEIGHT,
  hostKey,
  type LeaseRow,
  leaseChangesFor,
  shareOf,
  transferKey,
} from "../../src/main/store/postgres/shares.ts";
import { openPostgresStore } from "../../src/main/store/postgres/store.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import type { Duty, Store } from "../../src/main/store/store.ts";
import { openPostgresEnd, takeTransferLease } from "../../src/main/store/transfer/postgres-end.ts";
import { needs } from "../support/needs.ts";
import { ownCluster } from "../support/own-cluster.ts";
import { noPostgres } from "../support/postgres.ts";
import { createWire } from "../support/wire.ts";
import { follow, freshAddress, keep, newGame } from "./support.ts";

/** For what comes soon, on a busy machine, too. */
const patient = { timeout: 20_000, interval: 20 };

const all: readonly Duty[] = [
  "leagues",
  ...Array.from({ length: 40 }, (_, number) => ({ game: String(1_000 + number) })),
];
const heldBy = (store: Store): readonly Duty[] => all.filter((leased) => store.duties.holds(leased));

describe("shares", () => {
  const shares = [...new Set(Array.from({ length: 200 }, (_, number) => shareOf(String(10_000 + number))))].toSorted();
  const weight = FULL_WEIGHT;
  const host = (holder: string, isLive = true): LeaseRow => ({ key: hostKey(holder), holder, isLive, weight });
  const share = (number: number, holder: string, isLive = true): LeaseRow => ({
    key: shares[number] ?? "",
    holder,
    isLive,
    weight,
  });
  const leagues: LeaseRow = { key: "leagues", holder: "a", isLive: true, weight };
  const changes = (holder: string, leases: readonly LeaseRow[]) => leaseChangesFor(holder, weight, leases);

  test("shares are as many as there are, and games fall into all of them", () => {
    expect(shares).toHaveLength(8);
    expect(shareOf("1234")).toBe(shareOf("1234"));
  });

  test("one host takes all shares, two take half each, and three what is left of them", () => {
    expect(changes("a", [host("a")]).take.toSorted()).toEqual([...shares, "leagues"]);
    const two = [host("a"), host("b"), leagues];
    expect(changes("b", two).take).toHaveLength(4);
    const first = changes("a", two).take.map((key): LeaseRow => ({ key, holder: "a", isLive: true, weight }));
    const rest = changes("b", [...two, ...first]).take;
    expect([...first.map(({ key }) => key), ...rest].toSorted()).toEqual(shares);
    const three = [...two, host("c")];
    expect(changes("c", three).take).toHaveLength(3);
  });

  test("a host with more than its share gives one back, the others none", () => {
    const held = shares.map((_, number) => share(number, number < 6 ? "a" : "b"));
    const there = [host("a"), host("b"), leagues, ...held];
    expect(shares).toContain(changes("a", there).giveBack);
    expect(changes("b", there)).toEqual({ take: [], giveBack: null });
  });

  test("an ended lease is free, and a dead host has no share", () => {
    const held = shares.map((_, number) => share(number, "a", false));
    const there = [host("a", false), host("b"), { ...leagues, isLive: false }, ...held];
    expect(changes("b", there).take.toSorted()).toEqual([...shares, "leagues"]);
  });

  test("a host of less weight has fewer shares than the others, and all are somebody's", () => {
    const there = [host("a"), { ...host("b"), weight: 1 }, leagues];
    const ofA = changes("a", there).take;
    expect(ofA).toHaveLength(7);
    const rest = leaseChangesFor("b", 1, [...there, ...ofA.map((key) => ({ ...leagues, key }))]).take;
    expect([...ofA, ...rest].toSorted()).toEqual(shares);
    const held = shares.map((_, number) => share(number, number < 4 ? "a" : "b"));
    expect(shares).toContain(leaseChangesFor("b", 1, [...there, ...held]).giveBack);
    expect(leaseChangesFor("b", 1, [{ ...host("b"), weight: 1 }]).take).toEqual(expect.arrayContaining(shares));
  });
});

test("a store that one host has for itself entitles it to everything", async () => {
  const store = openSqliteStore(":memory:");
  expect(heldBy(store)).toEqual(all);
  expect(await store.commit([newGame("1000")], 1_000, "leagues")).toMatchObject({ ok: true });
});

test("leases that lapsed unnoticed and were renewed are told of, so that what was left out meanwhile is done", async () => {
  const holder = "this";
  const rows = [hostKey(holder), "leagues"].map((key) => ({
    key,
    holder,
    epoch: 1,
    own: true,
    live: true,
    time: 1_000,
  }));
  /** Holds the next answer back, and hears that it was asked for. */
  let held: { asked: PromiseWithResolvers<void>; answered: PromiseWithResolvers<void> } | null = null;
  const ask = async (text: string): Promise<Row[]> => {
    if (!text.includes("renewed")) return text === takeLeasesQuery ? rows : [];
    const waits = held;
    held = null;
    waits?.asked.resolve();
    await waits?.answered.promise;
    return rows;
  };
  let later = 0;
  const real = performance.now.bind(performance);
  using _ = vi.spyOn(performance, "now").mockImplementation(() => real() + later);
  const times = { lease: 60_000, renewal: 1 };
  const leases = holdLeases({ ask, holder, clock: createSharedClock(), remark: () => {}, times });
  await leases.start();
  const heard: boolean[] = [];
  leases.duties.listen(() => heard.push(leases.duties.holds("leagues")));
  const look = { asked: Promise.withResolvers<void>(), answered: Promise.withResolvers<void>() };
  // It is renewed just before it ends, and the answer comes just after, before any timer has its turn.
  later = 59_000;
  held = look;
  await look.asked.promise;
  later = 62_000;
  expect(leases.duties.holds("leagues")).toBe(false);
  look.answered.resolve();
  await vi.waitFor(() => expect(leases.duties.holds("leagues")).toBe(true), patient);
  expect(heard).toEqual([false, true]);
  await leases.close();
});

test("a lease that another host gives back while a host looks is taken soon, however seldom that host looks", async () => {
  const holder = "this";
  const [own, other] = [hostKey(holder), hostKey("other")];
  const rowOf = (key: string, by = holder, live = true) => ({
    key,
    holder: by,
    epoch: 1,
    own: by === holder,
    live,
    time: 1_000,
  });
  let isFree = false;
  const rows = () => [rowOf(own), rowOf(other, "other"), rowOf("leagues", "other", !isFree)];
  const taken: string[] = [];
  /** Called when the rows of a look have been read. */
  let whileLooking = () => {};
  const ask = async (text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    if (text === takeLeasesQuery) {
      const keys = values
        .flat()
        .map(String)
        .filter((key) => key === "leagues");
      taken.push(...keys);
      return keys.map((key) => rowOf(key));
    }
    if (!text.includes("renewed")) return [];
    const read = rows();
    whileLooking();
    return read;
  };
  const times = { lease: 120_000, renewal: 60_000 };
  const leases = holdLeases({ ask, holder, clock: createSharedClock(), remark: () => {}, busy: () => 0, times });
  whileLooking = () => {
    isFree = true;
    leases.lookSoon();
    whileLooking = () => {};
  };
  await leases.start();
  await vi.waitFor(() => expect(taken).toEqual(["leagues"]), patient);
  await leases.close();
});

describe.skipIf(noPostgres)("leases over one database", needs("PostgreSQL"), () => {
  const cluster = ownCluster();
  const opened: Store[] = [];
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });

  const open = async (address: DatabaseAddress, times = { lease: 1_500, renewal: 40 }) => {
    const store = await openPostgresStore(address, undefined, times);
    opened.push(store);
    return store;
  };
  const schemaOf = ({ text }: DatabaseAddress) => /search_path%3D(\w+)/.exec(text)?.[1];

  test("leases over one database are divided among hosts, come to the others when one ends, and each is one host's", async () => {
    const address = await freshAddress(cluster);
    // It gives nothing back for a while, in which the other one has nothing.
    const one = await open(address, { lease: 5_000, renewal: 1_000 });
    expect(heldBy(one)).toEqual(all);
    let heard = 0;
    one.duties.listen(() => {
      heard += 1;
    });
    const other = await open(address);
    expect(heldBy(other)).toEqual([]);
    const isDivided = (stores: readonly Store[]) => {
      const held = stores.map(heldBy);
      expect(held.flat()).toHaveLength(all.length);
      expect(new Set(held.flat())).toEqual(new Set(all));
      for (const own of held) expect(own.length).toBeGreaterThan(0);
    };
    await vi.waitFor(() => isDivided([one, other]), patient);
    await vi.waitFor(async () => {
      const rows = await cluster.ask(
        `SELECT count(*)::int AS n FROM ${schemaOf(address)}.leases WHERE key LIKE 'games/%' AND holder <> '' GROUP BY holder`,
      );
      expect(rows.map(({ n }) => n)).toEqual([4, 4]);
    }, patient);
    expect(heard).toBeGreaterThan(0);
    await one.close();
    expect(heldBy(one)).toEqual([]);
    await vi.waitFor(() => expect(heldBy(other)).toEqual(all), patient);
  });

  test("a host that is too busy hands games to the others, and has its part again once it is not", async () => {
    const address = await freshAddress(cluster);
    await (await open(address)).close();
    const line = openLine(address);
    const load = { busy: 0, idle: 0 };
    const hosts = (["busy", "idle"] as const).map((holder) =>
      holdLeases({
        ask: line.ask,
        holder,
        clock: createSharedClock(),
        busy: () => load[holder],
        remark: () => {},
        times: { lease: 30_000, renewal: 10 },
      }),
    );
    const held = () => hosts.map((host) => host.duties.count().games);
    for (const host of hosts) await host.start();
    await vi.waitFor(() => expect(held()).toEqual([4, 4]), patient);
    load.busy = 0.95;
    await vi.waitFor(() => expect(held()).toEqual([2, 6]), patient);
    // Where all are busy, each has the same again.
    load.idle = 0.95;
    await vi.waitFor(() => expect(held()).toEqual([4, 4]), patient);
    load.idle = 0;
    await vi.waitFor(() => expect(held()).toEqual([2, 6]), patient);
    // Between the bounds nothing changes; below them it comes back.
    load.busy = 0.3;
    await vi.waitFor(() => expect(held()).toEqual([4, 4]), patient);
    for (const host of hosts) await host.close();
    await line.close();
  });

  test("leases that a host gives back before it closes are others' at once, however seldom they look", async () => {
    const address = await freshAddress(cluster);
    const seldom = { lease: 120_000, renewal: 60_000 };
    const [one, two, three] = [await open(address, seldom), await open(address, seldom), await open(address, seldom)];
    expect([one, two, three].map((store) => heldBy(store).length)).toEqual([all.length, 0, 0]);
    const listening = new Set<Store>();
    for (const store of [two, three]) store.cluster?.onPriorityRequest(() => listening.add(store));
    await vi.waitFor(() => {
      one.cluster?.requestPriority("1");
      expect(listening.size).toBe(2);
    }, patient);
    const began = performance.now();
    await one.cluster?.resign();
    expect(heldBy(one)).toEqual([]);
    await vi.waitFor(() => expect(new Set([two, three].flatMap(heldBy))).toEqual(new Set(all)), patient);
    expect(performance.now() - began).toBeLessThan(10_000);
    for (const store of [two, three]) expect(heldBy(store).length).toBeGreaterThan(0);
    // It is still there, and its games must not be copied yet.
    const line = openLine(address);
    await Promise.all([two.close(), three.close()]);
    await expect(takeTransferLease(line.ask, address.display, 0)).rejects.toThrow("A host serves");
    await one.close();
    await (await takeTransferLease(line.ask, address.display, 0)).close();
    await line.close();
  });

  test("a former holder's write is refused, and the others of its transaction are stored", async () => {
    const address = await freshAddress(cluster);
    // It looks once and does not look again for a long time: as a host that sleeps.
    const one = await open(address, { lease: 3_600_000, renewal: 1_800_000 });
    const game = newGame("1000");
    await keep(one, game, newGame("1001"));
    const own = { game: "1000" };
    const term = one.duties.term(own);
    expect(await one.commit([follow(game, "in time")], 2_000, own)).toMatchObject({ ok: true });
    await cluster.ask(
      `UPDATE ${schemaOf(address)}.leases SET holder = 'another', epoch = epoch + 1 WHERE key = '${shareOf(own.game)}'`,
    );
    expect(one.duties.term(own)).toBe(term);
    const next = follow(follow(game, "in time"), "late");
    const [late, asked, directed] = await Promise.all([
      one.commit([next], 2_000, own),
      one.commit([follow(newGame("1001"), "asked for")], 2_000),
      one.commit([follow(follow(newGame("1001"), "asked for"), "by the leagues")], 2_000, "leagues"),
    ]);
    expect([late, asked, directed]).toMatchObject([{ ok: false, code: "ELSEWHERE" }, { ok: true }, { ok: true }]);
    expect(await one.game("1000")).toMatchObject({ version: 2 });
    // A commit that needs no lease is kept all the same.
    await keep(one, next);
  });

  test("leases over one database are nobody's while all there is is copied, which waits until no host lives", async () => {
    const address = await freshAddress(cluster);
    const one = await open(address);
    const line = openLine(address);
    await expect(takeTransferLease(line.ask, address.display, 0)).rejects.toThrow(
      /^A host serves the database postgres:/,
    );
    expect(heldBy(one)).toEqual(all);
    await one.close();
    const away = await takeTransferLease(line.ask, address.display, 0);
    await expect(takeTransferLease(line.ask, address.display, 0)).rejects.toThrow("by somebody else");
    await expect(openPostgresStore(address)).rejects.toThrow("Its games are being copied");
    await away.close();
    await line.close();
    expect(heldBy(await open(address))).toEqual(all);
  });

  test("leases over one database are there for others again at once where a copy cannot begin", async () => {
    const address = await freshAddress(cluster);
    const host = await open(address);
    await cluster.ask("CREATE ROLE copier SUPERUSER LOGIN");
    const copying = async (where: DatabaseAddress) => {
      const text = where.text.replace("kibitz@", "copier@");
      await (await openPostgresEnd({ ...where, text }, () => {})).close();
    };
    const line = openLine(address);
    const freed = async () => {
      await (await takeTransferLease(line.ask, address.display, 0)).close();
      const connections = () => line.ask("SELECT FROM pg_stat_activity WHERE usename = 'copier'");
      await vi.waitFor(async () => expect(await connections()).toEqual([]), patient);
    };
    // Its first connection waits for the host to end; the second is refused.
    const refused = expect(copying(address)).rejects.toThrow("not permitted to log in");
    const lease = () => line.ask("SELECT FROM leases WHERE key = $1", [transferKey]);
    await vi.waitFor(async () => expect(await lease()).toHaveLength(1), patient);
    await line.ask("ALTER ROLE copier NOLOGIN");
    await host.close();
    await refused;
    await freed();

    // Its first connection is lost as it looks for hosts.
    await line.ask("ALTER ROLE copier LOGIN");
    const wire = await createWire(cluster.folder);
    wire.cutAt("starts_with", "before");
    const text = address.text.replace(encodeURIComponent(cluster.folder), encodeURIComponent(wire.folder));
    await expect(copying({ ...address, text })).rejects.toThrow();
    await freed();
    await line.close();
    await wire.close();
  });

  test("leases over one database lapse where the database is away, and come back with it", async () => {
    const one = await open(await freshAddress(cluster), { lease: 2_000, renewal: 40 });
    await vi.waitFor(() => expect(one.duties.holds("leagues")).toBe(true), patient);
    await cluster.stop("immediate");
    await vi.waitFor(() => expect(heldBy(one)).toEqual([]), patient);
    await cluster.start();
    await vi.waitFor(() => expect(heldBy(one)).toEqual(all), patient);
  });

  test("leases over one database come back after the database refused the connection itself for a while", async () => {
    const { text, ...address } = await freshAddress(cluster);
    const schema = schemaOf({ text, ...address });
    await cluster.ask(`CREATE ROLE guest LOGIN; GRANT ALL ON SCHEMA ${schema} TO guest`);
    const one = await open({ ...address, text: text.replace("kibitz@", "guest@") }, { lease: 2_000, renewal: 40 });
    await vi.waitFor(() => expect(heldBy(one)).toEqual(all), patient);
    await cluster.ask("ALTER ROLE guest NOLOGIN");
    await cluster.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'guest'");
    await vi.waitFor(() => expect(heldBy(one)).toEqual([]), patient);
    await cluster.ask("ALTER ROLE guest LOGIN");
    await vi.waitFor(() => expect(heldBy(one)).toEqual(all), patient);
  });
});
