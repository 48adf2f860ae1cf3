import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { dataDir, endOf, startKibitz } from "../support/kibitz.ts";
import { needs } from "../support/needs.ts";
import { hasPython } from "../support/python.ts";
import { freePort } from "./free-port.ts";
import { hostHere, playerHere } from "./support.ts";
import { openManager } from "./written-elsewhere/manager.ts";
import type { Handlers } from "./written-elsewhere/wire.ts";

/** A player in Python's standard library, as a program of its own. */
function pythonPlayer(...args: readonly string[]) {
  const script = join(import.meta.dirname, "written-elsewhere/player.py");
  const child = spawn("python3", [script, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return { child, out: text(child.stdout), ended: once(child, "close") };
}

test.skipIf(!hasPython).each([
  ["odd-even", { options: { rounds: 3 } }],
  ["chess", { longest_game: 3 }],
])(
  "a player in Python's standard library takes part in a league of %s, from registration to the final table",
  { tags: "edge", ...needs("python3") },
  async (game, rules) => {
    const names = ["Alpha", "Beta", "Gamma"];
    const players = await Promise.all(names.map((name) => playerHere({ name })));
    const host = await hostHere();
    const id = await host.league({ game, ...rules, max_entrants: 4 });
    const { out, ended } = pythonPlayer("Monty", host.register, id, host.headers.authorization);
    for (const player of players) await player.register(host.register, id, host.headers);
    for (let version = 0, entrants = 0; entrants < 4; ) {
      const { body } = await host.person.get(`/api/leagues/${id}/progress?after=${version}`);
      ({ version, entrants } = body);
    }
    await host.start(id);
    const league = await host.over(id);
    expect(league).toMatchObject({ status: "complete", matches_over: 6 });
    for (const { fallbacks, errors_per_1000 } of league.standings) expect([fallbacks, errors_per_1000]).toEqual([0, 0]);
    expect(await ended).toEqual([0, null]);
    const heard = (await out)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    // The league may invite it before it has read that it is registered.
    const registered = { message_type: "LEAGUE_REGISTER_RESPONSE", success: true };
    expect(heard).toContainEqual(expect.objectContaining(registered));
    expect(heard.filter(({ message_type }) => message_type === "GAME_END")).toHaveLength(3);
    expect(heard.at(-1)).toMatchObject({ message_type: "STANDINGS_UPDATE", state: "COMPLETE" });
  },
);

test("a referee that was written elsewhere and is killed in the midst of its matches loses none of them, and each counts once", {
  tags: "edge",
}, async () => {
  const host = await hostHere();
  const id = await host.league({ game: "odd-even", options: { rounds: 9 }, referees: true, games_per_match: 3 });
  const names = ["Alpha", "Beta", "Gamma", "Delta"];
  // Nobody moves before the first referee is dead.
  const killed = Promise.withResolvers<void>();
  const late: Handlers = {
    MOVE_REQUEST: async () => {
      await killed.promise;
      return { message_type: "MOVE_RESPONSE", move: 1 + Math.floor(5 * Math.random()) };
    },
  };
  const players = await Promise.all(names.map((name) => playerHere({ name, instead: late })));
  for (const player of players) await player.register(host.register, id, host.headers);
  /** Waits for what a referee says, line after line. */
  const hear = async (child: { readonly stdout: Readable }, wanted: string) => {
    for await (const line of createInterface({ input: child.stdout })) if (line.includes(wanted)) return line;
    throw new Error(`the referee ended before it said “${wanted}”`);
  };
  const script = join(import.meta.dirname, "written-elsewhere/referee-program.ts");
  const first = spawn(process.execPath, [script, host.register, id, host.headers.authorization, host.refereeCode]);
  onTestFinished(() => void first.kill("SIGKILL"));
  const said = await hear(first, "registered");
  const { hostname, port } = new URL(host.url);
  const second = startKibitz(["referee", "--matches", "2"], {
    LEAGUE_HOST: hostname,
    LEAGUE_PORT: port,
    REFEREE_PORT: "0",
    KIBITZ_AGENT_TOKEN: host.agentToken,
    KIBITZ_REFEREE_CODE: host.refereeCode,
  });
  await hear(second, "registered at");
  await host.start(id);
  // The host that runs a match signs its requests.
  const askedByFirst = () =>
    players.flatMap((player) => player.told("MOVE_REQUEST")).filter(({ sender }) => said === `registered ${sender}`);
  await expect.poll(() => askedByFirst().length).toBeGreaterThan(0);
  first.kill("SIGKILL");
  killed.resolve();
  const league = await host.over(id);
  expect(league).toMatchObject({ status: "complete", matches_over: 6 });
  const found = await host.leagues.get(id);
  const events = found.ok ? (await host.leagues.lastEvents(found.value, 10_000)).map(({ event }) => event) : [];
  const reported = events.flatMap((event) => (event.type === "matchReported" ? [event.match] : []));
  expect(reported.toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
  expect(events.some(({ type }) => type === "matchHandedOver")).toBe(true);
  expect(events.some(({ type }) => type === "matchTakenBack")).toBe(true);
  const games = league.rounds.flatMap(({ matches }: { matches: { games: string[] }[] }) =>
    matches.flatMap((match) => match.games),
  );
  expect(games).toHaveLength(18);
  second.kill("SIGTERM");
  expect(await once(second, "close")).toEqual([0, null]);
});

test("kibitz league starts players and referees as programs of their own, and tells the same table as of one in process", async () => {
  const env = { PLAYER_PORT: "0", REFEREE_PORT: "0", LOG_LEVEL: "debug", LOG_FORMAT: "json" };
  const args = ["league", "--game", "odd-even", "--players", "4", "--data-dir", dataDir(), "--port", "0", "--json"];
  const { code, out, err } = await endOf(startKibitz([...args, "--servers", "--referees", "2"], env));
  expect([code, err]).toEqual([0, expect.stringContaining("round 3 of 3")]);
  const league = JSON.parse(out.trimEnd().split("\n").at(-1) ?? "");
  expect(league).toMatchObject({ status: "complete", matches_over: 6, settings: { referees: true } });
  // A program that reads the log can tell which lines belong together.
  const logged = err.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  expect(logged).toContainEqual(
    expect.objectContaining({
      message: expect.stringContaining("match_assign to http://127.0.0.1:"),
      league_id: league.league_id,
      match_id: expect.stringMatching(/^L\d+m\d$/),
      conversation_id: expect.stringMatching(/^L\d+m\d-/),
    }),
  );
  const names = league.standings.map(({ name, kind }: { name: string; kind: string }) => `${name} ${kind}`);
  expect(names.toSorted()).toEqual(["pattern 2 endpoint", "pattern endpoint", "random 2 endpoint", "random endpoint"]);
  expect(league.standings.reduce((sum: number, { points }: { points: number }) => sum + points, 0)).toBe(18);
});

test("kibitz league says which part could not take part, and leaves none behind", { tags: "edge" }, async () => {
  const args = [
    "league",
    "--players",
    "2",
    "--data-dir",
    dataDir(),
    "--port",
    "0",
    "--servers",
    "--strategy",
    "porridge",
  ];
  const { code, err } = await endOf(startKibitz([...args, "--game", "odd-even"], { PLAYER_PORT: "0" }));
  expect([code, err]).toEqual([
    2,
    expect.stringMatching(/--strategy takes one of .*pattern.*, or mixed, not "porridge"/),
  ]);
  expect((await endOf(startKibitz(["league", "--referees", "2"]))).err).toContain("--referees is for --servers");
});

test("a player that is killed and started again comes back as who it was, and one waits for a league that is not there yet", {
  tags: "edge",
}, async () => {
  const host = await hostHere();
  const id = await host.league({ game: "odd-even" });
  const folder = dataDir();
  const port = String(await freePort());
  const start = () => {
    const args = ["player", "--name", "Phoenix", "--strategy", "mixed", "--port", port, "--data-dir", folder];
    return startKibitz([...args, "--register", host.url, "--league", id], { KIBITZ_AGENT_TOKEN: host.agentToken });
  };
  const registers = async (child: ReturnType<typeof start>) => {
    for await (const line of createInterface({ input: child.stdout })) if (line.includes("registered in")) return;
  };
  const first = start();
  await registers(first);
  first.kill("SIGKILL");
  await once(first, "exit");
  const again = start();
  await registers(again);
  const other = await playerHere({ name: "Other" });
  await other.register(host.register, id, host.headers);
  await host.start(id);
  const league = await host.over(id);
  expect(league.field.map(({ name }: { name: string }) => name)).toEqual(["Phoenix", "Other"]);
  expect(league.standings.map(({ fallbacks }: { fallbacks: number }) => fallbacks)).toEqual([0, 0]);
  expect(await once(again, "close")).toEqual([0, null]);

  const nowhere = `http://127.0.0.1:${await freePort()}/mcp`;
  const late = startKibitz([
    "player",
    "--name",
    "Early",
    "--strategy",
    "random",
    "--port",
    "0",
    "--data-dir",
    folder,
    "--register",
    nowhere,
    "--league",
    "elsewhere",
    "--give-up-after",
    "60",
  ]);
  const manager = await openManager({ game: "odd-even", options: {}, players: 1, port: Number(new URL(nowhere).port) });
  onTestFinished(manager.close);
  await registers(late);
  expect(manager.players).toMatchObject([{ name: "Early" }]);
});
