import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pass } from "node:timers/promises";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { type Agent, type Answer, type ClientKind, connect, type Door } from "../support/agents.ts";
import { diskFault, noDiskFaults, noReadOnlyDisks, onFullDisk, withReadOnly } from "../support/disk-fault.ts";
import { amount } from "../support/full.ts";
import { awake, type HostProcess, hostProgram, startHost } from "../support/host-process.ts";
import { needs } from "../support/needs.ts";
import { logOf, type Person, personAt } from "../support/person.ts";
import { seeded } from "../support/seeded.ts";
import { tempDir } from "../support/temp-dir.ts";
import { enginesOf, eventually, standingOf } from "./scene.ts";

/** The host dies at any moment: nothing that was acknowledged is lost, and the conversation goes on. */

const dir = tempDir();
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});
afterAll(() => dir[Symbol.dispose]());

const twoPeople = { white: { kind: "human" }, black: { kind: "human" } };

/** A host that can die and come back at the same address. */
async function mortalHost(name: string, env: Record<string, string> = {}) {
  const dataDir = join(dir.path, name);
  let host = await startHost(dataDir, env);
  const port = new URL(host.url).port;
  let up = Promise.resolve();
  undo.push(() => host.kill());
  return {
    get now(): HostProcess {
      return host;
    },
    get person(): Person {
      return personAt(host);
    },
    /** Resolves when the host is there, or back. */
    up: () => up,
    async die(how: "kill" | "stop" = "kill"): Promise<void> {
      const back = Promise.withResolvers<void>();
      up = back.promise;
      await host[how]();
      this.comeBack = async () => {
        host = await startHost(dataDir, env, ["--port", port]);
        back.resolve();
      };
    },
    comeBack: async (): Promise<void> => {},
  };
}
type MortalHost = Awaited<ReturnType<typeof mortalHost>>;

async function client(host: MortalHost, door: Door, kind: ClientKind, name: string): Promise<Agent> {
  const agent = await connect(host.now, door, kind, name);
  // From here on the client checks every structured answer against the listed schema.
  await agent.client.listTools();
  undo.push(() => agent.close());
  return agent;
}

