import { once } from "node:events";
import { rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { fileIn } from "../../src/main/data/data-dir.ts";
import { version } from "../../src/shared/version.ts";
import { startHost } from "../support/host-process.ts";
import { dataDir, endOf, kibitz, startKibitz } from "../support/kibitz.ts";
import { personAt } from "../support/person.ts";

/** How people find out about a host that runs, end it, and are told what they may have meant. */

test("a host is told of while it runs, and ends when it is asked to", async () => {
  const dir = dataDir();
  const none = await kibitz("status", "--data-dir", dir);
  expect(none).toEqual({ code: 1, out: `Kibitz does not run in ${dir}.\n`, err: "" });
  const stopped = await kibitz("stop", "--data-dir", dir);
  expect(stopped).toEqual({ code: 0, out: `Kibitz does not run in ${dir}.\n`, err: "" });

  await using host = await startHost(dir);
  await personAt(host).post("/api/games", {
    players: { white: { kind: "human", name: "Ada" }, black: { kind: "human", name: "Grace" } },
  });
  const told = JSON.parse((await kibitz("status", "--json", "--data-dir", dir)).out);
  expect(told).toMatchObject({ running: true, version, url: host.url, pid: host.pid, dataDir: dir, leagues: 0 });
  expect([told.games, told.rebuilt]).toEqual([{ open: 0, live: 1, finished: 0 }, false]);
  const { code, out } = await kibitz("status", "--data-dir", dir);
  expect(code).toBe(0);
  expect(out).toMatch(
    /^Kibitz [\d.]+ runs \(process \d+\), since 2\S+\.\n\n {2}Dashboard {2}http.+\n[\s\S]* 1 game, 0 leagues; 0 games still to begin\n$/,
  );

  const end = await kibitz("stop", "--data-dir", dir);
  expect(end).toEqual({ code: 0, out: `Kibitz (process ${host.pid}) has ended.\n`, err: "" });
  await expect(fetch(host.url)).rejects.toThrow();
});

test.skipIf(process.platform === "win32").each([
  ["starting", []],
  ["ending", ["SIGTERM"]],
] as const)("kibitz stop waits for a host that is still %s, which is not announced", async (_, signals) => {
  const dir = dataDir();
  await using host = await startHost(dir);
  host.child.kill("SIGSTOP");
  rmSync(fileIn(dir, "discovery"));
  const stop = startKibitz(["stop", "--data-dir", dir]);
  stop.stderr.once("data", () => {
    for (const signal of [...signals, "SIGCONT"] as const) host.child.kill(signal);
  });
  const { code, out, err } = await endOf(stop);
  host.child.kill("SIGCONT");
  expect(err).toBe(`kibitz: a Kibitz is starting or ending in ${dir}; waiting for it\n`);
  // One that is ending may announce itself once more before it does.
  const ends = [`Kibitz (process ${host.pid}) has ended.\n`, `Kibitz does not run in ${dir}.\n`];
  expect([code, ends.slice(0, 1 + signals.length)]).toEqual([0, expect.arrayContaining([out])]);
  await host.stop();
  // The folder is left free.
  expect(await kibitz("stop", "--data-dir", dir)).toEqual({
    code: 0,
    out: `Kibitz does not run in ${dir}.\n`,
    err: "",
  });
});

/** A company's proxy, which Node is told to take. Nobody listens there. */
const proxy = { HTTP_PROXY: "http://127.0.0.1:9", HTTPS_PROXY: "http://127.0.0.1:9", NO_PROXY: "", no_proxy: "" };

test("a host reaches a player on its own machine without the proxy of the surroundings", async () => {
  await using host = await startHost(dataDir(), { ...proxy, NODE_USE_ENV_PROXY: "1" });
  const player = startKibitz(["player", "--name", "Ada", "--strategy", "random", "--port", "0"]);
  const [line] = await once(createInterface({ input: player.stdout }), "line");
  const endpoint = String(line).split(" at ").at(-1);
  const entrants = [{ kind: "endpoint", name: "Ada", endpoint }];
  const person = personAt(host);
  const { body: made } = await person.post("/api/leagues", { game: "odd-even", entrants });
  const { body: league } = await person.get(`/api/leagues/${made.league_id}`);
  expect(league.field).toMatchObject([{ name: "Ada", status: "registered" }]);
});

for (const [name, taken] of [
  ["NODE_USE_ENV_PROXY", { NODE_USE_ENV_PROXY: "1" }],
  ["--use-env-proxy", { NODE_OPTIONS: "--use-env-proxy" }],
] as const)
  test(`a host is reached without the proxy that ${name} has Node take`, {
    tags: "NODE_OPTIONS" in taken ? "edge" : [],
  }, async () => {
    const dir = dataDir();
    await using host = await startHost(dir);
    // Nobody listens there.
    const env = { ...taken, HTTP_PROXY: "http://127.0.0.1:9", HTTPS_PROXY: "http://127.0.0.1:9", NO_PROXY: "" };
    const { code, out } = await endOf(startKibitz(["status", "--json", "--data-dir", dir], env));
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ running: true, pid: host.pid });
  });
