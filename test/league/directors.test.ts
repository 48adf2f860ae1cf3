import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { type LiveLeague, openGames } from "../../src/main/league/machine/league.ts";
import { createRatingList } from "../../src/main/league/ratings/rating-list.ts";
import type { Endpoints } from "../../src/main/league-v1/endpoints.ts";
import { LEAGUE_PROTOCOL } from "../../src/main/league-v1/protocol.ts";
import type { DatabaseAddress } from "../../src/main/store/address.ts";
import { openPostgresStore } from "../../src/main/store/postgres/store.ts";
import type { Store } from "../../src/main/store/store.ts";
import { nothingKnown } from "../../src/main/views/league/league-view.ts";
import { accept, refuse } from "../../src/shared/result.ts";
import { sure } from "../live-games/support.ts";
import { freshAddress } from "../store/support.ts";
import { needs } from "../support/needs.ts";
import { ownCluster } from "../support/own-cluster.ts";
import { noPostgres } from "../support/postgres.ts";
import { leagueReport } from "./at-once.ts";
import { course, gamesIn, openLeagueHost, planOf, pointsIn, recomputed, toItsEnd } from "./support.ts";

const patient = { timeout: 20_000 };
const never = new AbortController().signal;
/** Looks for what nobody does any more again and again, and what it has it has for long. */
const eager = { lease: 600_000, renewal: 30 };
/** Never looks: what it has it takes for its own. */
const unaware = { lease: 600_000, renewal: 600_000 };

