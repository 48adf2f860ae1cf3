import { randomUUID } from "node:crypto";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, onTestFinished, test } from "vitest";
import { silentLog } from "../../src/main/base/log.ts";
import { openPlayer } from "../../src/main/commands/player.ts";
import { createEndpoints } from "../../src/main/players/endpoint/endpoints.ts";
import { sure } from "../live-games/support.ts";
import { foolsMate, hostHere, oursIn, playerHere } from "./support.ts";
import { openManager } from "./written-elsewhere/manager.ts";
import type { Handlers, Message } from "./written-elsewhere/wire.ts";

/** The last messages come soon after the end of a league. */
const patient = { timeout: 20_000 };

test("a league of players that were written elsewhere is played from registration to a champion, and each hears all of it", async () => {
  const players = await Promise.all(["Alpha", "Beta", "Gamma", "Delta"].map((name) => playerHere({ name })));
  const host = await hostHere();
  const id = await host.league({ game: "odd-even", options: { rounds: 5 }, max_entrants: 4 });
  for (const player of players) {
    const answer = await player.register(host.register, id, host.headers);
    expect(answer).toMatchObject({
      protocol: "league.v1",
      message_type: "LEAGUE_REGISTER_RESPONSE",
      league_id: id,
      success: true,
      sender: `league:${id}`,
      auth_token: expect.stringMatching(/./),
      league_info: { league_id: id, game: "odd-even", options: { rounds: 5 }, max_players: 4 },
    });
  }
  const fifth = await playerHere({ name: "Epsilon" });
  expect(await fifth.register(host.register, id, host.headers)).toMatchObject({ success: false, error: "League full" });
  await host.start(id);
  const league = await host.over(id);
  expect(league).toMatchObject({ status: "complete", rounds_total: 3, matches_over: 6 });
  const total = league.standings.reduce((sum: number, { points }: { points: number }) => sum + points, 0);
  expect(total).toBe(18);
  for (const { name, fallbacks, errors_per_1000 } of league.standings)
    expect([name, fallbacks, errors_per_1000]).toEqual([name, 0, 0]);

  for (const player of players) {
    await expect.poll(() => player.told("STANDINGS_UPDATE").length, patient).toBe(3);
    expect(player.told("GAME_INVITE")).toHaveLength(3);
    expect(player.told("GAME_START")).toHaveLength(3);
    expect(player.told("GAME_END")).toHaveLength(3);
    expect(player.heard.every(({ auth_token }) => auth_token === player.token())).toBe(true);
    const others = players.filter((other) => other !== player);
    expect(new Set(player.told("GAME_INVITE").map(({ opponent_id }) => opponent_id))).toEqual(
      new Set(others.map(({ player_id }) => player_id)),
    );
    for (const { match_id, match_winner, final_score } of player.told("GAME_END")) {
      const rounds = player.told("ROUND_RESULT").filter((round) => round["match_id"] === match_id);
      expect(rounds.map(({ round_number }) => round_number)).toEqual(rounds.map((_, index) => index + 1));
      for (const round of rounds) {
        expect(round["sum"]).toBe(Number(round["your_choice"]) + Number(round["opponent_choice"]));
        const start = player.told("GAME_START").find((each) => each["match_id"] === match_id);
        const isOdd = Number(round["sum"]) % 2 === 1;
        expect(round["winner"]).toBe(isOdd === (start?.["your_role"] === "odd") ? "you" : "opponent");
      }
      const won = rounds.filter(({ winner }) => winner === "you").length;
      expect(rounds.at(-1)).toMatchObject({ score: { you: won, opponent: rounds.length - won } });
      expect(Math.max(won, rounds.length - won)).toBe(3);
      expect([match_winner, final_score]).toEqual(
        won === 3 ? ["you", { you: 1, opponent: 0 }] : ["opponent", { you: 0, opponent: 1 }],
      );
    }
    const own = league.standings.find(({ name }: { name: string }) => name === player.name);
    expect(player.told("STANDINGS_UPDATE").at(-1)).toMatchObject({
      status: "complete",
      state: "COMPLETE",
      sender: `league:${id}`,
      standings: expect.arrayContaining([
        expect.objectContaining({ player_id: player.player_id, points: own.points, rank: own.rank, state: "ACTIVE" }),
      ]),
    });
  }
  const { body: entrant } = await host.person.get(`/api/leagues/${id}/entrants/1`);
  expect(entrant.entrant.capabilities).toBe('{"games":["odd-even"]}');
});

