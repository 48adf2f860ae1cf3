import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LeagueReport } from "../../src/shared/leagues.ts";
import { type Agent, type ClientKind, connect } from "../support/agents.ts";
import { type HostProcess, startHost } from "../support/host-process.ts";
import { needs } from "../support/needs.ts";
import { ownCluster } from "../support/own-cluster.ts";
import { eventsOf, logOf, type Person, personAt, type StreamEvent } from "../support/person.ts";
import { noPostgres } from "../support/postgres.ts";
import { tempDir } from "../support/temp-dir.ts";
import { eventually } from "./scene.ts";

describe.skipIf(noPostgres)("two hosts of one arena", needs("PostgreSQL"), () => {
  const cluster = ownCluster();
  let env: Record<string, string> = {};
  const dir = tempDir();
  const undo: (() => unknown)[] = [];
  const start = async (folder: string) => {
    const host = await startHost(`${dir.path}/${folder}`, env);
    undo.push(() => host.kill());
    return host;
  };
  const agentAt = async (host: HostProcess, kind: ClientKind): Promise<Agent> => {
    const agent = await connect(host, "http", kind);
    undo.push(() => agent.close().catch(() => {}));
    return agent;
  };
  /** Whether a duty is some host's. */
  const isHeld = async (key: string) =>
    (await cluster.ask("SELECT 1 FROM s1.leases WHERE key = $1 AND expires_at > clock_timestamp()", [key])).length > 0;

  beforeAll(async () => {
    env = {
      KIBITZ_DATABASE: await cluster.fresh(),
      KIBITZ_ARENA_SECRET: randomBytes(32).toString("base64url"),
      KIBITZ_WAIT_SECONDS: "20",
    };
  });
  afterAll(async () => {
    for (const step of undo.splice(0).reverse()) await step();
    dir[Symbol.dispose]();
  });

  test("two hosts of one arena play one game, hear of each other, wait while the database is away, and one takes over what the other did when it dies", async () => {
    const one = await start("one");
    await eventually(async () => expect(await isHeld("leagues")).toBe(true));
    const two = await start("two");
    expect([two.token, two.agentToken]).toEqual([one.token, one.agentToken]);
    const [atOne, atTwo] = [personAt(one), personAt(two)];
    expect((await atOne.get("/metrics")).body).toContain('kibitz_leases_held{of="leagues"} 1\n');
    expect((await atTwo.get("/metrics")).body).toContain('kibitz_leases_held{of="leagues"} 0\n');
    const white = await agentAt(one, "v2 client, new era");
    const black = await agentAt(two, "v1 client");
    const made = (await white.call("createGame", { type: "agent" })).data;
    const id: string = made.game_id;
    const join_code = /join_code "([^"]+)"/.exec(made.join_prompt)?.[1];
    const joined = (await black.call("joinGame", { game_id: id, join_code })).data;
    const first = { game_id: id, seat_token: made.seat_token };
    const second = { game_id: id, seat_token: joined.seat_token };

    // A client that waits at one host wakes by a move at the other, and so does a page.
    const heard = hear(eventsOf(two), ({ event, data }) => event === "game" && data.card.ply === 1);
    const waiting = black.call("waitForNextTurn", { ...second, timeout_seconds: 20 });
    await eventually(async () => expect((await atTwo.get("/api/status")).body.waiting).toBe(1));
    await heard.open;
    expect(await white.call("finishTurn", { ...first, move: "e4", ply: 0 })).toMatchObject({ isError: false });
    expect((await waiting).data).toMatchObject({ status: "your_turn", ply: 1 });
    expect((await heard.event).data.game_id).toBe(id);

    // No host acknowledges a change while the database is down, and open waits stay open.
    const held = white.call("waitForNextTurn", { ...first, timeout_seconds: 55 }, { timeout: 60_000 });
    await eventually(async () => expect((await atOne.get("/api/status")).body.waiting).toBe(1));
    await cluster.stop("immediate");
    const refused = await black.call("finishTurn", { ...second, move: "c5", ply: 1 });
    expect(refused).toMatchObject({ isError: true, data: { error: { code: "STORAGE_FAILED" } } });
    expect((await atOne.get("/healthz")).status).toBe(503);
    for (const person of [atOne, atTwo]) {
      const said = await person.post("/api/games", { players: { white: { kind: "human" }, black: { kind: "human" } } });
      expect([said.status, said.body.error?.code]).toEqual([507, "STORAGE_FAILED"]);
    }
    await cluster.start();
    await eventually(async () => {
      const played = await black.call("finishTurn", { ...second, move: "e5", ply: 1 });
      expect(played).toMatchObject({ isError: false });
    });
    expect((await held).data).toMatchObject({ status: "your_turn", ply: 2 });

    // Clocks that run and a league that goes on, when the host that was there first dies.
    const flags = await Promise.all(Array.from({ length: 8 }, () => abandoned(atOne, atTwo)));
    const request = { game: "odd-even", players: 9, options: { rounds: 9 }, clock: { initial_seconds: 60 } };
    const league: string = (await atOne.post("/api/leagues", { ...request, concurrency: 2 })).body.league_id;
    await eventually(async () => expect((await atTwo.post(`/api/leagues/${league}/start`)).status).toBe(200));
    const report = async (): Promise<LeagueReport> => (await atTwo.get(`/api/leagues/${league}`)).body;
    await eventually(async () => expect((await report()).matches_over).toBeGreaterThan(1));
    await one.kill();
    expect((await report()).status).toBe("running");
    await eventually(async () => expect((await report()).status).toBe("complete"));
    const complete = await report();
    expect(await pointsOf(atTwo, complete)).toEqual(
      Object.fromEntries(complete.standings.map(({ name, points }) => [name, points])),
    );
    for (const flag of flags) {
      await eventually(async () => expect((await atTwo.get(`/api/games/${flag}`)).body.result).not.toBeNull());
      const ends = (await logOf(atTwo, flag)).flatMap(({ event }) =>
        event.type === "gameOver" ? [event.outcome] : [],
      );
      expect(ends).toMatchObject([{ reason: "time", winner: "black" }]);
    }

    // Its agent goes on at the other host, by its token, and at itself when it is back.
    const moved = await agentAt(two, "v2 client, new era");
    const next = await moved.call("finishTurn", { ...first, move: "Nf3", ply: 2 });
    expect(next).toMatchObject({ isError: false, data: { ply: 3 } });
    const back = await start("one");
    const late = await (await agentAt(back, "v2 client, old era")).call("finishTurn", {
      ...first,
      move: "Nf3",
      ply: 2,
    });
    expect(late).toMatchObject({ isError: false, data: { ply: 3, repeated: 3 } });
    const moves = (await logOf(personAt(back), id)).flatMap(({ event }) =>
      event.type === "movePlayed" ? [event.text] : [],
    );
    expect(moves).toEqual(["e4", "e5", "Nf3"]);
    // Nobody was away as long as one host was there, unless this machine kept both of them from everything.
    const resumed = await cluster.ask("SELECT 1 FROM s1.events WHERE body LIKE '%hostResumed%'");
    if (!/stood still/.test(one.log() + two.log())) expect(resumed).toEqual([]);
  });
});

