import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { LeagueDetail } from "../../src/shared/leagues.ts";
import { openVendor, type Question, type Reply } from "../players/model/vendor.ts";
import { connect } from "../support/agents.ts";
import { startHost } from "../support/host-process.ts";
import { kibitz } from "../support/kibitz.ts";
import { personAt } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";

const KEY = "sk-Very+Secret/0123456789==";
/** The key as it might be written down. */
const disguises = [
  KEY,
  encodeURIComponent(KEY),
  JSON.stringify(KEY).slice(1, -1).replaceAll("/", "\\/"),
  Buffer.from(KEY).toString("hex"),
  // In the middle of a longer text, base64 has it in one of three ways.
  ...[0, 1, 2].map((before) =>
    Buffer.from(`${"x".repeat(before)}${KEY}`)
      .toString("base64")
      .slice(4, 32),
  ),
];

/** Plays what is legal, by and large; and says the key back where a vendor might. */
function replies(): (question: Question) => Reply {
  let count = 0;
  return ({ body }) => {
    count += 1;
    if (count % 11 === 1) return "MOVE: z9";
    if (count % 11 === 3) return { status: 429, headers: { "retry-after-ms": "5" } };
    if (count % 11 === 5) return `Your key is ${KEY}, and I have no move.`;
    // Once: it is asked again after a second.
    if (count === 7) return { status: 200, body: `<p>${KEY}</p>` };
    if (count % 11 === 9) return { status: 400 };
    const [, cell] = /Your legal moves:\\n([a-c][1-3])\b/.exec(body) ?? [];
    return `With ${KEY} I think.\nMOVE: ${cell ?? "none"}`;
  };
}

const keyNames = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY", "HOME_KEY"];