describe("a host that is killed", () => {
  interface Acknowledged {
    readonly ply: number;
    readonly code: string;
  }
  interface Match {
    readonly name: string;
    readonly white: Agent;
    /** Null where the computer plays black. */
    readonly black: Agent | null;
    readonly game: Record<string, unknown>;
    /** Whether the clients must show their tokens, having no connection. */
    readonly tokens: boolean;
  }

  test("a host that is killed at random moments of running games has kept every move that it acknowledged", async () => {
    const host = await mortalHost("kills");
    const random = seeded(20_26);
    const acknowledged = new Map<string, Acknowledged[]>();
    const broken: string[] = [];
    /** The last call of each client, to tell which one stands still. */
    const doing = new Map<Agent, string>();
    let moves = 0;
    let interrupted = 0;
    let over = false;
    let heard = () => {};

    /** Calls until there is an answer that is the host's own; what a dying host owes is asked again. */
    const persist = async (agent: Agent, tool: string, args: Record<string, unknown>): Promise<Answer> => {
      for (;;) {
        await host.up();
        doing.set(agent, `${tool} ${JSON.stringify(args)}`);
        try {
          const answer = await agent.call(tool, args, { timeout: 30_000 });
          if (answer.data.error?.code !== "HOST_RESTARTED") return answer;
        } catch (error) {
          // The connection broke, or nobody is there: any of the clients' own words for it.
          if (/schema|validat/i.test(String(error))) throw error;
        }
        interrupted += 1;
        await pass(5);
      }
    };
    const playMove = async (agent: Agent, seat: Record<string, unknown>, turn: Answer): Promise<Answer> => {
      const { legal_moves: legal, ply, game_id: id } = turn.data;
      const move: string = legal[Math.floor(random() * legal.length)];
      const answer = await persist(agent, "finishTurn", { ...seat, move, ply });
      if (answer.isError) throw new Error(`${move} at ply ${ply} of ${id}: ${answer.text}`);
      acknowledged.get(id)?.push({ ply: ply + 1, code: move });
      moves += 1;
      heard();
      return answer;
    };
    const playGame = async ({ white, black, game, tokens }: Match): Promise<void> => {
      const created = await persist(white, "createGame", { ...game, type: black ? "agent" : "computer" });
      const { game_id: id } = created.data;
      acknowledged.set(id, []);
      const joined = black && (await persist(black, "joinGame", { game_id: id }));
      // An interrupted joinGame may have taken the seat; only a client without a connection would be locked out then.
      if (joined?.isError) return;
      const seatOf = (answer: Answer) =>
        tokens ? { game_id: id, seat_token: answer.data.seat_token } : { game_id: id };
      const sides = [
        { agent: white, seat: seatOf(created) },
        ...(black && joined ? [{ agent: black, seat: seatOf(joined) }] : []),
      ];
      for (let index = 0; !over; index = (index + 1) % sides.length) {
        const side = sides[index];
        if (!side) return;
        const wait = () => persist(side.agent, "waitForNextTurn", { ...side.seat, timeout_seconds: 20 });
        let turn = await wait();
        // A host that dies ends the waits, which is no failure.
        while (turn.data.status === "timeout" && turn.text.includes("restarted")) turn = await wait();
        if (turn.data.status === "game_over") return;
        if (turn.data.status !== "your_turn") throw new Error(`game ${id} stands still: ${turn.text}`);
        if ((await playMove(side.agent, side.seat, turn)).data.status === "game_over") return;
      }
    };

    const clock = { initial_seconds: 600, increment_seconds: 1 };
    const matches: Match[] = [
      {
        name: "two shims",
        white: await client(host, "shim", "v2 client, new era", "one"),
        black: await client(host, "shim", "v1 client", "two"),
        game: { clock },
        tokens: false,
      },
      {
        name: "a shim against the computer",
        white: await client(host, "shim", "v2 client, old era", "three"),
        black: null,
        game: { difficulty: 1, clock },
        tokens: false,
      },
      {
        name: "two over HTTP",
        white: await client(host, "http", "v2 client, new era", "four"),
        black: await client(host, "http", "v2 client, new era", "five"),
        game: {},
        tokens: true,
      },
      {
        name: "HTTP against the computer",
        white: await client(host, "http", "v2 client, new era", "six"),
        black: null,
        game: { difficulty: 2 },
        tokens: false,
      },
    ];
    const players = matches.map(async (match) => {
      try {
        while (!over) await playGame(match);
      } catch (error) {
        broken.push(`${match.name}: ${error instanceof Error ? error.message : String(error)}`);
        heard();
      }
    });

    const kills = amount(2, 8);
    for (let kill = 0; kill < kills && broken.length === 0; kill += 1) {
      const enough = moves + 3 + Math.floor(random() * 16);
      await new Promise<void>((resolve, reject) => {
        const stuck = setTimeout(() => reject(new Error(`no move in 20 s: ${[...doing.values()].join("; ")}`)), 20_000);
        heard = () => {
          if (moves < enough && broken.length === 0) return void stuck.refresh();
          clearTimeout(stuck);
          resolve();
        };
      });
      const moment = performance.now() + random() * 10;
      while (performance.now() < moment) await new Promise(setImmediate);
      await host.die();
      const promised = new Map([...acknowledged].map(([id, list]) => [id, [...list]]));
      await host.comeBack();
      for (const [id, list] of promised) {
        const { body } = await host.person.get(`/api/games/${id}`);
        const kept = new Map<number, string>(body.history.map(({ ply, code }: Acknowledged) => [ply, code]));
        for (const { ply, code } of list) expect(kept.get(ply), `kill ${kill + 1}, game ${id}, ply ${ply}`).toBe(code);
      }
    }
    over = true;
    await Promise.all(players);
    expect(broken).toEqual([]);
    expect(interrupted).toBeGreaterThan(0);
    expect(moves).toBeGreaterThanOrEqual(3 * kills);
    expect(host.now.log()).not.toMatch(/ERROR|error:|^ {4}at /m);
  });

  test("a host that is killed charges its absence to nobody, and the record says so", { tags: "edge" }, async () => {
    const host = await mortalHost("clocks");
    const white = await client(host, "shim", "v2 client, new era", "one");
    const black = await client(host, "shim", "v1 client", "two");
    const created = await white.call("createGame", {
      type: "agent",
      clock: { initial_seconds: 60, increment_seconds: 0 },
    });
    const gameId: string = created.data.game_id;
    await black.call("joinGame", { game_id: gameId });
    const began = performance.now();
    await white.call("finishTurn", { game_id: gameId, move: "e2e4" });
    const untimed = (await white.call("createGame", { type: "human", color: "black" })).data.game_id;
    const clockNow = async () => (await host.person.get(`/api/games/${gameId}`)).body.clock;

    const seen = performance.now();
    const before = await clockNow();
    await host.die();
    const died = performance.now();
    // The absence itself, long enough to be told from the time that starting takes.
    await pass(2_500);
    const started = performance.now();
    await host.comeBack();
    const after = await clockNow();
    /** Milliseconds since a moment before the end, without the absence. */
    const upSince = (moment: number) => died - moment + performance.now() - started;

    expect(after.running).toEqual(["black"]);
    const charged = (before.remaining_seconds.black - after.remaining_seconds.black) * 1000;
    // The time between the last heartbeat and the end is given back, so the difference may be slightly negative.
    expect(charged).toBeLessThanOrEqual(upSince(seen) + 100);
    expect(after.remaining_seconds.white).toBe(before.remaining_seconds.white);
    const resumed = (await logOf(host.person, gameId))
      .map(({ event }) => event)
      .find(({ type }) => type === "hostResumed");
    expect(resumed && "downMs" in resumed && resumed.downMs).toBeGreaterThan(2_400);

    await black.call("finishTurn", { game_id: gameId, move: "e7e5" });
    const turn = await white.call("waitForNextTurn", { game_id: gameId });
    expect(turn.data).toMatchObject({ status: "your_turn", ply: 2, you: "white" });
    await host.person.post(`/api/games/${untimed}/moves`, { move: "e2e4" });
    for (const id of [gameId, untimed]) {
      const { ms } = (await host.person.get(`/api/games/${id}`)).body.history.at(-1);
      expect(ms, "thinking time without the absence").toBeLessThan(upSince(began) + 100);
    }
  });

  test("a host that is killed takes a computer's turn up where it was", { tags: "edge" }, async () => {
    const host = await mortalHost("computer", awake);
    const white = await client(host, "shim", "v2 client, new era", "one");
    const created = await white.call("createGame", { type: "computer", difficulty: 10 });
    const engines = await enginesOf(host.now.pid);
    for (const pid of engines) process.kill(pid, "SIGSTOP");
    await white.call("finishTurn", { game_id: created.data.game_id, move: "e2e4" });
    await host.die();
    for (const pid of engines) process.kill(pid, "SIGCONT");
    await host.comeBack();
    const turn = await white.call("waitForNextTurn", { game_id: created.data.game_id });
    expect(turn.data).toMatchObject({ status: "your_turn", ply: 2 });
    // The engines of the host that died have gone with it.
    await eventually(() => {
      for (const pid of engines) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
    });
  });

  test("a host that is killed finds a session over HTTP gone, and its client comes back to its seat by the token", async () => {
    const host = await mortalHost("session");
    const agent = await client(host, "http", "v1 client", "one");
    const created = await agent.call("createGame", { type: "agent" });
    await host.die();
    await host.comeBack();
    await expect(agent.call("listGames", {})).rejects.toThrow(/Session not found.*Send initialize again/);
    const again = await client(host, "http", "v1 client", "one");
    const { game_id, seat_token } = created.data;
    expect((await again.call("joinGame", { game_id, seat_token })).data).toMatchObject({ you: "white", seat_token });
    expect((await again.call("finishTurn", { game_id, move: "e2e4" })).data.ply).toBe(1);
  });
});