describe.skipIf(noPostgres)("the leagues of hosts that share a database", needs("PostgreSQL"), () => {
  const cluster = ownCluster();

  /** Two hosts, of which the first directs and never looks whether it still does. */
  async function openTwo(
    wrap: (store: Store) => Store = (store) => store,
    change: Parameters<typeof openLeagueHost>[2] = {},
    wrapSecond: (store: Store) => Store = (store) => store,
  ) {
    await using opened = new AsyncDisposableStack();
    const address = await freshAddress(cluster);
    const open = async (times: typeof eager, wrapped: (store: Store) => Store) => {
      const store = opened.adopt(await openPostgresStore(address, undefined, times), (each) => each.close());
      return { store, host: opened.use(await openLeagueHost(wrapped(store), undefined, change)) };
    };
    const first = await open(unaware, wrap);
    const second = await open(eager, wrapSecond);
    expect([first, second].map(({ store }) => store.duties.holds("leagues"))).toEqual([true, false]);
    const parts = opened.move();
    return {
      one: first.host,
      other: second.host,
      store: second.store,
      /** The first one's leases end, and nobody tells it. */
      letLapse: () => letLapse(address),
      directs: () => second.store.duties.holds("leagues"),
      [Symbol.asyncDispose]: () => parts[Symbol.asyncDispose](),
    };
  }
  const letLapse = async ({ text }: DatabaseAddress) => {
    const schema = /search_path%3D(\w+)/.exec(text)?.[1];
    await cluster.ask(`UPDATE ${schema}.leases SET expires_at = clock_timestamp() - interval '1 second'`);
  };

  /** Nothing is lost and nothing is there twice: the table is what the games say, and each has one result. */
  async function expectWhole(store: Store, live: LiveLeague) {
    const ratingOf = await createRatingList(store).of(live.league.settings.game);
    const report = leagueReport(live, { ...nothingKnown, ratingOf });
    const { points, games } = await recomputed(store, report);
    expect(pointsIn(report)).toEqual(points);
    expect(gamesIn(report).toSorted()).toEqual(games);
    const log = await store.leagueLog(report.league_id, 0);
    const reported = log.flatMap(({ event }) => (event.type === "gameReported" ? [event.game] : []));
    expect(reported.toSorted()).toEqual(games);
    expect(await store.unfinished()).toEqual([]);
    return report;
  }

  test("the leagues of hosts that share a database are played where one directs, though all was asked of another one", async () => {
    await using place = await openTwo();
    const { one, other, store } = place;
    const { id } = sure(await other.leagues.create(planOf({ players: 4 }))).league;
    sure(await other.leagues.act(id, { type: "start" }));
    const over = await toItsEnd(other.leagues, id);
    expect((await expectWhole(store, over)).rounds).toHaveLength(3);
    expect(sure(await one.leagues.get(id)).version).toBe(over.version);
  });

  test.each(["get", "list"] as const)(
    "the leagues of hosts that share a database are played though the one that directs was asked for them (%s) before it heard of them",
    async (how) => {
      const heard = Promise.withResolvers<void>();
      await using place = await openTwo((store) => ({
        ...store,
        subscribe: (listener) =>
          store.subscribe((news) =>
            news.changes.length > 0 ? listener(news) : void heard.promise.then(() => listener(news)),
          ),
      }));
      const { one, other, store } = place;
      const { id } = sure(await other.leagues.create(planOf({ players: 4 }))).league;
      sure(await other.leagues.act(id, { type: "start" }));
      if (how === "get") sure(await one.leagues.get(id));
      else expect((await one.leagues.list({ status: "all", limit: 10, after: null })).leagues).toHaveLength(1);
      heard.resolve();
      await expectWhole(store, await toItsEnd(other.leagues, id));
    },
  );

  test("the leagues of hosts that share a database are news from their beginning to the one that directs, though it was asked for them and they went on before it heard", async () => {
    let isHeard = false;
    await using place = await openTwo((store) => ({
      ...store,
      subscribe: (listener) =>
        store.subscribe((news) => {
          if (isHeard || news.changes.length > 0) listener(news);
        }),
    }));
    const { one, other } = place;
    const { id } = sure(await other.leagues.create(planOf({ players: 4 }))).league;
    sure(await other.leagues.act(id, { type: "start" }));
    sure(await one.leagues.get(id));
    sure(await other.leagues.act(id, { type: "pause" }));
    const news: unknown[] = [];
    one.leagues.listen(({ before }) => news.push(before));
    isHeard = true;
    await vi.waitFor(() => expect(news.length).toBeGreaterThan(0), patient);
    expect(news[0]).toBeNull();
  });

  test("the leagues of hosts that share a database end for a wait that read them at that moment", async () => {
    const [read, heard] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await using place = await openTwo(undefined, {}, (store) => ({
      ...store,
      wholeLeague: async (...asked) => {
        const found = await store.wholeLeague(...asked);
        read.resolve();
        await heard.promise;
        return found;
      },
      subscribe: (listener) =>
        store.subscribe((news) => {
          listener(news);
          if (news.entries.some(({ event }) => event.type === "leagueCancelled")) heard.resolve();
        }),
    }));
    const { one, other } = place;
    const { id } = sure(await one.leagues.create(planOf({ players: 4 }))).league;
    const waiting = other.leagues.waitUntil(id, ({ league }) => league.status === "cancelled", 10_000, never);
    await read.promise;
    sure(await one.leagues.act(id, { type: "cancel" }));
    expect(sure(await waiting)).toMatchObject({ end: "changed", value: { league: { status: "cancelled" } } });
  });

  test("the leagues of hosts that share a database are paused and called off at either, while they are played", async () => {
    await using place = await openTwo();
    const { one, other, store } = place;
    const { id } = sure(await one.leagues.create(planOf({ players: 10, games_per_match: 100 }))).league;
    sure(await one.leagues.act(id, { type: "start" }));
    await other.leagues.waitUntil(id, ({ league }) => openGames(league).length > 0, 20_000, never);
    // Its games and results are kept again and again meanwhile, each time on another version.
    const paused = sure(await other.leagues.act(id, { type: "pause" }));
    expect(paused.league.status).toBe("paused");
    sure(await other.leagues.act(id, { type: "resume" }));
    // A clock, so that games of it go on when it is called off.
    const slow = sure(
      await one.leagues.create(
        planOf({
          entrants: [
            { kind: "agent", name: "A" },
            { kind: "agent", name: "B" },
          ],
        }),
      ),
    ).league;
    sure(await other.leagues.act(slow.id, { type: "start" }));
    for (const entrant of [1, 2]) sure(await other.leagues.act(slow.id, { type: "answer", entrant }));
    await vi.waitFor(
      async () => expect(await store.unfinished()).toContainEqual(expect.objectContaining({ id: `L${slow.id}m1g1` })),
      patient,
    );
    for (const each of [id, slow.id]) sure(await other.leagues.act(each, { type: "cancel" }));
    await vi.waitFor(async () => expect(await store.unfinished()).toEqual([]), patient);
    expect(await store.game(`L${slow.id}m1g1`)).toMatchObject({ columns: { reason: "unfinished", winner: null } });
  });

  test("the leagues of hosts that share a database give agents that come to different hosts their match", async () => {
    await using place = await openTwo();
    const { one, other } = place;
    const { id } = sure(await one.leagues.create(planOf({}))).league;
    const [ada, boole] = [
      sure(await one.lobby.join(id, "Ada", undefined)),
      sure(await other.lobby.join(id, "Boole", undefined)),
    ];
    // An entrant that joined at one host is known at the other at once.
    const token = one.entrantTokens.tokenOf({ league: id, number: ada.entrant.number });
    expect(sure(await other.lobby.entrantIn(id, token)).entrant.name).toBe("Ada");
    const waits = [one.lobby.nextMatch({ league: id, number: ada.entrant.number }, 20_000, never)];
    sure(await other.leagues.act(id, { type: "start" }));
    // The second to come is at the host that makes no games.
    const hasCome = ({ league }: LiveLeague) => league.current.some(({ accepted }) => accepted.includes(true));
    expect(sure(await other.leagues.waitUntil(id, hasCome, 20_000, never)).end).toBe("changed");
    waits.push(other.lobby.nextMatch({ league: id, number: boole.entrant.number }, 20_000, never));
    for (const [place, waited] of (await Promise.all(waits)).entries())
      expect(sure(waited)).toMatchObject({ kind: "match", place, game: { state: { id: `L${id}m1g1` } } });
  });

  test("the leagues of hosts that share a database know of an agent that has gone away at another host, and that it has come back", async () => {
    const open = new Set(["first", "second"]);
    const looked: (readonly string[])[] = [];
    const connections = {
      isOpen: (connection: string) => !looked.flat().includes(connection) || open.has(connection),
      lookUp: async (asked: readonly string[]) => void looked.push(asked.toSorted()),
    };
    await using place = await openTwo((store) => store, { connections });
    const { one, other } = place;
    const entrants = ["A", "B"].map((name) => ({ kind: "agent", name }));
    const { id } = sure(await one.leagues.create(planOf({ entrants, move_seconds: 0.1 }))).league;
    sure(await one.leagues.act(id, { type: "start" }));
    const come = async (number: number, connection: string) =>
      sure(await other.lobby.nextMatch({ league: id, number }, 0, never, connection));
    await come(1, "first");
    await come(2, "second");
    await other.lobby.nextMatch({ league: id, number: 2 }, 20_000, never, "third");
    const over = async () => sure(await one.leagues.get(id)).league.current[0]?.games[0]?.result?.termination;
    // The move of the first is late, by the clock of the one that directs; it was last there over what has ended.
    open.delete("first");
    open.add("third");
    one.time.now += 1_000;
    await vi.waitFor(async () => expect(await over()).toBeDefined(), patient);
    expect(looked[0]).toEqual(["first", "third"]);
    // A busy host may have to ask again, and then for both as well.
    for (const asked of looked) expect(asked).toEqual(looked[0]);
  });

  test("the leagues of hosts that share a database tell players that are servers nothing again when another one directs that did not know of them", async () => {
    const asked: Parameters<Endpoints["ask"]>[1][] = [];
    let isDirected = true;
    const answered = { content: undefined, isAnswered: true, tries: 1, failures: [] };
    const players = {
      findKey: async () => accept(""),
      engines: () => [],
      endpoints: {
        check: (address: string) => accept(new URL(address)),
        probe: async () => null,
        healthCheck: async () => ({ absence: null, status: null }),
        followStatus: async () => false,
        ask: async (_: string, question: Parameters<Endpoints["ask"]>[1]) => {
          asked.push(question);
          // The second match is waited for until that host is no more.
          if (isDirected && question.type === "GAME_INVITE" && /m2-/.test(`${question.message["conversation_id"]}`))
            await new Promise((resolve) => question.signal?.addEventListener("abort", resolve));
          return answered;
        },
      },
    };
    const heard = Promise.withResolvers<void>();
    await using place = await openTwo(undefined, { players }, (store) => ({
      ...store,
      // It hears of the league before it has looked which there are.
      leagues: (page) => (isDirected ? store.leagues(page) : heard.promise.then(() => store.leagues(page))),
    }));
    const { one, other } = place;
    other.leagues.listen(
      ({ before }) => before === null && heard.resolve(),
      () => place.directs(),
    );
    const entrants = [
      { kind: "endpoint", endpoint: "http://127.0.0.1:1/mcp" },
      { kind: "strategy", strategy: "random" },
    ];
    const { id } = sure(await one.leagues.create(planOf({ entrants, options: { rounds: 1 }, rounds: 2 }))).league;
    sure(await one.leagues.act(id, { type: "start" }));
    const conversations = () => asked.map(({ message }) => `${message["conversation_id"]}`);
    await vi.waitFor(() => expect(conversations()).toContain(`L${id}m2-invite`), patient);
    expect(conversations()).toContain(`L${id}m1-end`);
    asked.splice(0);
    isDirected = false;
    await place.letLapse();
    await vi.waitFor(() => expect(place.directs()).toBe(true), patient);
    for (const type of ["pause", "resume"] as const) sure(await one.leagues.act(id, { type }));
    await toItsEnd(other.leagues, id);
    expect(conversations().filter((each) => each.includes("m1"))).toEqual([]);
    expect(conversations()[0]).toBe(`L${id}m2-invite`);
  });

  test("the leagues of hosts that share a database take a referee's report at the host where it registered, which directs none of them", async () => {
    const assigned = Promise.withResolvers<Parameters<Endpoints["ask"]>[1]["message"]>();
    const endpoints = {
      check: (address: string) => accept(new URL(address)),
      probe: async () => null,
      healthCheck: async () => ({ absence: null, status: null }),
      followStatus: async () => false,
      ask: async (_: string, { type, message }: Parameters<Endpoints["ask"]>[1]) => {
        if (type === "MATCH_ASSIGN") assigned.resolve(message);
        return { content: undefined, isAnswered: true, tries: 1, failures: [] };
      },
    };
    const players = { findKey: async () => accept(""), engines: () => [], endpoints };
    await using place = await openTwo(undefined, { players });
    const { other } = place;
    const entrants = [1, 2].map((port) => ({ kind: "endpoint", endpoint: `http://127.0.0.1:${port}/mcp` }));
    const plan = planOf({ game: "tic-tac-toe", referees: true, entrants });
    const { id } = sure(await other.leagues.create(plan)).league;
    const envelope = {
      ...{ protocol: LEAGUE_PROTOCOL, league_id: id, conversation_id: "1", sender: "referee:1" },
      timestamp: new Date().toISOString(),
    };
    const { auth_token } = await other.registrar.REFEREE_REGISTER_REQUEST({
      ...{ ...envelope, message_type: "REFEREE_REGISTER_REQUEST", referee_id: randomUUID() },
      ...{ registration_code: "code", display_name: "Referee", endpoint: "http://127.0.0.1:3/mcp" },
      capabilities: { games: ["tic-tac-toe"], max_matches: 1 },
    });
    sure(await other.leagues.act(id, { type: "start" }));
    const { match_id } = await assigned.promise;
    const moves = ["b2", "a1", "a2", "c2", "b1", "b3", "a3", "c1", "c3"];
    const game = { moves: moves.map((move, ply) => ({ role: ply % 2 ? "O" : "X", move })), termination: "normal" };
    const report = { message_type: "MATCH_RESULT", auth_token, match_id, winner_id: null, games: [game] };
    expect(await other.registrar.MATCH_RESULT({ ...envelope, ...report })).toMatchObject({ counted: true });
    expect((await toItsEnd(other.leagues, id)).league.status).toBe("complete");
  });

  // Each move of such a game is a commit of its own.
  const request = { players: 3, options: { rounds: 1 }, clock: { initial_seconds: 60 } };
  test("the leagues of hosts that share a database go on when the host dies that directs them, at whatever it has come to, and lose nothing", async () => {
    let expected: unknown = null;
    // Before the league starts; with its first game decided on, made, moved in, over; in the middle; never.
    for (const commits of [1, 2, 3, 4, 5, 9, 1_000]) {
      const disk = { left: commits, died: Promise.withResolvers<void>() };
      await using place = await openTwo((store) => ({
        ...store,
        commit: (...asked) => {
          disk.left -= 1;
          if (disk.left >= 0) return store.commit(...asked);
          disk.died.resolve();
          return Promise.resolve(refuse("STORAGE_FAILED", "it is dead"));
        },
      }));
      const { one, other, store } = place;
      const { id } = sure(await one.leagues.create(planOf(request))).league;
      await one.leagues.act(id, { type: "start" });
      void disk.died.promise.then(place.letLapse);
      if (commits === 1) sure(await other.leagues.act(id, { type: "start" }));
      const over = await toItsEnd(other.leagues, id);
      expect(place.directs()).toBe(disk.left < 0);
      const report = await expectWhole(store, over);
      expected ??= course(report);
      expect(course(report), `died at commit ${commits + 1}`).toEqual(expected);
    }
  });

  test("the leagues of hosts that share a database are left alone by a host that directed them and does not know that it does so no more", async () => {
    const refused: string[] = [];
    await using place = await openTwo((store) => ({
      ...store,
      commit: async (changes, at, under) => {
        const kept = await store.commit(changes, at, under);
        if (!kept.ok && kept.code === "ELSEWHERE")
          for (const { events } of changes) refused.push(...events.map(({ type }) => type));
        return kept;
      },
    }));
    const { one, other, store } = place;
    const { id } = sure(await one.leagues.create(planOf(request))).league;
    const invited = sure(await one.leagues.create(planOf({ invite_seconds: 0.1 }))).league;
    for (const name of ["Ada", "Boole"]) sure(await one.lobby.join(invited.id, name, undefined));
    await place.letLapse();
    await vi.waitFor(() => expect(place.directs()).toBe(true), patient);
    // It takes what is asked of it, as every host does, and what follows is the other one's to do.
    for (const each of [id, invited.id]) sure(await one.leagues.act(each, { type: "start" }));
    one.time.now += 1_000;
    await expectWhole(store, await toItsEnd(other.leagues, id));
    // An invitation lapses by the clock of the one that directs.
    await vi.waitFor(() => expect(refused).toContain("entrantSuspended"), patient);
    expect(sure(await one.leagues.get(invited.id)).league.status).toBe("running");
    other.time.now += 1_000;
    const lapsed = await toItsEnd(one.leagues, invited.id);
    expect(lapsed.league.entrants.map(({ misses }) => misses)).toEqual([1, 1]);
  });
});