test("a league of chess is played to mate by players that were written elsewhere", async () => {
  const mating = { instead: { MOVE_REQUEST: foolsMate } };
  const players = await Promise.all(["Alpha", "Beta", "Gamma", "Delta"].map((name) => playerHere({ name, ...mating })));
  const host = await hostHere();
  const id = await host.league({ game: "chess", points: { win: 3, draw: 1, loss: 0 } });
  for (const player of players) await player.register(host.register, id, host.headers);
  await host.start(id);
  const league = await host.over(id);
  expect(league).toMatchObject({ status: "complete", matches_over: 6, rounds_total: 3 });
  for (const player of players) {
    await expect.poll(() => player.told("STANDINGS_UPDATE").length, patient).toBe(3);
    const outcomes = player
      .told("GAME_START")
      .map(({ your_role }) =>
        your_role === "black"
          ? { winner: "you", score: { you: 1, opponent: 0 } }
          : { winner: "opponent", score: { you: 0, opponent: 1 } },
      );
    expect(player.told("ROUND_RESULT")).toMatchObject(outcomes);
    expect(player.told("GAME_END")).toMatchObject(
      outcomes.map(({ winner, score }) => ({ match_winner: winner, final_score: score, termination: "normal" })),
    );
    const won = outcomes.filter(({ winner }) => winner === "you").length;
    const own = league.standings.find(({ name }: { name: string }) => name === player.name);
    expect(own).toMatchObject({ won, lost: 3 - won, points: 3 * won });
  }
});

test("a registration is refused in the protocol's own form, with the field that is wrong", {
  tags: "edge",
}, async () => {
  const host = await hostHere();
  const id = await host.league({ game: "odd-even" });
  const player = await playerHere({ name: "Alpha" });
  const register = (fields: Readonly<Record<string, unknown>>, league = id) =>
    player.register(host.register, league, host.headers, fields);
  const refusals: readonly [Readonly<Record<string, unknown>>, RegExp][] = [
    [{ protocol: "league.v9" }, /^protocol: /],
    [{ player_id: "me" }, /^player_id: a UUID/],
    [{ display_name: undefined }, /^display_name: it is missing/],
    [{ display_name: "\u200b" }, /^display_name: visible/],
    [{ display_name: "x".repeat(41) }, /^display_name: takes at most 40/],
    [{ endpoint: 7 }, /^endpoint: takes text/],
    [{ endpoint: "ftp://127.0.0.1/" }, /^endpoint: an address/],
    [{ endpoint: "http://192.168.1.9:8101/mcp" }, /^endpoint: 192\.168\.1\.9:8101 is not an address/],
    [{ capabilities: ["odd-even"] }, /^capabilities: /],
    [{ sender: 1, timestamp: null }, /^sender: .*; timestamp: /],
  ];
  for (const [fields, error] of refusals)
    expect(await register(fields)).toMatchObject({
      message_type: "LEAGUE_REGISTER_RESPONSE",
      success: false,
      error: expect.stringMatching(error),
    });
  expect(await register({}, "999999")).toMatchObject({ success: false, error: expect.stringMatching(/999999/) });
  expect(await register({})).toMatchObject({ success: true });
  expect(await register({})).toMatchObject({ success: false, error: expect.stringMatching(/^player_id: /) });
  const other = await playerHere({ name: "alpha" });
  const taken = await other.register(host.register, id, host.headers);
  expect(taken).toMatchObject({ success: false, error: expect.stringMatching(/^There is an entrant .*another name$/) });
  const third = await playerHere({ name: "Gamma" });
  const beta = await playerHere({ name: "Beta" });
  await beta.register(host.register, id, host.headers);
  await host.start(id);
  expect(await third.register(host.register, id, host.headers)).toMatchObject({
    success: false,
    error: expect.stringMatching(/takes no more entrants: its schedule was settled at the start$/),
  });
  await host.over(id);
});

