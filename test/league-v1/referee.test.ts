import { randomUUID } from "node:crypto";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, onTestFinished, test } from "vitest";
import { createLog, type Log, silentLog } from "../../src/main/base/log.ts";
import { openReferee as openOurs } from "../../src/main/commands/referee.ts";
import { foolsMate, hostHere, oursIn, playerHere } from "./support.ts";
import { openReferee, type RefereeOptions } from "./written-elsewhere/referee.ts";
import { type Handlers, type Message, messageOf, send } from "./written-elsewhere/wire.ts";

const patient = { timeout: 20_000 };

/** A host with a league of players that were written elsewhere, whose matches referees may run. */
async function leagueOf(
  names: readonly string[],
  request: Readonly<Record<string, unknown>> = {},
  instead: Handlers = {},
) {
  // Closed after the host, which has something to tell them to its end.
  const players = await Promise.all(names.map((name) => playerHere({ name, instead })));
  const host = await hostHere();
  const rules = { game: "odd-even", options: { rounds: 3 }, referees: true, move_seconds: 20 };
  const id = await host.league({ ...rules, ...request });
  for (const player of players) await player.register(host.register, id, host.headers);
  /** A referee that was written elsewhere, registered. */
  const referee = async (options: Partial<RefereeOptions> = {}) => {
    const opened = await openReferee({ name: "Elsewhere", headers: host.headers, code: host.refereeCode, ...options });
    onTestFinished(opened.close);
    expect(await opened.register(host.register, id)).toMatchObject({
      message_type: "REFEREE_REGISTER_RESPONSE",
      success: true,
      auth_token: expect.stringMatching(/./),
    });
    return opened;
  };
  /** One of ours. */
  const ours = async (matches = 4, log: Log = silentLog) => {
    const opened = await openOurs({
      name: "Ours",
      port: 0,
      matches,
      endpointHosts: [],
      callsPerSecond: null,
      log,
      tell: () => {},
    });
    onTestFinished(opened.close);
    const place = { url: new URL(host.register), agentToken: host.agentToken, refereeCode: host.refereeCode };
    expect(await opened.register(place, "*")).toMatchObject({ ok: true });
    return opened;
  };
  const run = async () => {
    await host.start(id);
    const league = await host.over(id);
    const events = async () => {
      const found = await host.leagues.get(id);
      return found.ok ? (await host.leagues.lastEvents(found.value, 10_000)).map(({ event }) => event) : [];
    };
    return { league, events: await events() };
  };
  return { host, id, players, referee, ours, run };
}

const counted = (events: readonly { readonly type: string }[], type: string) =>
  events.filter((event) => event.type === type).length;

test("a whole league is run by referees of its own, one ours and one written elsewhere, and every match counts once", async () => {
  const { host, id, referee, ours, run, players } = await leagueOf(["Alpha", "Beta", "Gamma", "Delta"]);
  const [elsewhere] = [await referee(), await ours(1)];
  const { league, events } = await run();
  expect(league).toMatchObject({ status: "complete", matches_over: 6, rounds_total: 3 });
  expect(counted(events, "matchHandedOver")).toBe(6);
  expect(counted(events, "matchReported")).toBe(6);
  expect(counted(events, "matchTakenBack")).toBe(0);
  expect(elsewhere.answers.length).toBeGreaterThan(0);
  expect(elsewhere.answers.every(({ success, counted: did }) => success === true && did === true)).toBe(true);
  const total = league.standings.reduce((sum: number, { points }: { points: number }) => sum + points, 0);
  expect(total).toBe(18);
  for (const player of players) {
    await expect.poll(() => player.told("STANDINGS_UPDATE").length, patient).toBe(3);
    expect(player.told("GAME_INVITE")).toHaveLength(3);
    expect(player.told("GAME_END")).toHaveLength(3);
    // A referee has a token for one match of a player, which the player can check; the table comes from the league.
    for (const { message_type, auth_token, match_id } of player.heard) {
      const ofLeague = message_type === "STANDINGS_UPDATE";
      expect(auth_token === player.token()).toBe(ofLeague);
      if (!ofLeague) expect(auth_token).toMatch(new RegExp(`^${match_id ?? `L${id}m[1-6]`}\\.1\\.[\\w-]{32}$`));
    }
    const rounds = player.told("ROUND_RESULT").map(({ game_id, round_number }) => `${game_id} ${round_number}`);
    expect(new Set(rounds).size).toBe(rounds.length);
  }
  // The games are kept as all others, with the moves that the players made.
  const [game] = league.rounds[0].matches[0].games;
  const { body } = await host.person.get(`/api/games/${game}`);
  expect(body).toMatchObject({ status: "finished", history: expect.any(Array) });
});

