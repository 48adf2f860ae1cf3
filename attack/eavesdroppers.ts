import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { openVendor } from "../test/players/model/vendor.ts";
import { connect } from "../test/support/agents.ts";
import { type Answers, overMcp, overTheApi } from "../test/support/every-door.ts";
import type { HostProcess } from "../test/support/host-process.ts";
import { personAt } from "../test/support/person.ts";
import type { Tally } from "./tally.ts";

const KEY = "sk-Eavesdropped/0123456789==";
/** The environment of the host, with the key of its model. */
export const keyInHand = { EAVESDROPPED: KEY };
/** A word of what an agent, a model and a server think; nobody else says one. */
const overheard = /quillon-(?:agent|model|server)/g;
/**
 * Has an agent, a model and a player's server think aloud in games that go on, and listens at every door: as the
 * opponent, as a spectator, as an entrant of another league, as the person at the pages, with the agents' token and with
 * none. Then it ends the games and looks where thoughts and answers are told, and that no key or token is among them.
 */
export async function eavesdrop(host: HostProcess, tally: Tally): Promise<void> {
  const person = personAt(host);
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  let asked = 0;
  await using vendor = await openVendor(async ({ body }) => {
    asked += 1;
    if (asked === 2) await mayEnd;
    const [, cell] = /Your legal moves:\\n([a-c][1-3])\b/.exec(body) ?? [];
    return { text: `<think>quillon-model with ${KEY}</think>quillon-model\nMOVE: ${cell}`, reasoning: "quillon-model" };
  }, KEY);
  await using server = await openPlayer();
  const created = async (request: object): Promise<string> => {
    const { status, body } = await person.post("/api/leagues", request);
    if (status >= 300) throw new Error(`a league: ${status} ${JSON.stringify(body)}`);
    return body.league_id;
  };
  const model = {
    kind: "llm",
    provider: "openai-compatible",
    model: "m",
    base_url: vendor.url,
    key_env: "EAVESDROPPED",
  };
  const entrants = [
    { ...model, name: "Model" },
    { kind: "endpoint", name: "Server", endpoint: server.url },
  ];
  const allow = [`EAVESDROPPED@${vendor.url}`];
  const league = await created({ name: "Aloud", game: "tic-tac-toe", entrants, allow_keys: allow });
  const other = await created({ name: "Elsewhere", game: "tic-tac-toe", entrants: [{ kind: "agent", name: "Eve" }] });

  const place = { ...host, mcp: `${host.mcp}?toolsets=play,league,analysis` };
  await using author = await connect(place, "http", "v2 client, old era");
  await using opponent = await connect(place, "http", "v2 client, old era");
  await using spectator = await connect(place, "shim", "v2 client, new era");
  await using entrant = await connect(place, "http", "v2 client, new era");
  const { entrant_token } = (await entrant.call("joinLeague", { league_id: other, name: "Eve" })).data;
  const thoughts = (token: string) => `quillon-agent: I play Nxe5. Mine is ${token}.`;
  const made = (await author.call("createGame", { type: "agent", name: "Aloud" })).data;
  const join_code = /join_code "([^"]+)"/.exec(made.join_prompt ?? "")?.[1];
  const joined = (await opponent.call("joinGame", { game_id: made.game_id, name: "Listener", join_code })).data;
  const own = { game_id: made.game_id, seat_token: made.seat_token };
  const theirs = { game_id: made.game_id, seat_token: joined.seat_token };
  const replies = [await author.call("finishTurn", { ...own, move: "e4", thoughts: thoughts(made.seat_token) })];
  replies.push(await opponent.call("waitForNextTurn", theirs));
  // The person at the pages is the other player of this one, though it was set up for spectators to see.
  const across = (await author.call("createGame", { type: "human", open_thoughts: true })).data;
  const acrossPerson = { game_id: across.game_id, seat_token: across.seat_token };
  replies.push(await author.call("finishTurn", { ...acrossPerson, move: "d4", thoughts: thoughts(across.seat_token) }));

  const stop = new AbortController();
  const headers = { authorization: `Bearer ${host.token}` };
  let stream = "";
  const listening = [0, 1].map(async () => {
    const { body } = await fetch(`${host.url}/api/events?after=0`, { headers, signal: stop.signal });
    for await (const piece of body ?? []) stream += Buffer.from(piece).toString();
  });
  await person.post(`/api/leagues/${league}/start`);
  const report = await until(async () => {
    const { body } = await person.get(`/api/leagues/${league}`);
    return asked === 2 ? body : null;
  });
  const [inLeague = ""] = report.rounds[0].matches[0].games;
  const ids = { seat: "white", games: [made.game_id, across.game_id, inLeague], leagues: [league, other] };
  const roles = {
    opponent: [opponent, theirs],
    spectator: [spectator, {}],
    entrant: [entrant, { entrant_token }],
  } as const;
  const hear = async (): Promise<Answers> => [
    ...(await overTheApi(host, ids)),
    ...(
      await Promise.all(Object.entries(roles).map(([role, [agent, args]]) => overMcp(role, agent, ids, args)))
    ).flat(),
    ["the event stream", stream],
    ["the host's log", host.log()],
    ["answers to moves", JSON.stringify(replies)],
  ];

  const during = await hear();
  for (const [door, text] of during)
    if (overheard.test(text)) tally.fail(`${door} tells thoughts before the end: ${text.match(overheard)?.[0]}`);
  tally.count("doors asked for thoughts while games go on", during.length);

  end();
  replies.push(await author.call("resignGame", own), await author.call("resignGame", acrossPerson));
  await until(async () => ((await person.get(`/api/leagues/${league}`)).body.status === "complete" ? true : null));
  const after = await hear();
  const told = new Map(after.map(([door, text]) => [door, new Set(text.match(overheard))]));
  for (const [door, words] of told)
    if (/^MCP|^nobody|^the agents'|^the host|^answers/.test(door) && words.size > 0)
      tally.fail(`${door} tells thoughts to agents, or to nobody`);
  const game = (id: string, rest: string) => `person: /api/games/${id}/${rest}`;
  const expected: readonly (readonly [string, string])[] = [
    ...["lines", "html", "pgn?thoughts=true"].map((rest) => [game(made.game_id, rest), "agent"] as const),
    [game(across.game_id, "lines"), "agent"],
    [game(inLeague, "lines"), "model"],
    [game(inLeague, "lines"), "server"],
    ...["moves.csv", "moves.json", "bundle", "replay"].flatMap((rest) =>
      ["model", "server"].map((who) => [`person: /api/leagues/${league}/${rest}`, who] as const),
    ),
  ];
  for (const [door, who] of expected)
    if (!told.get(door)?.has(`quillon-${who}`))
      tally.fail(`${door} does not tell the thoughts of the ${who} at the end`);
    else tally.count("doors that tell thoughts at the end");
  if (told.get(game(made.game_id, "pgn"))?.size) tally.fail("a PGN has thoughts that nobody asked for");

  const files = readdirSync(host.dataDir, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const stored = files
    .filter(({ name }) => name.startsWith("kibitz.db"))
    .map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), "latin1")] as const);
  if (!stored.some(([, text]) => text.includes("quillon-agent"))) tally.fail("thoughts are not stored");
  const secrets = { key: KEY, "seat token": made.seat_token, "entrant's token": entrant_token };
  // A player is told its own; the person may have an agent resume its seat.
  for (const [door, text] of [...during, ...after, ...stored])
    for (const [what, secret] of Object.entries(secrets))
      if (text.includes(secret) && !/^MCP (?:entrant|opponent)|^answers|\/resume$/.test(door))
        tally.fail(`${door} has a ${what}`);
  tally.count("answers without a key or a token", during.length + after.length + stored.length);
  await person.post(`/api/leagues/${other}/cancel`);
  await person.delete(`/api/leagues/${other}`);
  stop.abort();
  await Promise.allSettled(listening);
}

/** Asks until there is an answer, for at most a minute. */
async function until<T>(ask: () => Promise<T | null>): Promise<T> {
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; ) {
    const answer = await ask();
    if (answer !== null) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("what the eavesdropper waits for does not come");
}

/** A player's server that makes the first legal move and says what it thinks. */
async function openPlayer() {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (request.method !== "POST") return void response.writeHead(405).end();
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString());
    if (id === undefined) return void response.writeHead(202).end();
    const told = { thoughts: "quillon-server", note: "quillon-server" };
    const move = params?.arguments?.game_state?.legal_moves?.[0] ?? "none";
    const [common, own] = [
      { ttlMs: 0, cacheScope: "private" },
      { name: "aloud", version: "1" },
    ];
    const result =
      method === "server/discover"
        ? { ...common, supportedVersions: ["2026-07-28"], capabilities: { tools: {} }, serverInfo: own }
        : method === "tools/list"
          ? { ...common, tools: [{ name: "make_move", inputSchema: { type: "object" } }] }
          : { content: [], structuredContent: { move, metadata: told } };
    const body = JSON.stringify({ jsonrpc: "2.0", id, result: { resultType: "complete", ...result } });
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}