test("a player comes back with its token alone, and plays on under it", async () => {
  const host = await hostHere();
  const id = await host.league({ game: "odd-even" });
  const player = await playerHere({ name: "Alpha" });
  const first = await player.register(host.register, id, host.headers);
  const again = await player.register(host.register, id, host.headers, { auth_token: first["auth_token"] });
  expect(again).toMatchObject({ success: true, auth_token: first["auth_token"], state: "REGISTERED" });
  const wrong = { auth_token: `${id}.1.${"x".repeat(32)}` };
  expect(await player.register(host.register, id, host.headers, wrong)).toMatchObject({ success: false });
  const elsewhere = { auth_token: first["auth_token"], endpoint: "http://127.0.0.1:9/mcp" };
  expect(await player.register(host.register, id, host.headers, elsewhere)).toMatchObject({
    success: false,
    error: expect.stringMatching(/^endpoint: /),
  });
});

test("without a token of this Kibitz nobody registers", async () => {
  const host = await hostHere();
  const player = await playerHere({ name: "Alpha" });
  await expect(player.register(host.register, "1")).rejects.toThrow(/401|Token required/);
});

test("between its matches a player is asked whether it is there and how it is, which its page shows, and is suspended where it is gone", async () => {
  const host = await hostHere();
  const id = await host.league({ game: "odd-even", options: { rounds: 1 }, move_seconds: 200 });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  onTestFinished(() => release());
  const move: Handlers = {
    // The second match of the round lasts until all is seen of the first.
    MOVE_REQUEST: async ({ conversation_id }) => {
      if (String(conversation_id).includes("m2g")) await held;
      return { message_type: "MOVE_RESPONSE", move: 3 };
    },
  };
  const ours = await openPlayer({ name: "Ours", strategy: "random", port: 0, log: silentLog, tell: () => {} });
  onTestFinished(ours.close);
  const leaves = { closes: async () => {} };
  const gone = await playerHere({
    name: "Gone",
    instead: {
      ...move,
      GAME_END: async () => {
        setImmediate(() => void leaves.closes());
        return { message_type: "GAME_END_ACK" };
      },
    },
  });
  leaves.closes = gone.close;
  const wordy = await playerHere({
    name: "Wordy",
    instead: move,
    status: () => `\u001b[2J<b>well</b>, my token is ${wordy.token()} ${"x".repeat(5_000)}`,
  });
  const other = await playerHere({ name: "Other", instead: move });
  const place = { url: new URL(host.register), agentToken: host.agentToken };
  sure(await ours.register(place, id, { playerId: randomUUID(), token: null }));
  for (const player of [other, wordy, gone]) await player.register(host.register, id, host.headers);
  await host.start(id);
  const entrant = async (number: number) => (await host.person.get(`/api/leagues/${id}/entrants/${number}`)).body;
  const { body: league } = await host.person.get(`/api/leagues/${id}`);
  // The first and the last who came meet in the first match.
  expect(league.rounds[0].matches[0]).toMatchObject({ a: "Ours", b: "Gone" });
  await expect.poll(async () => (await entrant(4)).entrant.status, patient).toBe("suspended");
  await expect.poll(async () => (await entrant(1)).status_told, patient).not.toBe(null);
  expect(JSON.parse((await entrant(1)).status_told.text)).toMatchObject({
    name: "Ours",
    state: "ACTIVE",
    league_id: id,
    match_id: null,
  });
  expect((await entrant(2)).status_told).toBe(null);
  release();
  await expect
    .poll(async () => (await entrant(3)).status_told?.text, patient)
    // Of a token its letters and digits are hidden, which may be followed by another sign of its.
    .toMatch(/^.{0,20}<b>well<\/b>, my token is …[-_]* x+…$/);
});

