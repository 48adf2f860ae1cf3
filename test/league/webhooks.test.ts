import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pass } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { silentLog } from "../../src/main/base/log.ts";
import { createWebhooks, openOutlets } from "../../src/main/league/webhooks.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { isLoopback } from "../../src/shared/addresses.ts";
import { accept, invalid } from "../../src/shared/result.ts";
import { outliving, sure } from "../live-games/support.ts";
import { type Delivery, openReceiver } from "../support/receiver.ts";
import { tempDir } from "../support/temp-dir.ts";
import { openLeagueHost, planOf, toItsEnd } from "./support.ts";

/** Resolves once a check passes, on a busy machine as well. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 60_000 });
const start = 1_800_000_000_000;

/** A host whose leagues may have webhooks, over a store and a data folder that stay. */
async function hostOf(store: ReturnType<typeof openSqliteStore>, dataDir: string) {
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  const log = { ...silentLog, info: say, warn: say, error: say };
  const time = { now: start };
  const host = await openLeagueHost(outliving(store));
  const outlets = openOutlets({ dataDir, secret: "secret", log: silentLog });
  const allowed = { isAllowed: true };
  const webhooks = createWebhooks({
    outlets,
    leagues: host.leagues,
    store,
    check: (url) => (allowed.isAllowed && isLoopback(url) ? accept(url) : invalid("url: it may not be called")),
    log,
    now: () => time.now,
    pauses: { first: 1, longest: 2 },
  });
  return {
    ...host,
    outlets,
    webhooks,
    allowed,
    time,
    said: () => said.join("\n"),
    [Symbol.asyncDispose]: async () => {
      await webhooks.close();
      await host[Symbol.asyncDispose]();
    },
  };
}

type Host = Awaited<ReturnType<typeof hostOf>>;