test("a host that is stopped in good order answers those who wait, and they go on when it is back", async () => {
  const host = await mortalHost("stopped");
  const players: [Door, ClientKind][] = [
    ["shim", "v2 client, new era"],
    ["shim", "v1 client"],
    ["http", "v2 client, new era"],
    ["http", "v1 client"],
  ];
  const seats = await Promise.all(
    players.map(async ([door, kind]) => {
      const agent = await client(host, door, kind, "one");
      const { game_id } = (await agent.call("createGame", { type: "human", color: "black" })).data;
      return { agent, game_id };
    }),
  );
  const entrants = await Promise.all(
    (["v2 client, new era", "v1 client"] as const).map(async (kind, index) => {
      const agent = await client(host, "http", kind, `entrant ${index}`);
      const { league_id } = (await host.person.post("/api/leagues", { name: `Cup ${index}` })).body;
      const { entrant_token } = (await agent.call("joinLeague", { league_id })).data;
      return { agent, league_id, entrant_token };
    }),
  );
  const told = (answer: Promise<Answer>) =>
    answer.then(
      ({ data, text }) => data.error?.code ?? (text.includes("is being restarted") ? data.status : text),
      (error: Error) => error.message,
    );
  const waits = [
    ...entrants.map(({ agent, ...entrant }) =>
      told(agent.call("waitForNextMatch", { ...entrant, timeout_seconds: 55 })),
    ),
    ...seats.map(({ agent, game_id }) => told(agent.call("waitForNextTurn", { game_id, timeout_seconds: 55 }))),
  ];
  await eventually(async () => expect((await host.person.get("/api/status")).body.waiting).toBe(players.length));
  await host.die("stop");
  // None of them is hung up on: each is told that nothing has happened yet, and why.
  expect(await Promise.all(waits)).toEqual(waits.map(() => "timeout"));
  expect(host.now.child.exitCode).toBe(0);
  await host.comeBack();
  // A session of the 2025 era is gone with its host; the others notice nothing.
  for (const { agent, game_id } of seats.slice(0, 3)) {
    await host.person.post(`/api/games/${game_id}/moves`, { move: "e2e4" });
    expect((await agent.call("waitForNextTurn", { game_id })).data).toMatchObject({ status: "your_turn", ply: 1 });
  }
});