test("a player's status comes to its page whenever the player says that it has changed, and again after the host's restart", {
  tags: "edge",
}, async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  onTestFinished(() => release());
  const move: Handlers = { MOVE_REQUEST: async () => held.then(() => ({ message_type: "MOVE_RESPONSE", move: 3 })) };
  let [says, read] = ["at the start", 0];
  const player = await playerHere({
    name: "Elsewhere",
    instead: move,
    subscribable: true,
    status: () => {
      read += 1;
      return says;
    },
  });
  const first = await hostHere();
  const id = await first.league({ game: "odd-even", options: { rounds: 1 }, move_seconds: 200 });
  await player.register(first.register, id, first.headers);
  await oursIn(new URL(first.register), id, "Ours", "random", first.agentToken);
  const shown = async (host: typeof first, number: number) =>
    (await host.person.get(`/api/leagues/${id}/entrants/${number}`)).body.status_told?.text;
  const page = await fetch(`${first.url}/api/events`, { headers: { authorization: `Bearer ${first.token}` } });
  await first.start(id);
  await expect.poll(() => shown(first, 1), patient).toBe("at the start");
  await expect.poll(() => shown(first, 2), patient).toMatch(/"state":"IN_GAME".*"match_id":"L/);
  const readBefore = read;
  for (let time = 0; time < 1_000; time += 1) player.statusChanged();
  says = "in the midst of it";
  player.statusChanged();
  await expect.poll(() => shown(first, 1), patient).toBe("in the midst of it");
  // However often it says so.
  expect(read - readBefore).toBeLessThan(20);
  let told = "";
  for await (const part of page.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    told += part;
    if (told.includes(`event: status\ndata: {"league_id":"${id}","number":1}`)) break;
  }
  await first.close();
  const second = await hostHere(first.dir);
  await expect.poll(() => shown(second, 1), patient).toBe("in the midst of it");
  release();
  expect(await second.over(id)).toMatchObject({ status: "complete", matches_over: 1 });
});

test("a subscriber to the status of our player hears of each change", async () => {
  const player = await openPlayer({ name: "Ours", strategy: "random", port: 0, log: silentLog, tell: () => {} });
  onTestFinished(player.close);
  const endpoints = createEndpoints({ allowlist: () => [], log: silentLog, random: Math.random });
  onTestFinished(endpoints.close);
  const told: unknown[] = [];
  const stop = new AbortController();
  const following = endpoints.followStatus(player.endpoint, (text) => told.push(JSON.parse(text).state), stop.signal);
  await expect.poll(() => told, patient).toEqual(["INIT"]);
  const manager = await openManager({ game: "odd-even", options: {}, players: 2 });
  onTestFinished(manager.close);
  const place = { url: new URL(manager.endpoint), agentToken: null };
  sure(await player.register(place, manager.league, { playerId: randomUUID(), token: null }));
  await expect.poll(() => told, patient).toEqual(["INIT", "REGISTERED"]);
  stop.abort();
  expect(await following).toBe(true);
});

test.each(["is slow", "is killed in its match"])(
  "a player that %s loses that match, and the other one wins",
  async (how) => {
    const host = await hostHere();
    const id = await host.league({ game: "odd-even", options: { rounds: 3 }, move_seconds: 3 });
    const { promise: never, resolve: release } = Promise.withResolvers<Message>();
    onTestFinished(() => release({ message_type: "MOVE_RESPONSE", move: 1 }));
    const dies = { now: async () => {} };
    const bad = await playerHere({
      name: "Bad",
      instead: {
        MOVE_REQUEST: () => {
          if (how !== "is slow") void dies.now();
          return never;
        },
      },
    });
    dies.now = bad.close;
    const good = await playerHere({ name: "Good" });
    for (const player of [bad, good]) await player.register(host.register, id, host.headers);
    await host.start(id);
    const league = await host.over(id);
    expect(league).toMatchObject({ status: "complete", matches_over: 1, champion: "Good" });
    expect(league.rounds[0].matches[0]).toMatchObject({ winner: "Good", termination: "time" });
    await expect
      .poll(() => good.told("GAME_END"), patient)
      .toMatchObject([{ match_winner: "you", termination: "time" }]);
  },
);

