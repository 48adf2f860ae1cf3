import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LeagueDetail } from "../../src/shared/leagues.ts";
import { openVendor, type Reply, type Vendor } from "../players/model/vendor.ts";
import { type HostProcess, startHost } from "../support/host-process.ts";
import { kibitz } from "../support/kibitz.ts";
import { personAt } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";

/** Leagues of models of which one cannot play, at one host and one stand-in of a vendor. */

const dir = tempDir();
const data = join(dir.path, "data");
let vendor: Vendor;
let host: HostProcess;
/** How the model `broken` fails; null once it plays. */
let broken: Reply | null = { status: 401 };

beforeAll(async () => {
  vendor = await openVendor(({ body }) => {
    if (broken !== null && body.includes('"broken"')) return broken;
    if (body.includes('"chance"')) return "z9z9";
    return `MOVE: ${/Your legal moves:\\n([a-c][1-3])\b/.exec(body)?.[1]}`;
  }, "sk-none");
  host = await startHost(data, { THE_KEY: "sk-none" });
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await vendor[Symbol.asyncDispose]();
  dir[Symbol.dispose]();
});

const model = (name: string, more = {}) => ({
  kind: "llm",
  provider: "openai-compatible",
  model: name,
  name,
  base_url: vendor.url,
  key_env: "THE_KEY",
  price: { input: 0, output: 0 },
  ...more,
});
const fileOf = (content: unknown): string => {
  const file = join(dir.path, "entrants.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
};
const told = ["--allow-key", "", "--data-dir", data];
const league = (entrants: readonly unknown[], ...more: readonly string[]) =>
  kibitz(
    "league",
    "--game",
    "tic-tac-toe",
    "--entrants",
    fileOf(entrants),
    ...more,
    ...told.with(1, `THE_KEY@${vendor.url}`),
  );
const newest = async (): Promise<LeagueDetail> => {
  const [{ league_id }] = (await personAt(host).get("/api/leagues")).body.leagues;
  return (await personAt(host).get(`/api/leagues/${league_id}`)).body;
};

test("a model whose key is refused pauses its league, and everybody is told why, until the person resumes it", async () => {
  const { code, err } = await league([model("good"), model("broken")]);
  const reason = /broken.* cannot play: HTTP status 401: it does not take the key/;
  expect([code, err]).toEqual([1, expect.stringMatching(reason)]);
  expect(host.log()).toMatch(reason);
  const paused = await newest();
  expect(paused).toMatchObject({ status: "paused", set_aside: expect.stringMatching(reason), champion: null });
  expect((await personAt(host).get("/api/ratings?game=tic-tac-toe")).body.entries).toEqual([]);

  const resumed = async () => {
    await personAt(host).post(`/api/leagues/${paused.league_id}/resume`);
    return expect.poll(newest);
  };
  broken = { status: 404 };
  await (await resumed()).toMatchObject({ set_aside: expect.stringContaining("HTTP status 404") });
  broken = null;
  await (await resumed()).toMatchObject({ status: "complete" });
  expect(await newest()).not.toHaveProperty("set_aside");
});

test("a model whose key is refused is not measured, and the command says why", { tags: "edge" }, async () => {
  broken = { status: 403 };
  const file = fileOf(model("broken"));
  const { code, out, err } = await kibitz(
    "measure",
    "--entrant",
    file,
    "--games",
    "4",
    ...told.with(1, `THE_KEY@${vendor.url}`),
  );
  expect([code, out, err]).toEqual([
    1,
    "",
    expect.stringMatching(/HTTP status 403: it does not take the key.*--resume/),
  ]);
});

test("a model whose moves are all drawn by lot is neither rated nor champion, and its league says so everywhere", async () => {
  broken = null;
  const csv = join(dir.path, "table.csv");
  const { code, out } = await league([model("chance"), model("chance", { name: "chance too" })], "--csv", csv);
  const said = /No champion: “chance(?: too)?” is first, but its moves in all of its games were drawn by lot/;
  expect([code, out]).toEqual([0, expect.stringMatching(said)]);
  expect(out).toContain("chance too: 1 game by lot, not rated");
  const over = await newest();
  expect(over).toMatchObject({ champion: null, no_champion: expect.stringContaining("drawn by lot") });
  expect(over.settings.most_by_lot).toBe(0.1);
  const unknown = { kind: "unknown", elo: null, interval: null, low: null, high: null, games: null };
  expect(over.standings).toMatchObject([
    { games_by_lot: 1, rating: unknown },
    { games_by_lot: 1, rating: unknown },
  ]);
  const [head = [], row = []] = readFileSync(csv, "utf8")
    .split("\r\n")
    .map((line) => line.split(","));
  expect(row[head.indexOf("games_by_lot")]).toBe("1");
  const { body } = await personAt(host).get(`/api/games/${over.rounds[0]?.matches[0]?.games[0]}/log`);
  expect(JSON.stringify(body)).toContain('"fallback":"illegal: z9z9"');

  // One that plays is not rated by a game against such a model either.
  await league([model("good", { name: "new" }), model("chance")]);
  expect((await newest()).champion).not.toBe("chance");
  expect((await newest()).standings.find(({ name }) => name === "new")).toMatchObject({
    games_by_lot: 0,
    rating: unknown,
  });
  const rated = (await personAt(host).get("/api/ratings?game=tic-tac-toe")).body.entries;
  expect(rated.map(({ name }: { name: string }) => name)).not.toContain("chance");
});