test.each([
  ["odd-even", { options: { rounds: 3 } }, 18],
  ["chess", { options: {}, longest_game: 3, points: { win: 3, draw: 1, loss: 0 } }, 12],
])(
  "a whole league of %s between our players is run by a referee that was written elsewhere",
  async (game, rules, points) => {
    const { host, id, referee, run } = await leagueOf([], { game, ...rules });
    const elsewhere = await referee();
    const place = new URL(host.register);
    const players = await Promise.all(
      ["Alpha", "Beta", "Gamma", "Delta"].map((name) => oursIn(place, id, name, "mixed", host.agentToken)),
    );
    const { league, events } = await run();
    expect(league).toMatchObject({ status: "complete", matches_over: 6, rounds_total: 3 });
    expect(["matchHandedOver", "matchReported", "matchTakenBack"].map((type) => counted(events, type))).toEqual([
      6, 6, 0,
    ]);
    expect(elsewhere.answers).toHaveLength(6);
    for (const answer of elsewhere.answers) expect(answer).toMatchObject({ success: true, counted: true });
    expect(league.standings.reduce((sum: number, row: { points: number }) => sum + row.points, 0)).toBe(points);
    for (const { said, over } of players) {
      await over;
      expect(said.at(-1)).toMatch(/^the league is complete: rank \d, \d points$/);
    }
  },
);

test("a referee that was written elsewhere runs games of chess to mate, with the sides changed", async () => {
  const request = { game: "chess", options: {}, games_per_match: 2 };
  const { referee, run, players } = await leagueOf(["Alpha", "Beta"], request, { MOVE_REQUEST: foolsMate });
  await referee();
  const { league, events } = await run();
  expect(league.rounds[0].matches[0]).toMatchObject({ score: [1, 1], termination: "normal" });
  expect(counted(events, "matchHandedOver")).toBe(1);
  expect(counted(events, "matchTakenBack")).toBe(0);
  const winners = players.map((player) => player.told("ROUND_RESULT").map(({ winner }) => winner));
  expect(winners).toEqual([
    ["opponent", "you"],
    ["you", "opponent"],
  ]);
});

test("a referee tells each state of its matches, in its log and by its resource status", async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  onTestFinished(() => release());
  const move: Handlers = { MOVE_REQUEST: async () => held.then(() => ({ message_type: "MOVE_RESPONSE", move: 3 })) };
  const { host, id, ours } = await leagueOf(["Alpha", "Beta"], { options: { rounds: 1 } }, move);
  const lines: string[] = [];
  const referee = await ours(
    4,
    createLog("debug", "json", (line) => lines.push(line)),
  );
  await host.start(id);
  const client = new Client({ name: "onlooker", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(referee.endpoint)));
  onTestFinished(() => client.close());
  const status = async () => {
    const { contents } = await client.readResource({ uri: "kibitz-referee://status" });
    return JSON.parse(String(contents[0] && "text" in contents[0] && contents[0].text));
  };
  await expect.poll(status, patient).toMatchObject({
    state: "MANAGING_MATCH",
    name: "Ours",
    matches: [{ match_id: `L${id}m1`, league_id: id, state: "WAITING_MOVES" }],
  });
  // So the league's page has it, with its own and its players' states.
  const { body: page } = await host.person.get(`/api/leagues/${id}`);
  expect(page).toMatchObject({
    state: "ROUND_IN_PROGRESS",
    referees: [{ name: "Ours", state: "MANAGING_MATCH" }],
    field: [{ state: "IN_GAME" }, { state: "IN_GAME" }],
  });
  release();
  const over = await host.over(id);
  expect(over).toMatchObject({ state: "COMPLETE", referees: [{ state: "READY" }], field: [{ state: "ACTIVE" }, {}] });
  await expect.poll(status, patient).toMatchObject({ state: "READY", matches: [] });
  const said = lines.map((line) => JSON.parse(line)).filter(({ message }) => /^[A-Z_]+$/.test(message));
  expect(said.map(({ message }) => message)).toEqual([
    "MANAGING_MATCH",
    "WAITING_ACCEPTS",
    "GAME_RUNNING",
    "WAITING_MOVES",
    "GAME_RUNNING",
    "WAITING_MOVES",
    "RESOLVING_ROUND",
    "REPORTING_RESULT",
  ]);
  for (const line of said) expect(line).toMatchObject({ league_id: id, match_id: `L${id}m1` });
});