describe.skipIf(noPostgres)("three hosts of one arena", needs("PostgreSQL"), () => {
  const cluster = ownCluster();
  const dir = tempDir();
  const undo: (() => unknown)[] = [];
  afterAll(async () => {
    for (const step of undo.splice(0).reverse()) await step();
    dir[Symbol.dispose]();
  });

  test("three hosts are updated one after the other, and waits and leases go on at another within a second", {
    tags: ["edge"],
  }, async () => {
    const env = {
      KIBITZ_DATABASE: await cluster.fresh(),
      KIBITZ_ARENA_SECRET: randomBytes(32).toString("base64url"),
    };
    const start = async (folder: string) => {
      const host = await startHost(`${dir.path}/${folder}`, env);
      undo.push(() => host.kill());
      return host;
    };
    const hosts = [await start("one"), await start("two"), await start("three")];
    const at = (place: number): HostProcess => {
      const host = hosts[place % hosts.length];
      if (!host) throw new Error("there are three");
      return host;
    };
    const waitingAt = async (host: HostProcess) => (await personAt(host).get("/api/status")).body.waiting;
    const agentAt = (host: HostProcess) => connect(host, "http", "v2 client, new era");
    const creator = await agentAt(at(0));
    const { game_id, seat_token, join_prompt } = (await creator.call("createGame", { type: "agent" })).data;
    const join_code = /join_code "([^"]+)"/.exec(join_prompt)?.[1];
    const joined = (await creator.call("joinGame", { game_id, join_code })).data;
    await creator.close();
    const seats = [
      { game_id, seat_token },
      { game_id, seat_token: joined.seat_token },
    ];
    const holders = async () =>
      (await cluster.ask("SELECT holder FROM s1.leases WHERE key NOT LIKE 'host/%'")).map(({ holder }) => holder);
    const moves = ["e4", "e5", "Nf3"];
    const gaps: number[] = [];
    const untended: number[] = [];
    for (const [place, move] of moves.entries()) {
      const [mover, waiter] = place % 2 === 0 ? [seats[0], seats[1]] : [seats[1], seats[0]];
      const [client, elsewhere, opponent] = await Promise.all([at(place), at(place + 1), at(place + 2)].map(agentAt));
      if (!client || !elsewhere || !opponent) throw new Error("there are three");
      await eventually(async () => expect(await holders()).not.toContain(""));
      const waiting = client.call("waitForNextTurn", { ...waiter, timeout_seconds: 50 });
      await eventually(async () => expect(await waitingAt(at(place))).toBe(1));
      const told = performance.now();
      const ending = at(place).stop();
      const { data } = await waiting;
      expect(data.next_action?.tool ?? JSON.stringify(data)).toBe("waitForNextTurn");
      const again = elsewhere.call("waitForNextTurn", { ...waiter, timeout_seconds: 50 });
      await eventually(async () => expect(await waitingAt(at(place + 1))).toBe(1));
      gaps.push(performance.now() - told);
      await eventually(async () => expect(await holders()).not.toContain(""));
      untended.push(performance.now() - told);
      await opponent.call("finishTurn", { ...mover, move, ply: place });
      expect((await again).data).toMatchObject({ status: "your_turn", ply: place + 1 });
      await ending;
      hosts[place] = await start(["one", "two", "three"][place] ?? "");
      await Promise.all([client, elsewhere, opponent].map((agent) => agent.close().catch(() => {})));
    }
    // One time in three the machine may have had something else to do.
    for (const times of [gaps, untended]) expect(times.toSorted((a, b) => a - b)[1]).toBeLessThan(1_000);
  });
});