const create = async ({ leagues }: Host, request: object = {}) => {
  const plan = planOf({ players: 4, rounds: 20, options: { rounds: 1 }, ...request });
  return sure(await leagues.create(plan)).league.id;
};
const numbers = (deliveries: readonly Delivery[]) => deliveries.map(({ number }) => number);
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe("a webhook", () => {
  test("a webhook whose receiver takes a while for each event gets all of a league that ended before its host", async () => {
    using folder = tempDir();
    const host = await hostOf(openSqliteStore(":memory:"), folder.path);
    await using receiver = await openReceiver(() => pass(250, 200));
    const id = await create(host, { players: 2, rounds: 1 });
    sure(await host.leagues.act(id, { type: "start" }));
    const { version } = await toItsEnd(host.leagues, id);
    sure(host.webhooks.set(id, receiver.url, 0));
    await host[Symbol.asyncDispose]();
    // More than it takes in a second.
    expect(version).toBeGreaterThan(4);
    expect(numbers(receiver.taken)).toEqual(upTo(version));
  });

  test("a webhook gets a league's events in order, each until it is taken, under the same id and signature scheme", async () => {
    using folder = tempDir();
    await using host = await hostOf(openSqliteStore(":memory:"), folder.path);
    // Errors, redirects and broken connections, before and after others were taken.
    const faults = new Map(
      [1, 2, 3, 40, 41, 90].map((count, index) => [count, [500, 302, null, 429, null, 404][index]]),
    );
    await using receiver = await openReceiver((count) => faults.get(count) ?? (faults.has(count) ? null : 200));
    const id = await create(host);
    const secret = sure(host.webhooks.set(id, receiver.url, 0));
    sure(await host.leagues.act(id, { type: "start" }));
    const { version } = await toItsEnd(host.leagues, id);
    await soon(() => expect(receiver.taken.at(-1)?.type).toBe("league.leagueCompleted"));
    expect(numbers(receiver.taken)).toEqual(upTo(version));
    expect(receiver.deliveries).toHaveLength(version + faults.size);
    expect(receiver.deliveries.every((each) => each.isSignedBy(secret))).toBe(true);
    const bodies = new Map(receiver.deliveries.map(({ id, body }) => [id, body]));
    expect(bodies.size).toBe(version);
    for (const { id, body } of receiver.deliveries) expect(bodies.get(id)).toBe(body);
    expect([...bodies.keys()].every((id) => /^msg_[\w-]+$/.test(id))).toBe(true);
    expect(JSON.parse(receiver.taken[0]?.body ?? "")).toMatchObject({
      type: "league.leagueCreated",
      timestamp: new Date(start).toISOString(),
      data: { league_id: id, number: 1, name: "Test" },
    });
    expect(host.said()).toMatch(
      /^the webhook of league \d+ at 127\.0\.0\.1:\d+ takes no event: it answers with status 500/,
    );
    expect(host.said()).toContain("takes events again");
    // The part of an address behind its host may be a secret.
    expect(host.said()).not.toMatch(/s3cret|whsec/);
    expect(readFileSync(join(folder.path, "outlets.json"), "utf8")).not.toContain(secret.replace("whsec_", ""));
    await soon(() => expect(host.outlets.of(id).webhook).toMatchObject({ position: version, failure: null }));
  });

  test("a webhook loses nothing where its host dies at any event, and gets what is repeated under the same id", async () => {
    const store = openSqliteStore(":memory:");
    using folder = tempDir();
    using dead = tempDir();
    let id = "";
    let secret = "";
    const dies = 70;
    const taken: Delivery[] = [];
    {
      await using host = await hostOf(store, folder.path);
      await using receiver = await openReceiver((count, delivery) => {
        // As the file is at that moment, so does a host find it that is started after a crash.
        if (count === dies) copyFileSync(join(folder.path, "outlets.json"), join(dead.path, "outlets.json"));
        if (count <= dies) taken.push(delivery);
        return 200;
      });
      id = await create(host);
      secret = sure(host.webhooks.set(id, receiver.url, 0));
      sure(await host.leagues.act(id, { type: "start" }));
      await toItsEnd(host.leagues, id);
      await soon(() => expect(receiver.taken.length).toBeGreaterThan(dies));
    }
    await using receiver = await openReceiver();
    const path = join(dead.path, "outlets.json");
    writeFileSync(path, readFileSync(path, "utf8").replace(/http:[^"]+/, receiver.url));
    // Nothing happens in the league any more.
    await using host = await hostOf(store, dead.path);
    await soon(() => expect(receiver.taken.at(-1)?.type).toBe("league.leagueCompleted"));
    const ids = new Map(taken.map(({ number, id }) => [number, id]));
    const repeated = receiver.taken.filter(({ number }) => ids.has(number));
    expect(repeated.length).toBeGreaterThan(0);
    expect(repeated.length).toBeLessThanOrEqual(50);
    for (const { number, id } of repeated) expect(id).toBe(ids.get(number));
    expect(receiver.taken.every((each) => each.isSignedBy(secret))).toBe(true);
    const { version } = sure(await host.leagues.get(id));
    expect([...new Set([...numbers(taken), ...numbers(receiver.taken)])]).toEqual(upTo(version));
    await store.close();
  });

  test("a webhook that is not answered for three days, or is answered with 410, is given up and says so", async () => {
    using folder = tempDir();
    await using host = await hostOf(openSqliteStore(":memory:"), folder.path);
    let status = 503;
    await using receiver = await openReceiver(() => status);
    const id = await create(host, { players: 2 });
    const hook = () => host.outlets.of(id).webhook;
    sure(host.webhooks.set(id, receiver.url, 0));
    await soon(() => expect(hook()?.failure).toEqual({ reason: "it answers with status 503", since: start }));
    host.time.now += 3 * 86_400_000 - 1;
    const before = receiver.deliveries.length;
    await soon(() => expect(receiver.deliveries.length).toBeGreaterThan(before + 2));
    expect(hook()?.given_up).toBe(false);
    host.time.now += 2;
    await soon(() => expect(hook()).toMatchObject({ given_up: true, position: 0 }));
    expect(host.said()).toContain("is given up: it answers with status 503. Set it again to go on");
    // An event wakes no webhook that was given up; setting it again goes on where it was.
    const count = receiver.deliveries.length;
    sure(await host.leagues.act(id, { type: "pause" }));
    status = 200;
    sure(host.webhooks.set(id, receiver.url, 99));
    await soon(() => expect(numbers(receiver.deliveries.slice(count))).toEqual(upTo(4)));
    status = 410;
    sure(await host.leagues.act(id, { type: "resume" }));
    await soon(() => expect(hook()).toMatchObject({ given_up: true, position: 4 }));
    expect(receiver.deliveries).toHaveLength(count + 5);
  });

  test("a webhook calls no address that the person does not allow, or not any more", async () => {
    using folder = tempDir();
    await using host = await hostOf(openSqliteStore(":memory:"), folder.path);
    await using receiver = await openReceiver();
    const id = await create(host, { players: 2 });
    expect(host.webhooks.set(id, "http://10.0.0.1/", 0)).toMatchObject({ ok: false, code: "INVALID_ARGUMENT" });
    expect(host.outlets.of(id)).toEqual({});
    sure(host.webhooks.set(id, receiver.url, 0));
    await soon(() => expect(host.outlets.of(id).webhook?.position).toBe(3));
    host.allowed.isAllowed = false;
    sure(await host.leagues.act(id, { type: "pause" }));
    await soon(() =>
      expect(host.outlets.of(id).webhook?.failure).toMatchObject({ reason: "url: it may not be called" }),
    );
    expect(receiver.deliveries.map(({ type }) => type)).not.toContain("league.leaguePaused");
    // With another address the key is another, and what it has not got yet comes there.
    host.allowed.isAllowed = true;
    await using other = await openReceiver();
    const secret = sure(host.webhooks.set(id, other.url, 0));
    await soon(() => expect(other.taken.map(({ type }) => type)).toEqual(["league.leaguePaused"]));
    expect(other.taken.every((each) => each.isSignedBy(secret))).toBe(true);
    expect(receiver.taken.some((each) => each.isSignedBy(secret))).toBe(false);
    sure(host.outlets.change(id, { webhook: undefined }));
    sure(await host.leagues.act(id, { type: "resume" }));
    await host.webhooks.close();
    expect(other.deliveries).toHaveLength(1);
  });
});