test("a league of chess is run by a referee of its own", { tags: "edge" }, async () => {
  const { ours, run, players } = await leagueOf(["Alpha", "Beta", "Gamma", "Delta"], {
    game: "chess",
    options: {},
    longest_game: 3,
    games_per_match: 2,
  });
  await ours();
  const { league, events } = await run();
  expect(league).toMatchObject({ status: "complete", matches_over: 6 });
  expect(league.rounds[0].matches[0]).toMatchObject({ score: [1, 1], termination: "cut-short" });
  expect(counted(events, "matchHandedOver")).toBe(6);
  expect(counted(events, "matchTakenBack")).toBe(0);
  expect(players.map((player) => player.told("ROUND_RESULT").length)).toEqual([6, 6, 6, 6]);
});

test("referees without the person's code are not admitted, and dead ones with it do not hold a league up", async () => {
  const { host, id, run } = await leagueOf(["Alpha", "Beta"]);
  const register = (fields: Message) => {
    const referee = { referee_id: randomUUID(), display_name: "R", endpoint: "http://127.0.0.1:9/mcp" };
    const request = { ...referee, capabilities: { games: ["odd-even"] }, ...fields };
    return send(host.register, messageOf("REFEREE_REGISTER_REQUEST", id, "c", "referee:r", request), {
      headers: host.headers,
    });
  };
  const admitted = async () => (await host.person.get(`/api/leagues/${id}`)).body.referees.length;
  for (const registration_code of [undefined, "", "x".repeat(43), host.agentToken])
    expect(await register({ registration_code })).toMatchObject({
      success: false,
      error: expect.stringMatching(/^registration_code: the person admits referees/),
    });
  expect(await admitted()).toBe(0);
  const dead = Array.from({ length: 64 }, () => register({ registration_code: host.refereeCode }));
  for (const each of await Promise.all(dead)) expect(each).toMatchObject({ success: true });
  expect(await admitted()).toBe(64);
  const from = performance.now();
  const { events } = await run();
  // It was handed over three times, and then played by the league itself.
  expect(counted(events, "matchHandedOver")).toBe(3);
  expect(performance.now() - from).toBeLessThan(30_000);
  expect(events.filter(({ type }) => type === "matchReported")).toMatchObject([{ termination: "normal" }]);
});

/** A report with its first game changed. */
const withGame = (report: Message, change: (moves: Message[]) => Message[]): Message => ({
  ...report,
  games: [{ moves: change((report["games"] as { moves: Message[] }[])[0]?.moves ?? []), termination: "normal" }],
});

test.each([
  [
    "a move that the rules do not have",
    (report: Message) => withGame(report, ([first, ...rest]) => [{ ...first, move: "6" }, ...rest]),
    /^games\.0: the rules do not allow move 1/,
  ],
  [
    "one side's moves for both",
    (report: Message) => withGame(report, (moves) => moves.map((move) => ({ ...move, role: "odd" }))),
    /^games\.0: the rules do not allow move 2/,
  ],
  [
    "a game that is not over",
    (report: Message) => withGame(report, (moves) => moves.slice(0, 2)),
    /^games\.0: the game is not over/,
  ],
  [
    "a game after the match is over",
    (report: Message) => ({
      ...report,
      winner_id: null,
      score: undefined,
      games: [...(report["games"] as unknown[]), ...(report["games"] as unknown[])],
    }),
    /^games: match 1 is over after 1/,
  ],
  ["another winner", (report: Message) => ({ ...report, winner_id: randomUUID() }), /^winner_id: by the games/],
  ["another score", (report: Message) => ({ ...report, score: {} }), /^score: by the games/],
  ["another match", (report: Message) => ({ ...report, match_id: "L1m99" }), /^match_id: /],
  ["another referee's token", (report: Message) => ({ ...report, auth_token: "x".repeat(32) }), /^auth_token: /],
] as const)("a referee that reports %s is refused, and nothing of it is counted", async (_, instead, error) => {
  const { host, id, referee } = await leagueOf(["Alpha", "Beta"]);
  const liar = await referee({ instead });
  await host.start(id);
  await expect.poll(() => liar.answers.length, patient).toBe(1);
  expect(liar.answers[0]).toMatchObject({
    message_type: "MATCH_RESULT_ACK",
    success: false,
    error: expect.stringMatching(error),
  });
  // Errors in the match's id or the referee's token leave the match with its referee; after others the league plays it
  // itself.
  if (/match_id|auth_token/.test(error.source)) {
    const { body } = await host.person.get(`/api/leagues/${id}`);
    expect(body).toMatchObject({ status: "running", matches_over: 0 });
    return;
  }
  expect(await host.over(id)).toMatchObject({ status: "complete", matches_over: 1 });
  const found = await host.leagues.get(id);
  const events = found.ok ? (await host.leagues.lastEvents(found.value, 1_000)).map(({ event }) => event) : [];
  expect(counted(events, "matchReported")).toBe(1);
  expect(events.find(({ type }) => type === "matchTakenBack")).toMatchObject({
    reason: expect.stringMatching(/^its report was refused: /),
  });
});

