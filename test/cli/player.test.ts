import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import type { LeagueDetail } from "../../src/shared/leagues.ts";
import { openVendor } from "../players/model/vendor.ts";
import { startHost } from "../support/host-process.ts";
import { endOf, kibitz, startKibitz } from "../support/kibitz.ts";
import { personAt } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";

test("with the parts apart, four players register themselves at a host, and play from nothing to a champion", async () => {
  using dir = tempDir();
  await using host = await startHost(dir.path);
  const person = personAt(host);
  const { body: made } = await person.post("/api/leagues", { game: "odd-even", max_entrants: 4, seed: 3 });
  const address = `/api/leagues/${made.league_id}`;
  const names = ["Alpha", "Beta", "Gamma", "Delta"];
  const player = (name: string, strategy: string) => [
    "player",
    "--name",
    name,
    "--strategy",
    strategy,
    "--port",
    "0",
    "--register",
    host.url,
    "--league",
    made.league_id,
    "--data-dir",
    dir.path,
  ];
  const players = names.map(async (name, index) => {
    const child = startKibitz(player(name, index % 2 === 0 ? "pattern" : "random"));
    const [[code], out, err] = await Promise.all([once(child, "close"), text(child.stdout), text(child.stderr)]);
    return { code, out, err };
  });
  let joined: LeagueDetail = made;
  while (joined.entrants < 4) {
    await person.get(`${address}/progress?after=${joined.version}`);
    joined = (await person.get(address)).body;
  }
  expect(joined.field.map(({ name, kind, status }) => `${name} ${kind} ${status}`).toSorted()).toEqual(
    names.map((name) => `${name} endpoint registered`).toSorted(),
  );
  const fifth = await kibitz(...player("Epsilon", "random"));
  expect([fifth.code, fifth.err]).toEqual([1, expect.stringContaining("League full")]);
  expect((await person.post(`${address}/start`)).status).toBe(200);

  for (const { code, out, err } of await Promise.all(players)) {
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/: registered in league \d+, plays (pattern|random) at http:\/\/127\.0\.0\.1:\d+\/mcp\n/);
    expect(out.match(/: match L\d+m\d+ against /g)).toHaveLength(3);
    expect(out).toMatch(/: the league is complete: rank [1-4], \d+ points\n$/);
  }
  const { body: over } = (await person.get(address)) as { body: LeagueDetail };
  expect(over).toMatchObject({ status: "complete", rounds_total: 3, matches_over: 6 });
  expect(over.rounds.map(({ matches }) => matches.length)).toEqual([2, 2, 2]);
  const { standings } = over;
  expect(standings.map(({ played }) => played)).toEqual([3, 3, 3, 3]);
  expect(standings.reduce((sum, { points }) => sum + points, 0)).toBe(6 * 3);
  expect(standings.map(({ points, won }) => points - 3 * won)).toEqual([0, 0, 0, 0]);
  expect(over.champion).toBe(standings[0]?.name);
  expect(standings.every(({ fallbacks, errors_per_1000 }) => fallbacks === 0 && errors_per_1000 === 0)).toBe(true);
});

test("a strategy that no game has is refused before anything is opened", async () => {
  const { code, out, err } = await kibitz("player", "--name", "A", "--strategy", "porridge", "--port", "0");
  expect([code, out, err]).toEqual([
    2,
    "",
    expect.stringMatching(/--strategy takes one of .*pattern.*, not "porridge"/),
  ]);
});

