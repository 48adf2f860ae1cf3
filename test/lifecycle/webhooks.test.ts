import { expect, onTestFinished, test, vi } from "vitest";
import { startHost } from "../support/host-process.ts";
import { personAt } from "../support/person.ts";
import { type Delivery, openReceiver } from "../support/receiver.ts";
import { tempDir } from "../support/temp-dir.ts";

test("a webhook of a host that is killed gets every event of the league, and none under two ids", async () => {
  using folder = tempDir();
  const hosts = [await startHost(folder.path)];
  onTestFinished(async () => void (await Promise.all(hosts.map((host) => host.kill()))));
  const [first] = hosts;
  if (!first) throw new Error("there is no host");
  /** The calls in the middle of which a host is killed. */
  const kills = [60, 130];
  const killed: Promise<unknown>[] = [];
  await using receiver = await openReceiver((count) => {
    if (!kills.includes(count)) return 200;
    killed.push(hosts.at(-1)?.kill() ?? Promise.resolve());
    return null;
  });
  const person = personAt(first);
  const request = { game: "odd-even", players: 4, strategy: "random", rounds: 30, options: { rounds: 1 } };
  const { league_id } = (await person.post("/api/leagues", request)).body;
  const { secret } = (await person.put(`/api/leagues/${league_id}/webhook`, { url: receiver.url })).body;
  const before = (await person.get(`/api/leagues/${league_id}`)).body.version;
  void person.post(`/api/leagues/${league_id}/start`).catch(() => null);
  for (const kill of kills.keys()) {
    await vi.waitFor(() => expect(killed).toHaveLength(kill + 1), { timeout: 60_000 });
    await killed[kill];
    hosts.push(await startHost(folder.path));
  }
  const last = hosts.at(-1) ?? first;
  const isLast = ({ type }: Delivery) => type === "league.leagueCompleted";
  await vi.waitFor(() => expect(receiver.taken.some(isLast)).toBe(true), { timeout: 60_000 });
  const { version } = (await personAt(last).get(`/api/leagues/${league_id}`)).body;
  const ids = new Map<number, string>();
  for (const { number, id } of receiver.deliveries) {
    expect(ids.get(number) ?? id).toBe(id);
    // Nothing is left out on the way, though some of it comes again.
    expect(number === before + 1 || ids.has(number - 1)).toBe(true);
    ids.set(number, id);
  }
  expect(ids.size).toBe(version - before);
  expect(new Set(ids.values()).size).toBe(ids.size);
  expect(receiver.deliveries.every((each) => each.isSignedBy(secret))).toBe(true);
  expect(last.log()).not.toContain(secret.slice(6));
});