test("the same report is acknowledged again, and counted once", async () => {
  const { referee, run } = await leagueOf(["Alpha", "Beta"]);
  const twice = await referee({ times: 3 });
  const { events } = await run();
  await expect.poll(() => twice.answers.length, patient).toBe(3);
  expect(twice.answers.map(({ success, counted: did }) => [success, did]).toSorted()).toEqual([
    [true, false],
    [true, false],
    [true, true],
  ]);
  expect(counted(events, "matchReported")).toBe(1);
});

test("a match whose referee falls silent is taken back, and played by another or by the league itself", {
  tags: "edge",
}, async () => {
  const { host, id, referee } = await leagueOf(["Alpha", "Beta"]);
  const silent = await referee({ silent: true });
  await host.start(id);
  await expect.poll(() => silent.state(), patient).toBe("MANAGING_MATCH");
  await silent.close();
  expect(await host.over(id)).toMatchObject({ status: "complete", matches_over: 1 });
});

/** A move that the referee says it made for its player. */
const made = (move: Message) => ({
  ...move,
  effort: { retries: 0, unusable: 1, fallback: "no move came in time", failures: [], tokens: null, cost: null },
});
test.each([
  [
    "of a player's absence",
    (report: Message) => ({ ...report, games: [{ moves: [], termination: "forfeit" }] }),
    /proves nothing: game 1 ended by forfeit/,
  ],
  [
    "of a move that it made for a player",
    (report: Message) => withGame(report, ([first = {}, ...rest]) => [made(first), ...rest]),
    /proves nothing: moves of game 1 were made for a player/,
  ],
] as const)(
  "the report of a referee %s proves nothing: the league invites and plays itself",
  async (_, instead, reason) => {
    const { referee, run, players } = await leagueOf(["Alpha", "Beta"]);
    await referee({ instead });
    const { league, events } = await run();
    expect(league.rounds[0].matches[0].termination).toBe("normal");
    expect(events.filter(({ type }) => type === "matchTakenBack")).toMatchObject([
      { reason: expect.stringMatching(reason) },
    ]);
    expect(players[0]?.told("GAME_INVITE")).toHaveLength(2);
  },
);