test("a player that is a model plays by the fallback model where the first fails, and says which to the record", {
  tags: "edge",
}, async () => {
  using dir = tempDir();
  await using host = await startHost(dir.path);
  const person = personAt(host);
  const { body: made } = await person.post("/api/leagues", { game: "tic-tac-toe", max_entrants: 2, seed: 3 });
  await using first = await openVendor(() => ({ status: 402 }), "key");
  await using second = await openVendor(({ body }) => {
    const [, legal = ""] = /egal moves:[^a-c]*([a-c][1-3])/.exec(body) ?? [];
    return `MOVE: ${legal}`;
  }, "key");
  const register = ["--register", host.url, "--league", made.league_id, "--data-dir", dir.path, "--port", "0"];
  const models = [
    "--model",
    "anthropic/one",
    "--base-url",
    first.url,
    "--key-env",
    "FIRST_KEY",
    "--fallback-model",
    "openai-compatible/two",
    "--fallback-base-url",
    second.url,
  ];
  const logged = ["--debug", "--log-format", "json"];
  const players = [
    startKibitz(["player", "--name", "Model", "--strategy", "llm", ...models, ...register, ...logged], {
      FIRST_KEY: "key-of-the-first-vendor",
    }),
    startKibitz(["player", "--name", "Random", "--strategy", "random", ...register]),
  ].map(endOf);
  const address = `/api/leagues/${made.league_id}`;
  for (let joined: LeagueDetail = made; joined.entrants < 2; joined = (await person.get(address)).body)
    await person.get(`${address}/progress?after=${joined.version}`);
  await person.post(`${address}/start`);
  const [model, random] = await Promise.all(players);
  expect([model?.code, random]).toMatchObject([0, { code: 0, err: "" }]);
  const lines = (model?.err ?? "")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines).toContainEqual(
    expect.objectContaining({
      level: "debug",
      message: expect.stringMatching(/^prompt to openai-compatible\/two for .*answered; asked: /),
      league_id: made.league_id,
      conversation_id: expect.stringMatching(/g1-\d$/),
    }),
  );
  expect(lines).toContainEqual(expect.objectContaining({ message: "GAME_START", match_id: expect.any(String) }));
  expect(model?.err).not.toContain("key-of-the-first-vendor");
  const { body: over } = (await person.get(address)) as { body: LeagueDetail };
  const game = over.rounds[0]?.matches[0]?.games[0];
  const log = JSON.stringify((await person.get(`/api/games/${game}/log`)).body).replaceAll("\\", "");
  expect(log).toContain('"answered_by":"openai-compatible/two","fallback":"anthropic/one: HTTP status 402');
});

test("a model's player reports its missing settings before it opens anything", async () => {
  const player = ["player", "--name", "A", "--port", "0"];
  const model = ["--strategy", "llm", "--model", "anthropic/m", "--price", "3,15", "--key-env", "NOBODY_HAS_THIS"];
  const lacks: readonly [readonly string[], string][] = [
    [["--strategy", "llm"], "--strategy llm takes --model PROVIDER/MODEL"],
    [["--strategy", "random", "--fallback-price", "1,2"], "--fallback-price is for --strategy llm."],
    [["--strategy", "llm", "--fallback-key-env", "K"], "--fallback-key-env is for --fallback-model."],
    [["--strategy", "llm", "--model", "openai/m"], "--price: it is missing. Say what m costs"],
    [[...model, "--fallback-model", "m"], "--fallback-model takes PROVIDER/MODEL"],
    [model, "there is no key NOBODY_HAS_THIS"],
  ];
  await Promise.all(
    lacks.map(async ([args, said]) =>
      expect(await kibitz(...player, ...args)).toEqual({ code: 2, out: "", err: expect.stringContaining(said) }),
    ),
  );
});

/** A server for the test that runs, gone with it; gives its address. */
async function serving(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${z.object({ port: z.number() }).parse(server.address()).port}`;
}

test("a player that cannot take part says in one line why, and what to do", async () => {
  using dir = tempDir();
  await using host = await startHost(dir.path);
  const addresses = [
    [
      await serving((request) => request.socket.destroy()),
      "No Kibitz can be reached at ADDRESS. Start it, or name another with --register.",
    ],
    [
      await serving((_, response) => void response.writeHead(404).end("not here")),
      "The server at ADDRESS is not a Kibitz (HTTP status 404). Name the one that Kibitz prints with --register.",
    ],
    [
      await serving((_, response) => void response.end("<p>welcome</p>")),
      "The server at ADDRESS is not a Kibitz. Name the one that Kibitz prints with --register.",
    ],
    [
      host.url,
      "The Kibitz at ADDRESS has another agents' token. Name its data folder with --data-dir, or give the token as KIBITZ_AGENT_TOKEN.",
    ],
  ] as const;
  for (const [address, reason] of addresses) {
    const args = [
      "player",
      "--name",
      "A",
      "--strategy",
      "random",
      "--port",
      "0",
      "--register",
      address,
      "--league",
      "1",
      "--give-up-after",
      "0",
    ];
    expect(await endOf(startKibitz(args, { KIBITZ_AGENT_TOKEN: "another" }))).toEqual({
      code: 1,
      out: "",
      err: `kibitz: ${reason.replace("ADDRESS", address)}\n`,
    });
  }
});