test("an engine that is killed in the middle of a search is replaced, and the game goes on", {
  tags: "edge",
}, async () => {
  const host = await mortalHost("engine", awake);
  const agent = await client(host, "shim", "v2 client, new era", "one");
  const created = await agent.call("createGame", { type: "computer", difficulty: 10 });
  const { game_id } = created.data;
  let turn = created;
  for (let round = 0; round < amount(1, 3); round += 1) {
    const engines = await enginesOf(host.now.pid);
    for (const pid of engines) process.kill(pid, "SIGSTOP");
    const moved = await agent.call("finishTurn", { game_id, move: turn.data.legal_moves[round] });
    expect(moved.data.status).toBe("waiting");
    for (const pid of engines) process.kill(pid, "SIGKILL");
    turn = await agent.call("waitForNextTurn", { game_id, timeout_seconds: 30 });
    expect(turn.data).toMatchObject({ status: "your_turn", ply: 2 * round + 2 });
  }
});

describe("a disk that takes nothing more", () => {
  /**
   * Lets the host write to no file any more, as a full disk would, or to all. Room that the write-ahead log has already
   * is none: after a checkpoint, which comes when it likes, commits fit in it. Node turns the signal into an error.
   */
  const limit = (pid: number, most: 0 | "unlimited") =>
    execFileSync("prlimit", ["--pid", String(pid), `--fsize=${most}:unlimited`]);

  test.skipIf(process.platform !== "linux")(
    "a disk that takes nothing more refuses what it cannot keep, changes nothing, and takes up again",
    async () => {
      const host = await mortalHost("disk");
      const { pid } = host.now;
      const agent = await client(host, "shim", "v2 client, new era", "one");
      const clock = { initial_seconds: 300, increment_seconds: 0 };
      const created = await agent.call("createGame", { type: "human", clock });
      const { game_id } = created.data;
      // The clocks run once both have moved.
      await agent.call("finishTurn", { game_id, move: "d2d4" });
      await host.person.post(`/api/games/${game_id}/moves`, { move: "d7d5" });
      await agent.call("say", { game_id, message: "before" });
      const before = await standingOf(host.person, game_id);

      limit(pid, 0);
      const commands: [string, Record<string, unknown>][] = [
        ["finishTurn", { game_id, move: "e2e4" }],
        ["finishTurn", { game_id, move: "e2e4", ply: 2, wait: true }],
        ["say", { game_id, message: "is it full?" }],
        ["offerDraw", { game_id }],
        ["resignGame", { game_id }],
        ["createGame", {}],
      ];
      for (const [tool, args] of commands) {
        const answer = await agent.call(tool, args);
        expect(answer.isError, `${tool}: ${answer.text}`).toBe(true);
        expect(answer.data.error.code).toBe("STORAGE_FAILED");
        expect(answer.text).toMatch(
          /^Error: This could not be saved, so it did not happen .*\n\n\*\*Next Action:\*\*/s,
        );
        expect(await standingOf(host.person, game_id)).toEqual(before);
      }
      expect((await host.person.post(`/api/games/${game_id}/talk`, { message: "hello" })).status).toBe(507);
      expect((await agent.call("finishTurn", { game_id, move: "e2e5" })).data.error.code).toBe("ILLEGAL_MOVE");
      // The clock's heart goes on beating, and must not take the host with it.
      await eventually(() => expect(host.now.log()).toContain("the time could not be noted"));

      limit(pid, "unlimited");
      expect((await agent.call("finishTurn", { game_id, move: "e2e4", ply: 2 })).data).toMatchObject({
        ply: 3,
        status: "waiting",
      });
      expect((await host.person.post(`/api/games/${game_id}/moves`, { move: "e7e5" })).body.ply).toBe(4);
      await host.die();
      await host.comeBack();
      expect((await host.person.get(`/api/games/${game_id}`)).body).toMatchObject({
        ply: 4,
        talk: [{ message: "before" }],
      });
    },
  );
});