test("a league of each vendor's models costs what it says, and the key is in nothing that the host wrote or answered", async () => {
  using dir = tempDir();
  await using vendor = await openVendor(replies(), KEY);
  const data = join(dir.path, "data");
  const env = { ...Object.fromEntries(keyNames.map((name) => [name, KEY])), KIBITZ_LOG_LEVEL: "debug" };
  await using host = await startHost(data, env);
  const models = (["anthropic", "openai", "google"] as const).map((provider) => ({
    kind: "llm",
    provider,
    model: `${provider}-x`,
    base_url: vendor.url,
    price: { input: 2, output: 10 },
  }));
  const file = join(dir.path, "entrants.json");
  writeFileSync(file, JSON.stringify(models));
  const { code, out, err } = await kibitz(
    "league",
    "--game",
    "tic-tac-toe",
    "--entrants",
    file,
    "--players",
    "4",
    "--strategy",
    "llm",
    ...keyNames.slice(0, 3).flatMap((name) => ["--allow-key", `${name}@${vendor.url}`]),
    "--model",
    "openai-compatible/home/x",
    "--base-url",
    vendor.url,
    "--key-env",
    "HOME_KEY",
    "--json",
    "--debug",
    "--data-dir",
    data,
  );
  expect([code, err]).toEqual([0, expect.stringContaining("round 3 of 3")]);
  const report: LeagueDetail = JSON.parse(out);
  expect(report.standings.map(({ name }) => name).toSorted()).toEqual([
    "anthropic-x",
    "google-x",
    "home/x",
    "openai-x",
  ]);
  for (const { played, tokens_per_move: tokens, cost_per_move: cost, name } of report.standings) {
    expect([played, tokens?.input], name).toEqual([3, expect.any(Number)]);
    // A model that runs at home is free of charge.
    const [input, output] = name === "home/x" ? [0, 0] : [2, 10];
    const due = (input * (tokens?.input ?? 0) + output * (tokens?.output ?? 0)) / 1_000_000;
    expect(cost, name).toBeCloseTo(due, 5);
    expect(due > 0, name).toBe(name !== "home/x");
  }
  const sum = (of: (row: LeagueDetail["standings"][number]) => number) =>
    report.standings.reduce((all, row) => all + of(row), 0);
  expect(sum(({ retries }) => retries)).toBeGreaterThan(0);
  expect(sum(({ fallbacks }) => fallbacks)).toBeGreaterThan(0);
  expect(sum(({ illegal_per_1000 }) => illegal_per_1000 ?? 0)).toBeGreaterThan(0);
  // All four were asked with it.
  const told = vendor.asked.map(({ headers }) => [
    headers["x-api-key"] ?? headers["x-goog-api-key"] ?? headers.authorization?.replace("Bearer ", ""),
  ]);
  expect(new Set(told.flat())).toEqual(new Set([KEY]));

  const person = personAt(host);
  const address = `/api/leagues/${report.league_id}`;
  const games = report.rounds.flatMap(({ matches }) => matches.flatMap((match) => match.games));
  const paths = [
    address,
    `${address}/csv`,
    `${address}/bundle`,
    `${address}/html`,
    `${address}/replay`,
    `${address}/trf`,
    ...["moves.csv", "moves.json", "games.json"].map((file) => `${address}/${file}`),
    ...report.field.map(({ number }) => `${address}/entrants/${number}`),
    ...games.flatMap((id) => [`/api/games/${id}`, `/api/games/${id}/log`]),
    "/api/leagues",
    "/api/games",
    "/api/keys",
    "/api/settings",
    "/api/ratings?game=tic-tac-toe",
  ];
  const headers = { authorization: `Bearer ${host.token}` };
  const answers = await Promise.all(
    paths.map(async (path) => {
      const answer = await fetch(`${host.url}${path}`, { headers });
      expect([path, answer.status]).toEqual([path, 200]);
      return answer.text();
    }),
  );
  expect((await person.get("/api/keys")).body.keys).toContainEqual({ name: "OPENAI_API_KEY", from: "environment" });
  await using agent = await connect(host, "http", "v2 client, new era");
  answers.push(JSON.stringify(await agent.call("getLeague", { league_id: report.league_id })));
  for (const id of games) answers.push(JSON.stringify(await agent.call("getGame", { game_id: id })));
  const uri = `kibitz://leagues/${report.league_id}`;
  answers.push(JSON.stringify(await agent.client.readResource({ uri })));
  await host.stop();
  const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const written = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), "latin1"));

  const all = [...written, ...answers, host.log(), out, err].join("\n");
  // It is the right haystack: what vendors said without the key is there, and so are the reasons for moves by chance.
  for (const there of ["anthropic-x", "I have no move", "HTTP status 400", "HTTP status 429"]) {
    expect(written.join("\n")).toContain(there);
    if (there !== "anthropic-x") expect(answers.join("\n")).toContain(there);
  }
  for (const disguise of disguises) expect(all.includes(disguise), disguise).toBe(false);
});

