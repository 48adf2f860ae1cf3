import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { hashOf } from "../../src/main/base/keyed-random.ts";
import { createLog } from "../../src/main/base/log.ts";
import { seal } from "../../src/main/base/sealed-file.ts";
import { verifyBundle } from "../../src/main/commands/verify.ts";
import { type Host, openHost } from "../../src/main/host.ts";
import { cards } from "../fixtures/high-card/rules.ts";
import { type Agent, connect } from "../support/agents.ts";
import { type Answers, overMcp, overTheApi } from "../support/every-door.ts";
import { type Person, personAt } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";

/** A game of chance with hidden cards, at every door of a whole host. */

vi.mock("../../src/games/register.ts", async (importActual) => {
  const { registerOf } = await import("../../src/games/game.ts");
  const { definitions } = await importActual<typeof import("../../src/games/register.ts")>();
  const { highCard } = await import("../fixtures/high-card/index.ts");
  return registerOf([...definitions, highCard]);
});

const folder = tempDir();
let host: Host;
let person: Person;
let logged = "";

beforeAll(async () => {
  // No page is looked at, and a host without one asks for a build.
  writeFileSync(join(folder.path, "index.html"), "<!doctype html>");
  const settings = {
    help: false,
    json: false,
    noWindow: true,
    warmUp: false,
    port: 0,
    listen: null,
    allowedNames: [],
    database: null,
    arenaSecret: null,
    dataDir: join(folder.path, "data"),
    waitSeconds: 5,
    logLevel: "info",
    logFormat: "text",
    callsPerSecond: null,
  } as const;
  const log = createLog("info", "text", (line) => {
    logged += line;
  });
  const opening = await openHost({ settings, log, pagesDir: folder.path });
  if (opening.kind !== "opened") throw new Error("another host is there");
  host = opening.host;
  person = personAt(host);
});
afterAll(async () => {
  await host?.close();
  folder[Symbol.dispose]();
});

const agentAt = (): Promise<Agent> =>
  connect(
    { dataDir: host.dataDir, mcp: `${host.mcpUrl}?toolsets=play,league,analysis`, agentToken: host.agentToken },
    "http",
    "v2 client, old era",
  );