test("a referee's token of a player is good for one match alone, and a server's token for its own league alone", async () => {
  const { host, id, referee, run, players } = await leagueOf(["Alpha", "Beta"]);
  await referee();
  await run();
  const [alpha] = players;
  const ofMatch = String(alpha?.told("MOVE_REQUEST")[0]?.["auth_token"]);
  expect(ofMatch).toMatch(new RegExp(`^L${id}m1\\.1\\.`));
  const other = await host.league({ game: "odd-even" });
  const client = new Client({ name: "thief", version: "1" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${host.url}/mcp`), { requestInit: { headers: host.headers } }),
  );
  onTestFinished(() => client.close());
  const use = async (name: string, given: Readonly<Record<string, unknown>>) => {
    const { isError, content } = await client.callTool({ name, arguments: given });
    return [isError, JSON.stringify(content)];
  };
  const refused = [true, expect.stringMatching(/This entrant_token is nobody's here|token/)];
  const endpoint = String(alpha?.endpoint);
  for (const entrant_token of [ofMatch, ofMatch.split(".")[2], String(alpha?.token())])
    for (const league_id of entrant_token === alpha?.token() ? [other] : [id, other]) {
      expect(await use("waitForNextMatch", { league_id, entrant_token })).toEqual(refused);
      expect(await use("joinLeague", { league_id, entrant_token, name: "Alpha" })).toEqual(refused);
      expect(await use("joinLeague", { league_id, entrant_token, name: "Alpha", endpoint })).toEqual(refused);
      const registered = await alpha?.register(host.register, league_id, host.headers, { auth_token: entrant_token });
      expect(registered).toMatchObject({ success: false, error: expect.stringMatching(/entrant_token/) });
    }
  expect((await host.person.get(`/api/leagues/${other}`)).body.field).toEqual([]);
  // Nor does a player take it for another match, or for what the league alone says.
  const ask = (type: string, fields: Message) =>
    send(endpoint, messageOf(type, id, "c", "referee:r", { auth_token: ofMatch, ...fields }));
  await expect(ask("GAME_END", { match_id: `L${id}m1` })).resolves.toMatchObject({ message_type: "GAME_END_ACK" });
  await expect(ask("GAME_END", { match_id: `L${id}m2` })).rejects.toThrow(/not mine/);
  await expect(ask("STANDINGS_UPDATE", {})).rejects.toThrow(/not mine/);
});

test("a referee registers only where the league takes any, with every field, and under its own token", async () => {
  const { host, id, referee } = await leagueOf(["Alpha", "Beta"]);
  const closed = await host.league({ game: "odd-even" });
  const fields = {
    referee_id: randomUUID(),
    registration_code: host.refereeCode,
    display_name: "R",
    endpoint: "http://127.0.0.1:9/mcp",
    capabilities: { games: ["odd-even"] },
  };
  const register = (league: string, change: Message = {}) =>
    send(host.register, messageOf("REFEREE_REGISTER_REQUEST", league, "c", "referee:r", { ...fields, ...change }), {
      headers: host.headers,
    });
  const refused = (error: RegExp) => ({ success: false, error: expect.stringMatching(error) });
  expect(await register(closed)).toMatchObject(refused(/its own referee/));
  expect(await register(id, { referee_id: "r" })).toMatchObject(refused(/^referee_id: a UUID/));
  expect(await register(id, { capabilities: {} })).toMatchObject(refused(/^capabilities\.games: it is missing/));
  expect(await register(id, { capabilities: { games: ["chess"] } })).toMatchObject(refused(/^capabilities: games/));
  expect(await register(id, { endpoint: "http://192.168.1.9/mcp" })).toMatchObject(refused(/^endpoint: /));
  expect(await register(id, { auth_token: "x".repeat(32) })).toMatchObject(refused(/^auth_token: /));
  const { auth_token, ...told } = await register(id);
  expect(told).toMatchObject({ success: true, state: "READY", league_info: { leagues: [id] } });
  expect(await register(id, { endpoint: "http://127.0.0.1:8/mcp" })).toMatchObject(refused(/^referee_id: /));
  // Players read a referee's id in its invitations: nobody gets its token, or its place, by saying the id.
  const others = [{}, { endpoint: "http://127.0.0.1:8/mcp" }];
  for (const change of others) {
    expect(await register(id, change)).toMatchObject(refused(/^referee_id: this referee is registered/));
    const thief = await register("*", change);
    expect(thief).toMatchObject({ success: true, league_info: { leagues: [] } });
    expect(thief["auth_token"]).not.toBe(auth_token);
    expect(await register(id, { ...change, auth_token: thief["auth_token"] })).toMatchObject(refused(/^referee_id: /));
    const report = messageOf("MATCH_RESULT", id, "c", "referee:r", {
      ...{ auth_token: thief["auth_token"], match_id: `${id}-1`, winner_id: null, score: {}, games: [] },
    });
    const reported = await send(host.register, report, { headers: host.headers });
    expect(reported).toMatchObject(refused(/^auth_token: it is no referee/));
  }
  // One that says the address of another does not throw it out.
  expect(await register(id, { referee_id: randomUUID() })).toMatchObject({ success: true });
  expect(await register(id, { auth_token })).toMatchObject({ success: true, auth_token });
  await referee();
});
