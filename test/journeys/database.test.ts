import { afterAll, afterEach, describe, expect, test } from "vitest";
import { openSecrets } from "../../src/main/data/secrets.ts";
import { type Agent, connect } from "../support/agents.ts";
import { type HostProcess, startHost } from "../support/host-process.ts";
import { needs } from "../support/needs.ts";
import { ownCluster } from "../support/own-cluster.ts";
import { logOf, personAt } from "../support/person.ts";
import { noPostgres } from "../support/postgres.ts";
import { tempDir } from "../support/temp-dir.ts";
import { eventually } from "./scene.ts";

describe.skipIf(noPostgres)("a host whose games are in PostgreSQL", needs("PostgreSQL"), () => {
  const cluster = ownCluster();
  const dir = tempDir();
  const undo: (() => unknown)[] = [];
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step();
  });
  afterAll(() => dir[Symbol.dispose]());

  /** An address with a password, which nobody is to see. */
  const secret = "ge%2Fheim";
  const addressOf = async () => (await cluster.fresh()).replace("kibitz@", `kibitz:${secret}@`);
  /** The secret that hosts share, which nobody may see either. */
  const common = "arena-geheim-".repeat(4);
  const start = async (address: string, args: string[] = [], folder = "table", arena = common) => {
    const env = { KIBITZ_DATABASE: address, KIBITZ_ARENA_SECRET: arena, KIBITZ_WAIT_SECONDS: "20" };
    const host = await startHost(`${dir.path}/${folder}`, env, args);
    undo.push(() => host.kill());
    return host;
  };
  const agentAt = async (host: HostProcess, name: string): Promise<Agent> => {
    const agent = await connect(host, "http", "v2 client, new era", name);
    undo.push(() => agent.close().catch(() => {}));
    return agent;
  };

  test("a host whose games are in PostgreSQL takes up a game where it was killed, waits while the database is away, and shows its secrets to nobody", async () => {
    const address = await addressOf();
    let host = await start(address);
    const port = new URL(host.url).port;
    const answers: string[] = [];
    let white = await agentAt(host, "One");
    let black = await agentAt(host, "Two");
    const call = async (agent: Agent, tool: string, args: Record<string, unknown>) => {
      const answer = await agent.call(tool, args);
      answers.push(JSON.stringify(answer));
      return answer;
    };
    const created = await call(white, "createGame", { type: "agent" });
    const { game_id: id, seat_token: token } = created.data;
    const first = { game_id: id, seat_token: token };
    const joined = await call(black, "joinGame", { game_id: id });
    const second = { game_id: id, seat_token: joined.data.seat_token };
    for (const [agent, seat, move] of [
      [white, first, "e4"],
      [black, second, "e5"],
      [white, first, "Nf3"],
    ] as const)
      expect(await call(agent, "finishTurn", { ...seat, move })).toMatchObject({ isError: false });

    await host.kill();
    const logs = [host.log()];
    host = await start(address, ["--port", port]);
    [white, black] = [await agentAt(host, "One"), await agentAt(host, "Two")];
    const waiting = call(white, "waitForNextTurn", { ...first, timeout_seconds: 55 });
    let woke = false;
    const ended = () => {
      woke = true;
    };
    waiting.then(ended, ended);
    const person = personAt(host);
    await eventually(async () => expect((await person.get("/api/status")).body.waiting).toBe(1));

    // Nothing is lost while the database is down, and open waits stay open.
    await cluster.stop("immediate");
    const refused = await call(black, "finishTurn", { ...second, move: "Nc6" });
    expect(refused).toMatchObject({ isError: true, data: { error: { code: "STORAGE_FAILED" } } });
    const looked = await call(black, "listGames", {});
    expect(looked).toMatchObject({ isError: true, data: { error: { code: "STORAGE_FAILED" } } });
    const page = await person.get(`/api/games?status=all`);
    expect([page.status, page.body.error?.code]).toEqual([507, "STORAGE_FAILED"]);
    expect(woke).toBe(false);
    await cluster.start();
    // Another host may have been here meanwhile: it plays on once it knows that there was none.
    await eventually(async () =>
      expect(await call(black, "finishTurn", { ...second, move: "Nc6" })).toMatchObject({ isError: false }),
    );
    const woken = await waiting;
    expect(woken.data).toMatchObject({ status: "your_turn", ply: 4 });
    const log = await logOf(person, id);
    const moves = log.flatMap(({ event }) => (event.type === "movePlayed" ? [event.text] : []));
    expect(moves).toEqual(["e4", "e5", "Nf3", "Nc6"]);

    // Its data folder has secrets of its own.
    const refusal = await start(address, [], "another", "").catch(String);
    expect(refusal).toMatch(/seats of the games in postgres:\/\/\/postgres\?host=.* are held by another secret/);
    await host.stop();
    const rows = await cluster.ask(
      "SELECT query_to_xml(format('SELECT * FROM %I.%I', schemaname, tablename), true, false, '')::text AS rows FROM pg_tables WHERE schemaname LIKE 's%'",
    );
    logs.push(host.log(), JSON.stringify(page), String(refusal), JSON.stringify(rows), ...answers);
    expect(logs.join("\n")).not.toMatch(/ge%2Fheim|ge\/heim|arena-geheim/);
    const derived = openSecrets(dir.path, common);
    if (!derived.ok) throw new Error(derived.message);
    expect(logs.join("\n")).not.toContain(derived.value.seatSecret);
    expect(JSON.stringify(rows)).toContain("Nc6");
  });
});