/** A server of a player that says what it was asked, and answers once it may. */
async function openSlowPlayer() {
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  let asked = "";
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (request.method !== "POST") return void response.writeHead(405).end();
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString());
    if (id === undefined) return void response.writeHead(202).end();
    const isAsked = params?.arguments?.message_type === "MOVE_REQUEST" || params?.arguments?.game_state !== undefined;
    if (isAsked) {
      asked += JSON.stringify(params);
      await mayAnswer;
    }
    const [common, own] = [
      { ttlMs: 0, cacheScope: "private" },
      { name: "slow", version: "1" },
    ];
    const result =
      method === "server/discover"
        ? { ...common, supportedVersions: ["2026-07-28"], capabilities: { tools: {} }, serverInfo: own }
        : method === "tools/list"
          ? { ...common, tools: [{ name: "make_move", inputSchema: { type: "object" } }] }
          : { content: [], structuredContent: { move: "keep", metadata: { note: "aside" } } };
    const body = JSON.stringify({ jsonrpc: "2.0", id, result: { resultType: "complete", ...result } });
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}/mcp`,
    asked: () => asked,
    answer,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}

const anyCard = new RegExp(cards.join("|"), "g");
/** A move of a player in an answer, which is hidden from others as long as the round goes on. */
const anyMove = /"(?:code|text|uci|san|last_move)":"(?:keep|change)"/g;
/** The choice of odd in an answer: 4 as a value of its own, or in a sentence. */
const anyChoice =
  /"(?:code|text|uci|san|last_move)":"4"|"(?:own|choice|odd)":4|\bodd 4\b|(?:played|chose) 4\b|plan-of-odd/g;

/** The hidden words in answers, other than those that the reader may know, each with its door. */
const leaksIn = (answers: Answers, hidden: readonly RegExp[], own: readonly string[] = []): readonly string[] =>
  answers.flatMap(([door, text]) =>
    hidden.flatMap((pattern) =>
      (text.replaceAll("\\", "").match(pattern) ?? [])
        .filter((word) => !own.includes(word))
        .map((word) => `${door}: ${word}`),
    ),
  );

test("no door tells a hidden part before it may be seen, and every door tells all of it at the end", async () => {
  await using ada = await agentAt();
  await using bob = await agentAt();
  await using stranger = await agentAt();
  await using player = await openSlowPlayer();
  const heard: string[] = [];
  for (const { client } of [bob, stranger])
    client.fallbackNotificationHandler = async (notification) => void heard.push(JSON.stringify(notification));

  /** A game of Ada against another agent, which spectators were to see the thoughts of. */
  const between = async (game: string, opponent: Agent) => {
    const made = (
      await ada.call("createGame", { game, type: "agent", color: "white", name: "Ada", open_thoughts: true })
    ).data;
    const join_code = /join_code "([^"]+)"/.exec(made.join_prompt ?? "")?.[1];
    const { data } = await opponent.call("joinGame", { game_id: made.game_id, name: "Bob", join_code });
    const idOf = ({ seat_token }: { seat_token: string }) => ({ game_id: made.game_id, seat_token });
    return { id: String(made.game_id), ada: idOf(made), bob: idOf(data) };
  };
  const handOf = async (agent: Agent, own: Record<string, unknown>) =>
    (await agent.call("getGame", own)).data.state.hands;

  const duel = await between("high-card", bob);
  const [before] = await handOf(ada, duel.ada);
  const [, bobs] = await handOf(bob, duel.bob);
  const adas = [await ada.call("finishTurn", { ...duel.ada, move: `I hold ${before}` })];
  adas.push(await ada.call("finishTurn", { ...duel.ada, move: "change", thoughts: `I hold ${before}.` }));
  const [after] = await handOf(ada, duel.ada);
  const bobsAnswers = [await bob.call("waitForNextTurn", duel.bob)];
  expect(new Set([before, after, bobs]).size).toBe(3);

  // The person is in the other seat of this one.
  const made = (await ada.call("createGame", { game: "high-card", type: "human", color: "white", name: "Ada" })).data;
  const across = { game_id: made.game_id, seat_token: made.seat_token };
  const [acrossHand] = await handOf(ada, across);
  await ada.call("finishTurn", { ...across, move: "keep", thoughts: `I hold ${acrossHand}.` });

  const odd = await between("odd-even", bob);
  await ada.call("finishTurn", { ...odd.ada, move: "4 and plan-of-odd" });
  await ada.call("finishTurn", { ...odd.ada, move: "4", thoughts: "plan-of-odd" });

  const entrants = [
    { kind: "endpoint", name: "Slow", endpoint: player.url },
    { kind: "strategy", name: "Any", strategy: "random" },
  ];
  const league = (await person.post("/api/leagues", { name: "Cards", game: "high-card", entrants })).body.league_id;
  await person.post(`/api/leagues/${league}/start`);
  await expect.poll(player.asked).not.toBe("");
  const inLeague = (await person.get(`/api/leagues/${league}`)).body.rounds[0].matches[0].games[0];
  expect(new Set(player.asked().match(anyCard)).size).toBe(1);

  const stop = new AbortController();
  let stream = "";
  const listen = async () => {
    const { body } = await fetch(`${host.url}/api/events?after=0`, {
      headers: { authorization: `Bearer ${host.token}` },
      signal: stop.signal,
    });
    for await (const piece of body ?? []) stream += Buffer.from(piece).toString();
  };
  const listening = listen().catch(() => {});
  await stranger.client.subscribeResource({ uri: `kibitz://games/${duel.id}` }).catch(() => {});

  const all = { seat: "first", games: [duel.id, made.game_id, inLeague], leagues: [league] };
  const ofDuel = { games: [duel.id], leagues: [league] };
  const everywhere = async (): Promise<Answers> => [
    ...(await overTheApi(host, all)),
    ...(await overTheApi(host, { ...all, seat: "odd", games: [odd.id] })),
    ...(await overMcp("stranger", stranger, { ...all, games: [...all.games, odd.id] }, {})),
  ];

  const hidden = [anyCard, anyMove];
  const open = await everywhere();
  const acrossDoor = `person: /api/games/${made.game_id}`;
  const isPersons = ([door]: Answers[number]) => door === acrossDoor;
  const [, personsCard] = (await person.get(`/api/games/${made.game_id}`)).body.view.hands;
  await expect.poll(() => stream).toContain(inLeague);
  const spectators: Answers = [
    ...open.filter((answer) => !isPersons(answer)),
    ["event stream", stream],
    ["log", logged],
    ["notifications", heard.join()],
  ];
  expect(open.length).toBeGreaterThan(150);
  expect(leaksIn(spectators, hidden)).toEqual([]);
  expect(leaksIn(open.filter(isPersons), hidden, [personsCard])).toEqual([]);
  const toBob: Answers = [
    ...(await overMcp("bob", bob, ofDuel, duel.bob)),
    ["answers to bob", JSON.stringify(bobsAnswers)],
  ];
  expect(leaksIn(toBob, hidden, [bobs])).toEqual([]);
  const toAda: Answers = [...(await overMcp("ada", ada, ofDuel, duel.ada)), ["answers to ada", JSON.stringify(adas)]];
  expect(leaksIn(toAda, [anyCard], [before, after])).toEqual([]);
  const inOdd = { games: [odd.id], leagues: [league] };
  const ofOdd: Answers = [
    ...spectators.filter(([door]) => !door.includes("duel")),
    ...(await overMcp("bob", bob, inOdd, odd.bob)),
  ];
  expect(leaksIn(ofOdd, [anyChoice])).toEqual([]);

  player.answer();
  for (const own of [duel.ada, across, odd.ada]) await ada.call("resignGame", own);
  await expect.poll(async () => (await person.get(`/api/leagues/${league}`)).body.status).toBe("complete");
  const told = new Map(await everywhere());
  for (const door of ["", "/log", "/board.svg"]) {
    const text = told.get(`person: /api/games/${duel.id}${door}`) ?? "";
    for (const card of door === "/board.svg" ? [after, bobs] : [before, after, bobs])
      expect(text, door).toContain(card);
  }
  for (const rest of ["", "/board.svg"])
    expect(told.get(`MCP stranger: kibitz://games/${duel.id}${rest}`), rest).toContain(bobs);
  const { chance } = (await person.get(`/api/games/${duel.id}`)).body;
  expect(hashOf(chance.secret)).toBe(chance.commitment);
  stop.abort();
  await listening;
});

