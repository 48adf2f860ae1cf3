import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { createLog, silentLog } from "../../src/main/base/log.ts";
import { openSettingsStore } from "../../src/main/data/settings-store.ts";
import { matchesOf } from "../../src/main/league/machine/league.ts";
import { openLeagueServices } from "../../src/main/league/services.ts";
import { endpointDriver } from "../../src/main/league-v1/driver.ts";
import { createEndpoints } from "../../src/main/league-v1/endpoints.ts";
import { strategyMover } from "../../src/main/league-v1/programs/movers.ts";
import { openPlayer } from "../../src/main/league-v1/programs/player.ts";
import { createPlayerServer } from "../../src/main/league-v1/programs/player-server.ts";
import { envelopeOf } from "../../src/main/league-v1/protocol.ts";
import { serverEntrant } from "../../src/main/league-v1/registrar.ts";
import { createBreaker } from "../../src/main/league-v1/roster.ts";
import { openServers } from "../../src/main/league-v1/servers.ts";
import { createServerTokens } from "../../src/main/league-v1/tokens.ts";
import { createCallLog } from "../../src/main/players/call-log.ts";
import { strategyDriver } from "../../src/main/players/drivers.ts";
import { createSupervisor } from "../../src/main/players/supervisor.ts";
import { matchDetail } from "../../src/main/views/league/league-troubles.ts";
import { settingsRequest } from "../../src/main/web/requests.ts";
import { fieldIn } from "../../src/shared/fields.ts";
import type { LeagueEvent } from "../../src/shared/league-events.ts";
import { refuse } from "../../src/shared/result.ts";
import { nobodyElse, planOf, toItsEnd } from "../league/support.ts";
import { openGames, sure } from "../live-games/support.ts";
import { tempDir } from "../support/temp-dir.ts";

/** How a player's HTTP server misbehaves, request by request: its own answer, or null to let the player answer. */
type Mood = (tool: string | null, response: ServerResponse) => boolean | Promise<boolean>;

/** For what comes soon, on a busy machine, too. */
const patient = { timeout: 20_000 };

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** A real MCP server of a player that moves by chance, behind an HTTP server that behaves as it is told. */
async function playerAt(port = 0) {
  const heard: string[] = [];
  const state: { mood: Mood; tamper: (text: string) => string; list: (text: string) => string } = {
    mood: () => false,
    tamper: (text: string) => text,
    list: (text: string) => text,
  };
  const server = createPlayerServer({
    sender: () => "player:Server",
    mover: strategyMover("random", () => 0.3),
    token: () => null,
    log: silentLog,
    status: () => ({}),
    news: {
      onStart: () => {},
      onInvitation: () => {},
      onEnd: ({ match_winner }) => heard.push(String(match_winner)),
      standings: ({ status }) => heard.push(String(status)),
    },
  });
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const { method: asked, params } = body === "" ? {} : JSON.parse(body);
    const tool: string | null = asked === "tools/call" ? params.name : null;
    if (tool !== null) heard.push(tool);
    if (await state.mood(tool, outgoing)) return;
    const headers = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === "string" ? [[name, value]] : [],
    );
    const { method = "GET", url = "/" } = incoming;
    const answer = await server.fetch(
      new Request(`http://127.0.0.1${url}`, { method, headers, ...(method === "POST" ? { body } : {}) }),
    );
    const text = await answer.text();
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    outgoing.end(asked === "tools/list" ? state.list(text) : tool === "make_move" ? state.tamper(text) : text);
  };
  const http = createServer((incoming, outgoing) => void serve(incoming, outgoing));
  await new Promise<void>((resolve) => http.listen(port, "127.0.0.1", resolve));
  const close = async () => {
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  };
  open.push(close);
  const bound = (http.address() as AddressInfo).port;
  return { address: `http://127.0.0.1:${bound}/mcp`, port: bound, heard, state, close };
}

/** A host with leagues, whose endpoints are asked impatiently. */
async function hostWith(allowed: readonly string[] = [], rest = { ms: 60, now: Date.now }) {
  const place = openGames((store) => store, { now: Date.now });
  const { games: liveGames, store } = place;
  const breaker = { failures: 5, restMs: rest.ms };
  const patience = {
    tries: 3,
    timedTries: 3,
    spread: 0,
    newsMs: 1_000,
    backoffMs: 5,
    registerMs: 20_000,
    idleMs: 60_000,
    breaker,
  };
  const logged: string[] = [];
  const common = {
    log: createLog("debug", "text", (line) => void logged.push(line)),
    now: Date.now,
    random: () => 0.5,
  };
  const calls = createCallLog(common);
  const endpoints = createEndpoints({ ...common, now: rest.now, allowlist: () => allowed, patience, calls });
  const tokens = createServerTokens("secret");
  const byEndpoint = endpointDriver({
    endpoints,
    tokens,
    mayCall: (id, signal) => league.mayCall(id, signal),
    now: Date.now,
  });
  const byStrategy = strategyDriver("random", () => 0.5);
  const players = { endpoints, findKey: async () => refuse("INVALID_ARGUMENT", "there is no key"), engines: () => [] };
  const league = openLeagueServices({
    ...common,
    ...nobodyElse,
    store,
    games: liveGames,
    secret: "secret",
    players,
  });
  const servers = openServers({
    ...common,
    league,
    games: liveGames,
    endpoints,
    tokens,
    refereeCode: null,
    calls,
  });
  const supervisor = createSupervisor({
    games: liveGames,
    givenUp: league.givenUp,
    log: silentLog,
    random: () => 0.5,
    now: Date.now,
    drivers: (_, { driven, settings }) => (driven ? (settings.endpoint === undefined ? byStrategy : byEndpoint) : null),
  });
  await league.recover();
  const close = async () => {
    await servers.close();
    await league.close();
  };
  open.push(async () => {
    await close();
    await supervisor.close();
    await endpoints.close();
    await place[Symbol.asyncDispose]();
  });
  /** Runs a league of the endpoint against a strategy, and tells what became of it. */
  const run = async (endpoint: string, request: Readonly<Record<string, unknown>> = {}) => {
    const plan = planOf({
      entrants: [
        { kind: "endpoint", name: "Server", endpoint },
        { kind: "strategy", name: "Random", strategy: "random" },
      ],
      options: { rounds: 3 },
      move_seconds: 60,
      ...request,
    });
    const entrants = sure(await league.admission.admit(plan.entrants));
    const { id } = sure(await league.leagues.create({ ...plan, entrants })).league;
    const start = async () => sure(await league.leagues.act(id, { type: "start" }));
    const over = async () => (await toItsEnd(league.leagues, id)).league;
    const log = async (): Promise<readonly LeagueEvent[]> => (await store.leagueLog(id, 0)).map(({ event }) => event);
    const moves = async () => {
      const games = matchesOf(await over()).flatMap((match) => match.games);
      const all = await Promise.all(games.map(async (game) => sure(await liveGames.get(game.id))));
      return all.flatMap(({ state, moves: played }) => {
        const seat = state.seats.find(({ settings }) => settings.endpoint !== undefined)?.seat;
        return played.filter((move) => move.seat === seat);
      });
    };
    return { id, start, over, log, moves };
  };
  return { ...league, close, endpoints, games: liveGames, calls, logged, run };
}