/** The first event that is the one, and when the stream has begun. */
function hear(events: AsyncGenerator<StreamEvent>, is: (event: StreamEvent) => boolean) {
  const open = Promise.withResolvers<void>();
  const event = (async () => {
    for await (const each of events) {
      open.resolve();
      if (is(each)) return each;
    }
    throw new Error("the stream ended");
  })();
  return { open: open.promise, event };
}

/** A game with a clock in which white does not move any more; its first moves are made at both hosts. */
async function abandoned(one: Person, two: Person): Promise<string> {
  const players = { white: { kind: "human" }, black: { kind: "human" } };
  const { body } = await one.post("/api/games", { players, clock: { initial_seconds: 2 } });
  for (const [person, move] of [
    [two, "e2e4"],
    [one, "e7e5"],
  ] as const)
    expect((await person.post(`/api/games/${body.game_id}/moves`, { move })).status).toBe(200);
  return body.game_id;
}

/** Points of the matches as the records of their games have them: three for a match won, one for a draw. */
async function pointsOf(person: Person, { rounds, standings }: LeagueReport) {
  const points = Object.fromEntries(standings.map(({ name }) => [name, 0]));
  const add = (name: string, worth: number) => {
    points[name] = (points[name] ?? 0) + worth;
  };
  for (const { a, b, games } of rounds.flatMap(({ matches }) => matches)) {
    if (b === null) continue;
    const won = new Map([a, b].map((name) => [name, 0]));
    for (const id of games) {
      const { result, players } = (await person.get(`/api/games/${id}`)).body;
      const winner: string | null = result.winner && players[result.winner].name;
      if (winner !== null) won.set(winner, (won.get(winner) ?? 0) + 1);
    }
    const lead = (won.get(a) ?? 0) - (won.get(b) ?? 0);
    add(a, lead > 0 ? 3 : lead === 0 ? 1 : 0);
    add(b, lead < 0 ? 3 : lead === 0 ? 1 : 0);
  }
  return points;
}