test.skipIf(noDiskFaults)(
  "a disk that does not flush what is written has a move stored at the second attempt, or Kibitz says that it does not know, and a kill leaves it out",
  { tags: "edge", ...needs("a C compiler") },
  async () => {
    const disk = diskFault(dir.path);
    const host = await mortalHost("flush", disk.env);
    const { game_id } = (await host.person.post("/api/games", { players: twoPeople })).body;
    const play = (move: string) => host.person.post(`/api/games/${game_id}/moves`, { move });
    const ply = async () => (await host.person.get(`/api/games/${game_id}`)).body.ply;
    disk.once();
    expect([(await play("e2e4")).status, await ply()]).toEqual([200, 1]);
    await host.die();
    await host.comeBack();
    expect(await ply()).toBe(1);
    disk.begin();
    expect(await play("e7e5")).toMatchObject({
      status: 507,
      body: {
        error: {
          code: "OUTCOME_UNKNOWN",
          message: expect.stringMatching(/^It is not known whether this was saved \(disk I\/O error\).*Look at what/),
        },
      },
    });
    expect(await ply()).toBe(1);
    const health = () => host.person.get("/healthz");
    expect(await health()).toMatchObject({ status: 503, body: expect.stringContaining("disk I/O error") });
    await host.die();
    disk.end();
    await host.comeBack();
    expect([await ply(), (await health()).status]).toEqual([1, 200]);

    // Moves go on where they cannot be moved from the log into the database, and somebody is told.
    disk.begin("kibitz.db");
    expect((await play("e7e5")).status).toBe(200);
    const stays = /what is stored stays in \S+kibitz\.db-wal, which grows/;
    await eventually(async () =>
      expect(await health()).toMatchObject({ status: 503, body: expect.stringMatching(stays) }),
    );
    expect((await play("g1f3")).status).toBe(200);
    disk.end();
    expect((await play("b8c6")).status).toBe(200);
    await eventually(async () => expect((await health()).status).toBe(200));
    expect(host.now.log().match(new RegExp(stays, "g"))).toHaveLength(1);
    expect(host.now.log()).toMatch(/what is stored is moved into \S+kibitz\.db again/);
  },
);

const onMounts = { tags: "edge", ...needs("mount namespaces") };
describe.skipIf(noReadOnlyDisks)("a host that starts on a disk that takes nothing", onMounts, () => {
  test.each(["a full disk, stopped", "a full disk, killed", "a read-only disk, stopped", "a read-only disk, killed"])(
    "a host that starts on a disk that takes nothing shows its games, and says with every write why it keeps nothing (%s)",
    async (how) => {
      const host = await mortalHost(how);
      const { dataDir } = host.now;
      const clock = { initial_seconds: 1, increment_seconds: 0 };
      const { game_id } = (await host.person.post("/api/games", { players: twoPeople, clock })).body;
      await host.person.post(`/api/games/${game_id}/moves`, { move: "e2e4" });
      await host.person.post("/api/leagues", {
        name: "Cup",
        entrants: [{ kind: "human" }, { kind: "agent", name: "A" }],
      });
      await host.die(how.endsWith("killed") ? "kill" : "stop");
      const disk = how.startsWith("a full") ? onFullDisk() : withReadOnly(dataDir);
      const started = await startHost(dataDir, {}, [], hostProgram, disk);
      try {
        expect(started.log()).not.toMatch(/ error /);
        const person = personAt(started);
        const game = (await person.get(`/api/games/${game_id}`)).body;
        expect(game).toMatchObject({ ply: 1, status: "live" });
        const why = /Kibitz shows what there is and keeps nothing new, .*then start Kibitz again/;
        for (const [path, body] of [
          [`/api/games/${game_id}/moves`, { move: "e7e5" }],
          ["/api/games", { players: twoPeople }],
          ["/api/leagues", { name: "Second" }],
        ] as const)
          expect(await person.post(path, body)).toMatchObject({
            status: 507,
            body: { error: { code: "STORAGE_FAILED", message: expect.stringMatching(why) } },
          });
        expect((await person.put("/api/settings", { theme: "dark" })).status).toBe(507);
        expect(await person.get("/healthz")).toMatchObject({ status: 503, body: expect.stringMatching(why) });
        expect((await person.get("/api/status")).body.read_only).toMatch(why);
        expect(started.log()).toMatch(why);
      } finally {
        await started.stop();
      }
      await host.comeBack();
      expect((await host.person.post(`/api/games/${game_id}/talk`, { message: "again" })).status).toBe(200);
    },
  );
});