test("a player that would play both sides moves by its answers alone, and for itself alone", async () => {
  const host = await hostHere();
  const id = await host.league({ game: "odd-even", options: { rounds: 1 }, move_seconds: 200 });
  const client = new Client({ name: "greedy", version: "1" });
  onTestFinished(() => client.close());
  const requestInit = { headers: host.headers };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${host.url}/mcp`), { requestInit }));
  const refusals: unknown[] = [];
  const greedy = await playerHere({
    name: "Greedy",
    instead: {
      MOVE_REQUEST: async ({ game_state, auth_token: own, conversation_id, league_id }) => {
        const { game_id } = game_state as Message;
        // With its token, with what the other's might be, and by who it is; for whichever seat is to move.
        const others = String(own).replace(/^\d+\.\d+/, `${league_id}.2`);
        for (const token of [{ seat_token: own }, { seat_token: others }, {}]) {
          const answer = await client.callTool({ name: "finishTurn", arguments: { game_id, move: "2", ...token } });
          refusals.push(answer.isError);
        }
        return { message_type: "MOVE_RESPONSE", move: 1, conversation_id };
      },
    },
  });
  const other = await playerHere({
    name: "Other",
    instead: { MOVE_REQUEST: () => ({ message_type: "MOVE_RESPONSE", move: 5 }) },
  });
  for (const player of [greedy, other]) await player.register(host.register, id, host.headers);
  await host.start(id);
  const league = await host.over(id);
  expect(refusals).toEqual([true, true, true]);
  const [game] = league.rounds[0].matches[0].games;
  const { body } = await host.person.get(`/api/games/${game}`);
  expect(body.history.map(({ text }: { text: string }) => text).toSorted()).toEqual(["1", "5"]);
  expect(league.champion).toBe(greedy.told("GAME_START")[0]?.["your_role"] === "even" ? "Greedy" : "Other");
});

test("a player that answers no news plays all of its moves itself", { tags: "edge" }, async () => {
  const host = await hostHere();
  const id = await host.league({ game: "odd-even", options: { rounds: 3 }, move_seconds: 20 });
  const { promise: never, resolve } = Promise.withResolvers<Message>();
  const deaf = await playerHere({ name: "Deaf", instead: { ROUND_RESULT: () => never } });
  const other = await playerHere({ name: "Other" });
  for (const player of [deaf, other]) await player.register(host.register, id, host.headers);
  await host.start(id);
  const league = await host.over(id);
  resolve({ message_type: "ROUND_RESULT_ACK" });
  expect(league.rounds[0].matches[0].termination).toBe("normal");
  expect(league.standings.map(({ fallbacks }: { fallbacks: number }) => fallbacks)).toEqual([0, 0]);
});

test("a player's remarks beside its move are stored with it, clipped and without its token, and malformed ones are ignored", async () => {
  const host = await hostHere();
  const id = await host.league({ game: "odd-even", options: { rounds: 1 }, move_seconds: 20 });
  const wordy = await playerHere({
    name: "Wordy",
    instead: {
      MOVE_REQUEST: ({ auth_token }) => ({
        message_type: "MOVE_RESPONSE",
        move: 3,
        metadata: { reasoning: `I was told ${auth_token}`, more: "x".repeat(5_000) },
      }),
    },
  });
  const liar = await playerHere({
    name: "Liar",
    instead: { MOVE_REQUEST: () => ({ message_type: "MOVE_RESPONSE", move: 2, auth_token: randomUUID() }) },
  });
  for (const player of [wordy, liar]) await player.register(host.register, id, host.headers);
  await host.start(id);
  const league = await host.over(id);
  expect(league.champion).toBe("Wordy");
  const [game] = league.rounds[0].matches[0].games;
  const { body: log } = await host.person.get(`/api/games/${game}/log`);
  const text = JSON.stringify(log);
  expect(text).toContain("I was told …");
  expect(text).not.toContain(wordy.token());
  expect(text).toContain("a token that is not its own");
  expect(text.length).toBeLessThan(5_000);
});