test("no door shows what a model has answered before its game is over, nor a reason that quotes it; all do after it", async () => {
  using dir = tempDir();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
  let count = 0;
  await using vendor = await openVendor(async ({ body }) => {
    count += 1;
    if (count === 4) {
      ask();
      await mayEnd;
    }
    const [, cell] = /Your legal moves:\\n([a-c][1-3])\b/.exec(body) ?? [];
    return count === 1 ? "My secret plan is a fork." : `My secret plan is ${cell}.\nMOVE: ${cell}`;
  }, KEY);
  await using host = await startHost(join(dir.path, "data"));
  const person = personAt(host);
  const model = { kind: "llm", provider: "openai-compatible", model: "m", base_url: vendor.url };
  const entrants = ["A", "B"].map((name) => ({ ...model, name }));
  const made = (await person.post("/api/leagues", { game: "tic-tac-toe", entrants })).body;
  const address = `/api/leagues/${made.league_id}`;
  const stop = new AbortController();
  const headers = { authorization: `Bearer ${host.token}` };
  const stream = await fetch(`${host.url}/api/events`, { headers, signal: stop.signal });
  let events = "";
  const reading = (async () => {
    for await (const piece of stream.body ?? []) events += Buffer.from(piece).toString();
  })().catch(() => {});
  await person.post(`${address}/start`);
  await isAsked;
  const report: LeagueDetail = (await person.get(address)).body;
  const [game = ""] = report.rounds.flatMap(({ matches }) => matches.flatMap((match) => match.games));
  const paths = [
    ...["", "/entrants/1", "/entrants/2", "/matches/1", "/csv", "/html", "/replay"].map((path) => `${address}${path}`),
    ...["/moves.json", "/moves.csv", "/games.json"].map((path) => `${address}${path}`),
    ...["", "/log", "/pgn"].map((path) => `/api/games/${game}${path}`),
  ];
  await using agent = await connect(host, "http", "v2 client, new era");
  const told = async () => {
    const texts = await Promise.all(paths.map(async (path) => (await fetch(`${host.url}${path}`, { headers })).text()));
    const answers = [
      await agent.call("getGame", { game_id: game }),
      await agent.call("getLeague", { league_id: made.league_id }),
      await agent.client.readResource({ uri: `kibitz://leagues/${made.league_id}` }),
    ];
    return [...texts, ...answers.map((each) => JSON.stringify(each)), events];
  };
  expect(events).toContain("movePlayed");
  for (const text of await told()) expect(text).not.toContain("secret plan");
  end();
  for (let last: LeagueDetail = report; last.status !== "complete"; last = (await person.get(address)).body)
    await person.get(`${address}/progress?after=${last.version}`);
  const after = await told();
  const places = paths.filter((_, index) => after[index]?.includes("secret plan"));
  expect(places).toEqual(
    expect.arrayContaining([
      `${address}/matches/1`,
      `${address}/moves.json`,
      `${address}/moves.csv`,
      `/api/games/${game}/log`,
    ]),
  );
  stop.abort();
  await reading;
});

test("models that share a key play with clocks through limits longer than these, and none loses by it", async () => {
  using dir = tempDir();
  let count = 0;
  await using vendor = await openVendor(({ body }) => {
    count += 1;
    // The clock leaves a busy machine half a second for each move.
    if (count % 9 === 1) return { status: 429, headers: { "retry-after-ms": "3200" } };
    return `MOVE: ${/Your legal moves:\\n([a-c][1-3])\b/.exec(body)?.[1]}`;
  }, KEY);
  await using host = await startHost(join(dir.path, "data"), { HOME_KEY: KEY });
  const person = personAt(host);
  const model = { kind: "llm", provider: "openai-compatible", base_url: vendor.url, key_env: "HOME_KEY" };
  const made = await person.post("/api/leagues", {
    game: "tic-tac-toe",
    clock: { initial_seconds: 3 },
    entrants: ["a", "b", "c"].map((name) => ({
      ...model,
      model: name,
      calls_at_once: 1,
      price: { input: 1, output: 1 },
    })),
    allow_keys: [`HOME_KEY@${vendor.url}`],
  });
  expect(made.status).toBe(201);
  const id = made.body.league_id;
  await person.post(`/api/leagues/${id}/start`);
  await expect
    .poll(async () => (await person.get(`/api/leagues/${id}`)).body.status, { timeout: 60_000 })
    .toBe("complete");
  const { body } = await person.get(`/api/leagues/${id}`);
  for (const { terminations, name } of body.standings) expect(Object.keys(terminations), name).not.toContain("time");
  const rounds: LeagueDetail["rounds"] = body.rounds;
  const games = rounds.flatMap(({ matches }) => matches.flatMap((match) => match.games));
  const logs = await Promise.all(games.map(async (game) => (await person.get(`/api/games/${game}/log`)).body));
  expect(JSON.stringify(logs)).toMatch(/"downMs":\d+,"waited":"(X|O)"/);
});