test("a league's bundle proves every draw, and one that is changed is found", async () => {
  const entrants = ["One", "Two"].map((name) => ({ kind: "strategy", name, strategy: "random" }));
  const request = { name: "Draws", game: "high-card", entrants, games_per_match: 4, seed: 7, secret: "5".repeat(64) };
  const id = (await person.post("/api/leagues", request)).body.league_id;
  await person.post(`/api/leagues/${id}/start`);
  await expect.poll(async () => (await person.get(`/api/leagues/${id}`)).body.status).toBe("complete");
  const headers = { authorization: `Bearer ${host.token}` };
  const text = await (await fetch(`${host.url}/api/leagues/${id}/bundle`, { headers })).text();
  const verify = async (bundle: string) => await verifyBundle(seal(bundle));
  expect(await verify(text)).toMatchObject({ ok: true, value: { games: 4, difference: null } });
  const [dealt = ""] = /"code":"[a-z]+-[a-z]+"/.exec(text) ?? [];
  const other = dealt.includes("fossa-dugong") ? "dugong-fossa" : "fossa-dugong";
  const changed = await verify(text.replace(dealt, `"code":"${other}"`));
  expect(changed).toMatchObject({ value: { difference: { text: expect.stringContaining(dealt.slice(8, -1)) } } });
  const games = (await person.get(`/api/leagues/${id}`)).body.rounds[0].matches[0].games;
  const draws = async (game: string) =>
    (await person.get(`/api/games/${game}`)).body.history.filter(({ by }: { by: string }) => by === "chance");
  const codes = await Promise.all(games.map(async (game: string) => (await draws(game))[0].code));
  // A game and the next one, with the sides reversed, share the deal.
  expect(codes).toEqual([codes[0], codes[0], codes[2], codes[2]]);
  expect(codes[0]).not.toBe(codes[2]);
  expect((await person.get(`/api/games/${games[0]}`)).body.chance).toEqual({ commitment: expect.any(String) });
});