describe("a data folder", () => {
  const ended = (dataDir: string) =>
    startHost(dataDir).then(
      () => Promise.reject(new Error("the host started")),
      (error: Error) => error.message,
    );

  test("a data folder of a newer Kibitz is refused with a plain line, and left alone", { tags: "edge" }, async () => {
    const host = await mortalHost("newer");
    const { dataDir } = host.now;
    await host.now.stop();
    const path = join(dataDir, "kibitz.db");
    const db = new DatabaseSync(path);
    db.exec("PRAGMA user_version = 999");
    db.close();
    const bytes = readFileSync(path);
    expect(await ended(dataDir)).toMatch(
      /^the host ended with 1: kibitz: .*it is of version 999, and this Kibitz knows up to \d+: update Kibitz, or choose another place for its data\n$/,
    );
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  test.skipIf(noReadOnlyDisks)(
    "a data folder of an older Kibitz on a full disk is left as it was, and upgraded once there is room",
    onMounts,
    async () => {
      const dataDir = join(dir.path, "older");
      await (await startHost(dataDir)).stop();
      const path = join(dataDir, "kibitz.db");
      rmSync(path);
      const db = new DatabaseSync(path);
      db.exec(
        `PRAGMA journal_mode = WAL; ${readFileSync("test/store/fixtures/sqlite-15.sql", "utf8")}; PRAGMA user_version = 15`,
      );
      db.close();
      const bytes = readFileSync(path);
      for (const disk of [onFullDisk(), withReadOnly(dataDir)])
        await expect(startHost(dataDir, {}, [], hostProgram, disk)).rejects.toThrow(
          /^the host ended with 1: kibitz: \S+kibitz\.db cannot be used: [^\n]+\. Nothing is lost; [^\n]*disk[^\n]*, then start again\n$/,
        );
      expect(readFileSync(path).equals(bytes)).toBe(true);
      await using upgraded = await startHost(dataDir);
      expect((await personAt(upgraded).get("/api/status")).status).toBe(200);
    },
  );

  test("a data folder whose database is something else is refused with a plain line", async () => {
    const dataDir = join(dir.path, "garbage");
    mkdirSync(dataDir, { mode: 0o700 });
    writeFileSync(
      join(dataDir, "kibitz.db"),
      "this is no database, but it is long enough to be looked at\n".repeat(20),
    );
    const said = await ended(dataDir);
    expect(said).toMatch(/^the host ended with 1: kibitz: [^\n]+\n$/);
    expect(said).toContain("kibitz.db");
    expect(said).not.toMatch(/ at .*:\d+:\d+/);
  });

  test("a data folder that a host serves already is left to it, and the second says so", async () => {
    const host = await mortalHost("served");
    const { dataDir, url, mcp, pid } = host.now;
    const second = (...args: string[]) =>
      execFileSync(process.execPath, [hostProgram, "--port", "0", "--data-dir", dataDir, ...args], {
        encoding: "utf8",
      });
    expect(JSON.parse(second("--json"))).toMatchObject({ alreadyRunning: true, url, mcp, pid });
    const text = second();
    expect(text).toMatch(/already running/i);
    expect(text).toContain(url);
    expect((await host.person.get("/api/status")).status).toBe(200);
  });
});