const answerWith = (status: number, text: string) => (response: ServerResponse) => {
  response.writeHead(status, { "content-type": "application/json" }).end(text);
  return true;
};

describe("a player that is a server", () => {
  test("a player that is a server is invited, told of its games, asked for its moves and told the results, in order", async () => {
    const player = await playerAt();
    const host = await hostWith();
    const league = await host.run(player.address, { games_per_match: 2 });
    await league.start();
    await league.over();
    await expect.poll(() => player.heard.at(-1), patient).toBe("complete");
    const told = player.heard.filter((each, index) => each !== player.heard[index - 1]);
    expect(told.splice(-3, 1)).toEqual([expect.stringMatching(/^(you|opponent|draw)$/)]);
    expect(told.join(" ")).toMatch(
      /^game_invite( game_start( make_move round_result)+){2} game_end standings_update complete$/,
    );
    const moves = await league.moves();
    expect(moves.length).toBeGreaterThan(3);
    // Each game has rounds, and the player hears how each of them ended.
    expect(player.heard.filter((each) => each === "round_result")).toHaveLength(moves.length);
    expect(moves.every(({ metadata }) => metadata === '{"strategy":"random"}')).toBe(true);
    expect(moves.every(({ effort }) => effort === undefined)).toBe(true);
  });

  test("failed tries and the model's answer that a player's server reports are recorded, without its token", async () => {
    const player = await playerAt();
    const host = await hostWith();
    const league = await host.run(player.address);
    const token = createServerTokens("secret").tokenOf({ league: league.id, number: 1 });
    const answer = { text: `I am ${token}.\nMOVE: 1`, length: 99, sha256: "ab", form: "move-line", finish: "stop" };
    const own = { causes: { unreadable: 2, "cut-off": 1 }, answer: { ...answer, model: "m", sent: "{}" } };
    const told = { ...own, thoughts: `Mine is ${token}.` };
    const inText = (json: string) => JSON.stringify(json).slice(1, -1);
    const [from, to] = ['"strategy":"random"', `"strategy":"random",${JSON.stringify(told).slice(1, -1)}`];
    player.state.tamper = (text) => text.replaceAll(from, to).replaceAll(inText(from), inText(to));
    await league.start();
    const over = await league.over();
    const moves = await league.moves();
    expect(moves.length).toBeGreaterThan(0);
    for (const { effort, metadata, thoughts } of moves) {
      expect(thoughts).toEqual({ text: "Mine is …." });
      expect(effort).toMatchObject({
        unusable: 0,
        causes: told.causes,
        answer: { text: "I am ….\nMOVE: 1", length: 99 },
      });
      expect(metadata).toBe('{"strategy":"random","causes":{"unreadable":2,"cut-off":1}}');
      expect(JSON.stringify(effort)).not.toContain(token);
    }
    const figures = matchesOf(over).flatMap(({ games }) => games.map(({ result }) => result?.figures?.[0]));
    expect(figures).toMatchObject([{ unusable: 0, causes: { unreadable: 2 * moves.length, "cut-off": moves.length } }]);
    // Anything else under these names is a remark like any other, or nothing.
    const odd = await host.run(player.address);
    player.state.tamper = (text) =>
      text
        .replaceAll(from, '"causes":{"luck":-1},"answer":7,"thoughts":["no"]')
        .replaceAll(inText(from), inText('"causes":{"luck":-1},"answer":7,"thoughts":["no"]'));
    await odd.start();
    await odd.over();
    for (const { effort, metadata, thoughts } of await odd.moves()) {
      expect([effort, thoughts]).toEqual([undefined, undefined]);
      expect(metadata).toBe('{"causes":{"luck":-1}}');
    }
  });

  test("the answers of a player's server are shown once the game is over, and not before", async () => {
    const player = await playerAt();
    const host = await hostWith();
    const league = await host.run(player.address);
    const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
    const { promise: mayMove, resolve: move } = Promise.withResolvers<void>();
    let moves = 0;
    player.state.mood = async (tool) => {
      if (tool !== "make_move" || ++moves !== 2) return false;
      ask();
      await mayMove;
      return false;
    };
    const answers = async () => {
      const parts = { leagues: host.leagues, games: host.games, calls: host.calls };
      const match = sure(await matchDetail(sure(await host.leagues.get(league.id)), 1, parts));
      const calls = match.players[0]?.calls.filter(({ tool }) => tool === "make_move") ?? [];
      return calls.map(({ answered }) => answered);
    };
    await league.start();
    await isAsked;
    expect(await answers()).toEqual(["shown when the game is over"]);
    move();
    await league.over();
    expect((await answers())[0]).toContain("MOVE_RESPONSE");
  });

  test("a player that is a server that hangs when it is told of a game has nearly all of its time for its move", async () => {
    const player = await playerAt();
    const host = await hostWith();
    player.state.mood = (tool) => tool === "game_start";
    const league = await host.run(player.address, { options: { rounds: 1 }, move_seconds: 20 });
    await league.start();
    await league.over();
    expect(await league.moves()).toHaveLength(1);
    expect((await league.moves())[0]?.effort).toBeUndefined();
    expect((await league.moves())[0]?.ms).toBeLessThan(10_000);
  });

  test("a player that is a server that is back before a part of the time for its move is over makes it", async () => {
    const player = await playerAt();
    const endpoints = createEndpoints({ allowlist: () => [], log: silentLog, random: () => 0 });
    open.push(endpoints.close);
    let failed = 0;
    const since = performance.now();
    player.state.mood = (_, response) => {
      // As long as a fifteenth of the time is not over.
      if (performance.now() - since > 2_000) return false;
      failed += 1;
      return answerWith(503, "{}")(response);
    };
    const message = { protocol: "league.v1", auth_token: "none" };
    const { signal } = new AbortController();
    const asked = await endpoints.ask(player.address, {
      entrant: { league: "1", number: 1 },
      type: "MOVE_REQUEST",
      message,
      limitMs: 30_000,
      allMs: 30_000,
      signal,
    });
    expect([asked.failures.length, failed > 2]).toEqual([asked.tries - 1 + Number(!asked.isAnswered), true]);
    expect(asked.tries).toBeGreaterThan(3);
  });

  test("a player that is a server hears how its last match and the league ended, where the host closes at once", async () => {
    const player = await playerAt();
    const host = await hostWith();
    const league = await host.run(player.address);
    const { promise: isClosing, resolve } = Promise.withResolvers<void>();
    player.state.mood = async (tool) => {
      if (tool === "round_result") await isClosing;
      return false;
    };
    await league.start();
    await league.over();
    const closed = host.close();
    resolve();
    await closed;
    expect(player.heard.slice(-4)).toEqual([
      "game_end",
      expect.stringMatching(/^(you|opponent|draw)$/),
      "standings_update",
      "complete",
    ]);
  });

  test.each([
    ["late", { move_seconds: 1 }, /did not answer/, (): Mood => async (tool) => tool === "make_move"],
    ["with garbage", {}, /no MOVE_RESPONSE|no league\.v1/, null],
    [
      "with 5xx",
      {},
      /HTTP status 503/,
      (): Mood => (tool, response) => tool === "make_move" && answerWith(503, "{}")(response),
    ],
  ] as const)(
    "a player that is a server that answers %s loses the game, or is moved for by lot where the league says so, and the record tells why",
    async (how, request, reason, mood) => {
      const player = await playerAt();
      const host = await hostWith();
      if (mood) player.state.mood = mood();
      else player.state.tamper = (text) => text.replaceAll("MOVE_RESPONSE", "NONSENSE");
      const lost = await host.run(player.address, request);
      const nine = { options: { rounds: 9 } };
      const byLot = await host.run(player.address, { ...request, ...nine, missed_move: "random", misses: 2 });
      await lost.start();
      const forfeited = await lost.over();
      expect(await lost.moves()).toEqual([]);
      const termination = how === "late" ? "time" : "forfeit";
      expect(forfeited).toMatchObject({ champion: 2, current: [{ result: { winner: "b", termination } }] });
      const [told] = forfeited.current.flatMap(({ games }) => games);
      expect(told?.result?.figures?.[0]).toMatchObject({ fallbacks: 0, times: [] });
      expect(told?.result?.figures?.[0].unusable).toBeGreaterThan(0);
      const log = sure(await host.games.log(told?.id ?? "", 0, 50)).map(({ event }) => event);
      expect(log.slice(-2)).toMatchObject([
        {
          type: "moveMissed",
          effort: { fallback: null, failures: expect.arrayContaining([expect.stringMatching(reason)]) },
        },
        { type: "gameOver", outcome: { reason: termination } },
      ]);
      const parts = { leagues: host.leagues, games: host.games, calls: host.calls };
      const match = sure(await matchDetail(sure(await host.leagues.get(lost.id)), 1, parts));
      const [{ troubles, calls } = { troubles: [], calls: [] }] = match.players;
      expect(troubles).toMatchObject([{ match: 1, game_id: told?.id, text: expect.stringMatching(reason) }]);
      const asked = calls.filter(({ tool }) => tool === "make_move");
      expect(asked.at(-1)).toMatchObject({ to: player.address, about: `${told?.id}-1` });
      expect(asked.every(({ failure }) => reason.test(failure ?? ""))).toBe(true);
      expect(asked[0]?.asked).toContain('"message_type":"MOVE_REQUEST"');
      if (how === "with garbage") expect(asked[0]?.answered).toContain("NONSENSE");
      const secret = createServerTokens("secret").tokenOf({ league: lost.id, number: 1 });
      expect(JSON.stringify(match) + host.logged.join("")).not.toContain(secret);
      const line = host.logged.find((each) => each.includes(`gives up its move in game ${told?.id}`));
      expect(line).toMatch(reason);

      await byLot.start();
      // Two moves in a row, and no third.
      expect(await byLot.over()).toMatchObject({ champion: 2, current: [{ result: { termination: "stalled" } }] });
      const moves = await byLot.moves();
      expect(moves).toHaveLength(2);
      expect(moves[0]?.effort?.fallback).toMatch(reason);
      expect(moves[1]?.effort?.fallback).toMatch(/./);
    },
  );

  test("a player that is a server is told nothing of what it played before, elsewhere, when the league goes on from a report", async () => {
    const player = await playerAt();
    const host = await hostWith();
    const trf = ["Server", "Random"].map((name, index) => {
      const rank = String(index + 1).padStart(4);
      const round = index === 0 ? "     2 w 1" : "     1 b 0";
      return `001 ${rank}      ${name.padEnd(33)}${" ".repeat(38)}${rank}${round}`;
    });
    const league = await host.run(player.address, { format: "swiss", rounds: 2, trf: trf.join("\n") });
    await league.start();
    await league.over();
    await expect.poll(() => player.heard, patient).toContain("game_end");
    expect(player.heard.indexOf("game_invite")).toBeLessThan(player.heard.indexOf("game_end"));
  });

  test("a player that is a server meets another one: both are invited, and neither has to wait until the invitation lapses", async () => {
    const [one, other] = [await playerAt(), await playerAt()];
    const host = await hostWith();
    const league = await host.run(one.address, {
      entrants: [
        { kind: "endpoint", name: "One", endpoint: one.address },
        { kind: "endpoint", name: "Other", endpoint: other.address },
      ],
    });
    await league.start();
    await vi.waitFor(() => expect(one.heard.at(-1)).toBe("complete"), patient);
    await vi.waitFor(() => expect(other.heard.at(-1)).toBe("complete"), patient);
    expect((await league.over()).entrants.map(({ misses }) => misses)).toEqual([0, 0]);
  });

  test("a player that is a server that refuses (4xx) is not asked again for that move, one that fails by itself is, three times", async () => {
    for (const [status, tries] of [
      [403, 1],
      [404, 3],
      [500, 3],
    ] as const) {
      const player = await playerAt();
      const host = await hostWith();
      const league = await host.run(player.address, { options: { rounds: 1 }, missed_move: "random" });
      player.state.mood = (tool, response) => tool === "make_move" && answerWith(status, "{}")(response);
      await league.start();
      await league.over();
      expect(player.heard.filter((each) => each === "make_move")).toHaveLength(tries);
      expect((await league.moves())[0]?.effort).toMatchObject({ retries: tries - 1, unusable: tries });
    }
  });

  test("a player that is a server that answers twice is heard once, and an answer to another question is none", async () => {
    const player = await playerAt();
    const host = await hostWith();
    const league = await host.run(player.address, { missed_move: "random" });
    let number = 0;
    player.state.tamper = (text) => {
      number += 1;
      if (number === 1) return text.replaceAll(/(conversation_id\\?":\\?")[^"\\]*/g, "$1another");
      return /^event:/m.test(text) ? text + text : text;
    };
    await league.start();
    await league.over();
    const moves = await league.moves();
    expect(moves[0]?.effort?.fallback).toMatch(/another question/);
    expect(moves.slice(1).every(({ effort }) => effort === undefined)).toBe(true);
  });

  test("a player that is a server that answers with the move alone is understood", async () => {
    const player = await playerAt();
    const host = await hostWith();
    const league = await host.run(player.address);
    player.state.tamper = (text) =>
      text.replace(/(?<=^data: |^)\{.*\}$/m, (json) => {
        const { result, ...rest } = JSON.parse(json);
        const { move } = result.structuredContent ?? JSON.parse(result.content[0].text);
        const content = [{ type: "text", text: JSON.stringify({ move }) }];
        return JSON.stringify({ ...rest, result: { ...result, structuredContent: { move }, content } });
      });
    await league.start();
    await league.over();
    const moves = await league.moves();
    expect(moves.length).toBeGreaterThan(1);
    expect(moves.map(({ effort }) => effort)).toEqual(moves.map(() => undefined));
  });

  test("a player that is a server that says what it was sent where it refuses does not bring its token into the record", async () => {
    const player = await playerAt();
    const host = await hostWith();
    const league = await host.run(player.address, { options: { rounds: 1 }, missed_move: "random" });
    player.state.tamper = (text) => text.replace('"result":{', '"result":{"isError":true,');
    await league.start();
    await league.over();
    const [move] = await league.moves();
    expect(move?.effort?.failures).toEqual([expect.stringContaining("auth_token")]);
    const token = createServerTokens("secret").tokenOf({ league: league.id, number: 1 });
    expect(JSON.stringify(move)).not.toContain(token.slice(0, -24));
  });

  test("a player that is a server that fails for a while is left alone for a while, and plays on after it; the record has it all", async () => {
    const player = await playerAt();
    // The rest is counted in questions, not in time, which passes by itself where the machine is busy.
    let asked = 0;
    const host = await hostWith([], {
      ms: 4,
      now: () => {
        asked += 1;
        return asked;
      },
    });
    const league = await host.run(player.address, { options: { rounds: 99 }, missed_move: "random", misses: 100 });
    let tries = 0;
    player.state.mood = (tool, response) => {
      if (tool !== "make_move") return false;
      tries += 1;
      // Once before it fails, five failures that open the breaker, and one that finds it half open.
      return tries > 1 && tries <= 7 && answerWith(503, "{}")(response);
    };
    await league.start();
    await league.over();
    const reasons = (await league.moves()).map(({ effort }) => effort?.fallback ?? "own");
    const course = reasons.map((reason) =>
      /503/.test(reason) ? "503" : /5 times in a row/.test(reason) ? "left" : reason,
    );
    const told = course.filter((each, index) => each !== course[index - 1]);
    // Three tries for the second move, two for the third, which the breaker ends; one after the rest.
    expect(told.slice(0, 3)).toEqual(["own", "503", "left"]);
    expect(told.at(-1)).toBe("own");
    expect(new Set(told)).toEqual(new Set(["own", "503", "left"]));
    expect(tries).toBeGreaterThan(7);
  });

  test("a player that is a server that answers nonsense five times in a row is left alone for a while", async () => {
    const player = await playerAt();
    const host = await hostWith([], { ms: 600_000, now: Date.now });
    const league = await host.run(player.address, { options: { rounds: 15 }, missed_move: "random", misses: 100 });
    player.state.tamper = (text) => text.replaceAll("MOVE_RESPONSE", "NONSENSE");
    await league.start();
    await league.over();
    const reasons = (await league.moves()).map(({ effort }) => effort?.fallback);
    expect(reasons.length).toBeGreaterThan(5);
    for (const [index, reason] of reasons.entries())
      expect(reason).toMatch(index < 5 ? /no MOVE_RESPONSE/ : /5 times in a row/);
    expect(player.heard.filter((each) => each === "make_move")).toHaveLength(5);
  });

  test.each([
    [undefined, "illegal-moves", 20],
    [1_000, "forfeit", 20],
  ])(
    "a player that is a server that always answers moves that there are not loses at once, with a limit of %s",
    async (most, reason, count) => {
      const player = await playerAt();
      const host = await hostWith();
      const league = await host.run(player.address, { max_illegal: most });
      player.state.tamper = (text) => text.replace(/(?<=\bmove\\?":\s*)(?:\\?"[^"\\]*\\?"|\d+)/g, "99");
      await league.start();
      const [game] = matchesOf(await league.over()).flatMap((match) => match.games);
      expect(game?.result).toMatchObject({ winner: "b", reason });
      expect(player.heard.filter((each) => each === "make_move")).toHaveLength(count);
    },
  );

  test("a player that is a server that dies is suspended with the reason; it comes back by answering", async () => {
    const player = await playerAt();
    const host = await hostWith();
    const league = await host.run(player.address, { rounds: 2, invite_seconds: 10 });
    await player.close();
    await league.start();
    await expect.poll(async () => (await league.log()).map(({ type }) => type), patient).toContain("entrantSuspended");
    const suspended = (await league.log()).find(({ type }) => type === "entrantSuspended");
    expect(suspended).toMatchObject({ entrant: 1, reason: expect.stringMatching(/cannot be reached|in a row/) });
    await playerAt(player.port);
    expect((await league.over()).champion).not.toBeNull();
    expect((await league.log()).map(({ type }) => type)).toContain("entrantReturned");
  });

  test("a player that is a server that does not answer is registered as suspended, and one at another's address not at all", async () => {
    const player = await playerAt();
    await player.close();
    const host = await hostWith(["10.0.0.5:8101"]);
    const { id } = sure(await host.leagues.create(planOf({ players: 2 }))).league;
    const joined = sure(await host.lobby.join(id, "Ghost", undefined, serverEntrant(player.address)));
    expect(joined.entrant).toMatchObject({ kind: "endpoint", status: "suspended" });
    const refused = await host.lobby.join(id, "Elsewhere", undefined, serverEntrant("http://192.168.1.9:8101/mcp"));
    expect(refused).toMatchObject({
      ok: false,
      message: expect.stringMatching(/not an address that may be/),
    });
    expect(host.endpoints.check("http://10.0.0.5:8101/mcp").ok).toBe(true);
    expect(host.endpoints.check("http://10.0.0.5:8102/mcp").ok).toBe(false);
    expect(sure(await host.leagues.get(id)).league.entrants).toHaveLength(3);
  });
});

test.each([
  ["10.0.0.5:80", "http://10.0.0.5/mcp", "http://10.0.0.5:8101/mcp"],
  ["players.lan:443", "https://players.lan/mcp", "http://players.lan/mcp"],
  ["Players.LAN", "https://players.lan:8101/mcp", "http://players.lan.example/mcp"],
  ["[2001:DB8:0::1]:8101", "http://[2001:db8::1]:8101/mcp", "http://[2001:db8::1]/mcp"],
  ["[2001:db8::1]", "http://[2001:db8::1]:8101/mcp", "http://[2001:db8::2]:8101/mcp"],
  ["kibitz_player_1:8101", "http://kibitz_player_1:8101/mcp", "http://kibitz_player_1/mcp"],
])("players are called where the settings name %s, however an address spells it", (host, there, elsewhere) => {
  using folder = tempDir();
  const given = settingsRequest.parse({ endpoint_hosts: [host] });
  const settingsStore = openSettingsStore(folder.path, silentLog);
  sure(settingsStore.change(given));
  const allowed = () => settingsStore.get().endpoint_hosts;
  const endpoints = createEndpoints({ allowlist: allowed, log: silentLog, now: Date.now, random: () => 0 });
  expect([there, elsewhere].map((address) => endpoints.check(address).ok)).toEqual([true, false]);
});

test.each(["10.0.0.5:99999", "10.0.0.5:65536", "[::2]:70000", "10.0.0.500", "[::2::]"])(
  "%s, which no address names, is no host to allow",
  (host) => {
    expect(settingsRequest.safeParse({ endpoint_hosts: [host] }).success).toBe(false);
    expect(settingsRequest.safeParse({ endpoint_hosts: ["10.0.0.5:65535", "10.0.0.5:08101"] }).success).toBe(true);
  },
);

test("a breaker opens after five failures in a row, and half-opens after a rest", () => {
  let now = 0;
  const breaker = createBreaker({ failures: 5, restMs: 100 }, () => now);
  for (let each = 0; each < 4; each += 1) breaker.noteFailure();
  expect([breaker.admit(), breaker.state()]).toEqual([0, "closed"]);
  breaker.noteSuccess();
  for (let each = 0; each < 5; each += 1) breaker.noteFailure();
  expect([breaker.admit(), breaker.state()]).toEqual([100, "open"]);
  now = 100;
  expect([breaker.admit(), breaker.state()]).toEqual([0, "half-open"]);
  expect(breaker.admit()).toBe(100);
  breaker.noteFailure();
  expect([breaker.admit(), breaker.state()]).toEqual([100, "open"]);
  now = 200;
  expect(breaker.admit()).toBe(0);
  breaker.noteSuccess();
  expect([breaker.admit(), breaker.state()]).toEqual([0, "closed"]);
});

test("a player's server is left alone while its breaker is open, and asked again after a rest", async () => {
  const player = await playerAt();
  let now = 0;
  const endpoints = createEndpoints({
    allowlist: () => [],
    log: silentLog,
    now: () => now,
    random: () => 0,
    patience: {
      tries: 3,
      timedTries: 3,
      spread: 0,
      newsMs: 50,
      backoffMs: 1,
      registerMs: 1_000,
      idleMs: 60_000,
      breaker: { failures: 5, restMs: 1_000 },
    },
  });
  open.push(endpoints.close);
  const ask = () =>
    endpoints.ask(player.address, {
      entrant: { league: "1", number: 1 },
      type: "MOVE_REQUEST",
      message: {},
      limitMs: 2_000,
      signal: new AbortController().signal,
    });
  player.state.mood = (tool, response) => tool === "make_move" && answerWith(500, "{}")(response);
  expect((await ask()).tries).toBe(3);
  expect(await ask()).toMatchObject({
    tries: 2,
    failures: [/500/, /500/, /5 times in a row/].map((each) => ({
      cause: "failed",
      reason: expect.stringMatching(each),
    })),
  });
  const before = player.heard.length;
  expect(await ask()).toMatchObject({ tries: 0, isAnswered: false });
  expect(player.heard).toHaveLength(before);
  now = 1_000;
  player.state.mood = () => false;
  expect((await ask()).isAnswered).toBe(false);
  expect(player.heard).toHaveLength(before + 1);
});

test.each([
  ["that would refuse its answer", { type: "object", required: ["never"] }],
  ["that cannot be compiled", { type: "object", properties: { move: { pattern: "(" } } }],
])("a player's own schema for its answers, %s, is neither compiled nor run", async (_, outputSchema) => {
  const player = await playerAt();
  player.state.list = (text) =>
    text.replaceAll('"name":"make_move"', `"name":"make_move","outputSchema":${JSON.stringify(outputSchema)}`);
  const host = await hostWith();
  const league = await host.run(player.address);
  await league.start();
  const moves = await league.moves();
  expect(moves.length).toBeGreaterThan(0);
  expect(moves.every(({ effort }) => effort === undefined)).toBe(true);
});

test("no more of a player's answer is looked at than its league needs", async () => {
  const player = await playerAt();
  // The wrong kind of content, tens of thousands of times: to say so of each takes seconds.
  player.state.tamper = (text) => text.replace('"content":[', `"content":[${"{},".repeat(50_000)}`);
  const host = await hostWith();
  const league = await host.run(player.address);
  await league.start();
  const moves = await league.moves();
  expect(moves.length).toBeGreaterThan(0);
  expect(moves.every(({ effort }) => effort === undefined)).toBe(true);
});

describe("a player's server whose answer has no end", () => {
  const head = (type: string, status = 200) => ({ status, type });
  test.each([
    ["as JSON", head("application/json"), '{"jsonrpc":"2.0","id":1,"result":{"text":"', /longer than 256 KiB/],
    ["as an error", head("text/plain", 500), "", /HTTP status 500/],
    ["as an event", head("text/event-stream"), "data: ", /longer than 256 KiB/],
  ] as const)("an endless answer %s is cut off after 256 KiB and fails", async (_, { status, type }, start, reason) => {
    const player = await playerAt();
    const endpoints = createEndpoints({
      allowlist: () => [],
      log: silentLog,
      now: Date.now,
      random: () => 0,
      patience: {
        tries: 1,
        timedTries: 1,
        spread: 0,
        newsMs: 50,
        backoffMs: 1,
        registerMs: 20_000,
        idleMs: 60_000,
        breaker: { failures: 2, restMs: 60_000 },
      },
    });
    open.push(endpoints.close);
    const ended: number[] = [];
    player.state.mood = (tool, response) => {
      if (tool !== "make_move") return false;
      let sent = 0;
      const piece = Buffer.alloc(65_536, "a");
      const more = () => {
        // An end after all, so that a host that takes everything does not take the test with it.
        if (sent >= 64 * 1_048_576) return void response.destroy();
        sent += piece.length;
        response.write(piece, () => setImmediate(more));
      };
      response.writeHead(status, { "content-type": type }).write(start);
      response.once("close", () => ended.push(sent));
      more();
      return true;
    };
    const ask = () =>
      endpoints.ask(player.address, {
        entrant: { league: "1", number: 1 },
        type: "MOVE_REQUEST",
        message: {},
        limitMs: 3_000,
        signal: new AbortController().signal,
      });
    expect(await ask()).toMatchObject({ isAnswered: false, failures: [{ reason: expect.stringMatching(reason) }] });
    await expect.poll(() => ended.length, patient).toBe(1);
    // Bytes on their way between the two are beyond what the host takes.
    expect(ended[0]).toBeLessThan(32 * 1_048_576);
    await ask();
    expect(await ask()).toMatchObject({ tries: 0, failures: [{ reason: expect.stringMatching(/2 times in a row/) }] });
  });
});

test("a player's news that have no end are broken off after 256 KiB, and its status is read once a second at the most", async () => {
  const reads = { count: 0 };
  const answers: Readonly<Record<string, object>> = {
    initialize: {
      protocolVersion: "2025-06-18",
      serverInfo: { name: "flood", version: "1" },
      capabilities: { tools: {}, resources: { subscribe: true } },
    },
    "resources/list": { resources: [{ uri: "flood://status", name: "status" }] },
    "resources/read": { contents: [{ uri: "flood://status", text: "well" }] },
    "resources/subscribe": {},
  };
  let [sent, isBrokenOff] = [0, false];
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (incoming.method === "GET") {
      const update = { method: "notifications/resources/updated", params: { uri: "flood://status" } };
      const news = `data: ${JSON.stringify({ jsonrpc: "2.0", ...update })}\n\n`.repeat(200);
      outgoing.writeHead(200, { "content-type": "text/event-stream" });
      outgoing.once("close", () => {
        isBrokenOff = true;
      });
      const more = () => {
        sent += news.length;
        if (!isBrokenOff && sent < 64 * 1_048_576) outgoing.write(news, () => setImmediate(more));
      };
      return more();
    }
    const { id, method } = z.object({ id: z.unknown().optional(), method: z.string() }).parse(await json(incoming));
    if (method === "resources/read") reads.count += 1;
    if (id === undefined) return outgoing.writeHead(202).end();
    const result = answers[method];
    const answer = { jsonrpc: "2.0", id, ...(result ? { result } : { error: { code: -32601, message: "none" } }) };
    return outgoing
      .writeHead(200, { "content-type": "application/json", "mcp-session-id": "one" })
      .end(JSON.stringify(answer));
  };
  const http = createServer((incoming, outgoing) => void serve(incoming, outgoing));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  open.push(async () => void http.close());
  const endpoints = createEndpoints({ allowlist: () => [], log: silentLog, random: () => 0 });
  open.push(endpoints.close);
  const told: string[] = [];
  const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
  const isOffered = await endpoints.followStatus(address, (text) => told.push(text), new AbortController().signal);
  await expect.poll(() => isBrokenOff, patient).toBe(true);
  expect(isOffered).toBe(true);
  expect(told.length).toBeGreaterThan(0);
  expect(reads.count).toBeLessThan(5);
  expect(sent).toBeLessThan(32 * 1_048_576);
});

test("a server that refuses another entrant's token is asked for its own moves all the same", async () => {
  const player = await playerAt();
  const endpoints = createEndpoints({ allowlist: () => [], log: silentLog, random: () => 0 });
  open.push(endpoints.close);
  const ask = (auth_token: string) =>
    endpoints.ask(player.address, {
      entrant: { league: "1", number: 1 },
      type: "MOVE_REQUEST",
      message: {
        ...envelopeOf("MOVE_REQUEST", "1", "1", "referee:1", 0),
        ...{ auth_token, round_number: 1, game_state: { legal_moves: ["1"] } },
      },
      limitMs: 5_000,
      check: (content) => (fieldIn(content, "auth_token") === "own" ? null : "it is no answer"),
      signal: new AbortController().signal,
    });
  for (let time = 0; time < 5; time += 1) expect(await ask("a stranger's")).toMatchObject({ isAnswered: false });
  expect((await ask("a stranger's")).failures).toMatchObject([{ reason: expect.stringMatching(/is not asked for/) }]);
  expect(await ask("own")).toMatchObject({ isAnswered: true, failures: [] });
});

test("a player's server that dies in the midst of an event is asked again while there is time", async () => {
  const player = await playerAt();
  const endpoints = createEndpoints({
    allowlist: () => [],
    log: silentLog,
    now: Date.now,
    random: () => 0,
    patience: {
      tries: 2,
      timedTries: 2,
      spread: 0,
      newsMs: 50,
      backoffMs: 1,
      registerMs: 20_000,
      idleMs: 60_000,
      breaker: { failures: 5, restMs: 60_000 },
    },
  });
  open.push(endpoints.close);
  const moods: ((response: ServerResponse) => void)[] = [
    (response) =>
      response
        .writeHead(200, { "content-type": "text/event-stream" })
        .write(": thinking\n\n", () => setImmediate(() => response.destroy())),
    (response) => answerWith(500, "{}")(response),
  ];
  player.state.mood = (tool, response) => {
    if (tool !== "make_move") return false;
    moods.shift()?.(response);
    return true;
  };
  const asked = await endpoints.ask(player.address, {
    entrant: { league: "1", number: 1 },
    type: "MOVE_REQUEST",
    message: {},
    limitMs: 3_000,
    signal: new AbortController().signal,
  });
  const failures = [/cannot be reached/, /500/].map((each) => ({ reason: expect.stringMatching(each) }));
  expect(asked).toMatchObject({ tries: 2, failures });
});

test("nobody is called who could not take part anyway", async () => {
  const player = await playerAt();
  let requests = 0;
  player.state.mood = () => {
    requests += 1;
    return false;
  };
  const host = await hostWith();
  const make = async (request: Parameters<typeof planOf>[0]) =>
    sure(await host.leagues.create(planOf(request))).league.id;
  const strategies = [
    { kind: "strategy", name: "One", strategy: "random" },
    { kind: "strategy", name: "Two", strategy: "random" },
  ];
  const [begun, full, named] = [
    await make({ entrants: strategies }),
    await make({ entrants: strategies, max_entrants: 2 }),
    await make({ entrants: strategies }),
  ];
  sure(await host.leagues.act(begun, { type: "cancel" }));
  const join = (id: string, name: string) => host.lobby.join(id, name, undefined, serverEntrant(player.address));
  expect(await join(begun, "Three")).toMatchObject({ code: "LEAGUE_CLOSED" });
  expect(await join(full, "Three")).toMatchObject({ message: expect.stringContaining("League full") });
  expect(await join(named, "two")).toMatchObject({ message: expect.stringContaining("Choose another name") });
  const lacking = planOf({
    entrants: [
      { kind: "endpoint", endpoint: player.address },
      { kind: "llm", provider: "openai", model: "m", price: { input: 1, output: 1 } },
    ],
  });
  expect(await host.admission.admit(lacking.entrants)).toMatchObject({ message: expect.stringContaining("key_env") });
  expect(requests).toBe(0);
  sure(await join(named, "Three"));
  expect(requests).toBeGreaterThan(0);
});

test("a player that nobody asks any more is let go, and found again when it is", async () => {
  const player = await playerAt();
  let greeted = 0;
  player.state.mood = (tool) => {
    greeted += tool === null ? 1 : 0;
    return false;
  };
  const endpointsOf = (idleMs: number) => {
    const endpoints = createEndpoints({
      allowlist: () => [],
      log: silentLog,
      now: Date.now,
      random: () => 0,
      patience: {
        tries: 3,
        timedTries: 3,
        spread: 0,
        newsMs: 50,
        backoffMs: 1,
        registerMs: 20_000,
        idleMs,
        breaker: { failures: 5, restMs: 1_000 },
      },
    });
    open.push(endpoints.close);
    return endpoints;
  };
  const kept = endpointsOf(60_000);
  expect(await kept.probe(player.address)).toBeNull();
  const once = greeted;
  expect(await kept.probe(player.address)).toBeNull();
  expect(greeted).toBe(once);
  const forgetful = endpointsOf(5);
  const again = async () => {
    expect(await forgetful.probe(player.address)).toBeNull();
    return greeted;
  };
  await expect.poll(again, { interval: 30, ...patient }).toBeGreaterThanOrEqual(3 * once);
});

describe("games that share a player", () => {
  /** A player that many ask, and what it is asked beside its tools. */
  async function shared() {
    const player = await playerAt();
    const endpoints = createEndpoints({
      allowlist: () => [],
      log: silentLog,
      now: Date.now,
      random: () => 0,
      patience: {
        tries: 3,
        timedTries: 3,
        spread: 0,
        newsMs: 50,
        backoffMs: 1,
        registerMs: 20_000,
        idleMs: 60_000,
        breaker: { failures: 5, restMs: 1_000 },
      },
    });
    open.push(endpoints.close);
    const invitation = {
      protocol: "league.v1",
      message_type: "GAME_INVITE",
      league_id: "1",
      conversation_id: "1",
      sender: "referee:1",
      timestamp: "",
      match_id: "1",
      opponent_id: "",
      role: "X",
      rounds: 1,
    };
    const ask = (who: string, limitMs: number, signal = new AbortController().signal) =>
      endpoints.ask(player.address, {
        entrant: { league: "1", number: 1 },
        type: "GAME_INVITE",
        message: { ...invitation, auth_token: who },
        limitMs,
        signal,
      });
    return { player, ask };
  }
  /** A door that lets nobody through until it is opened, and how many stand before it. */
  function door() {
    const { promise, resolve } = Promise.withResolvers<false>();
    const state = { waiting: 0 };
    const wait = () => {
      state.waiting += 1;
      return promise;
    };
    return { state, wait, openIt: () => resolve(false) };
  }

  const taken = { isAnswered: true, content: { message_type: "GAME_ACCEPT" } };

  test("games that share a player are not disturbed where one of them is called off, or its answer comes too late", async () => {
    const { player, ask } = await shared();
    const { state, wait, openIt } = door();
    player.state.mood = (tool) => tool === "game_invite" && wait();
    const stop = new AbortController();
    const thinking = ask("one", 60_000);
    const calledOff = ask("two", 60_000, stop.signal);
    await expect.poll(() => state.waiting, patient).toBe(2);
    stop.abort();
    expect(await calledOff).toMatchObject({ isAnswered: false, failures: [] });
    const late = await ask("three", 50);
    expect(late).toMatchObject({ isAnswered: false, tries: 3 });
    expect(late.failures[0]).toEqual({ cause: "late", reason: expect.stringMatching(/did not answer/) });
    openIt();
    expect(await thinking).toMatchObject({ ...taken, tries: 1, failures: [] });
  });

  test("games that share a player are connected though the one that came first does not wait for it", async () => {
    const { player, ask } = await shared();
    const { state, wait, openIt } = door();
    player.state.mood = (tool) => tool === null && wait();
    const stop = new AbortController();
    const first = ask("one", 60_000, stop.signal);
    const second = ask("two", 60_000);
    await expect.poll(() => state.waiting, patient).toBe(1);
    stop.abort();
    expect((await first).isAnswered).toBe(false);
    openIt();
    expect(await second).toMatchObject({ ...taken, tries: 1, failures: [] });
  });
});

test("a player opens a server of its own", async () => {
  const player = await openPlayer({ name: "A", strategy: "random", port: 0, log: silentLog, tell: () => {} });
  open.push(player.close);
  const at = (headers: Record<string, string>) => fetch(player.endpoint, { method: "POST", headers, body: "{}" });
  expect((await at({ origin: "http://evil.example" })).status).toBe(403);
  expect((await fetch(new URL("/", player.endpoint))).status).toBe(404);
});
