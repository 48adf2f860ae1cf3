import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, expect, test } from "vitest";
import type { LeagueReport } from "../../src/shared/leagues.ts";
import type { ClientKind, Door } from "../support/agents.ts";
import { type HostProcess, startHost } from "../support/host-process.ts";
import { personAt } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

interface Player {
  readonly child: ChildProcess;
  readonly token: string;
}

/** Starts an agent in a process of its own and waits until it has joined. */
async function startAgent(
  dataDir: string,
  league: string,
  who: readonly [Door, ClientKind, string],
  token = "",
): Promise<Player> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "league-agent.ts"), dataDir, ...who, league, token],
    {
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  undo.push(() => child.kill("SIGKILL"));
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return { child, token: String(line) };
}

/** Points as the records of the games have them; a match without a game goes to whoever the league says was there. */
async function recomputed(host: HostProcess, { rounds }: LeagueReport) {
  const person = personAt(host);
  const points = new Map<string, number>();
  const add = (name: string, worth: number) => points.set(name, (points.get(name) ?? 0) + worth);
  const pairings: string[] = [];
  for (const { a, b, games, winner } of rounds.flatMap(({ matches }) => matches)) {
    if (b === null) continue;
    pairings.push([a, b].toSorted().join(" – "));
    for (const each of [a, b]) add(each, 0);
    if (games.length === 0 && winner !== null) add(winner, 1);
    for (const id of games) {
      const { result, players } = (await person.get(`/api/games/${id}`)).body;
      expect(
        Object.values<{ name: string }>(players)
          .map(({ name }) => name)
          .toSorted(),
      ).toEqual([a, b].toSorted());
      if (result.winner === null) for (const each of [a, b]) add(each, 0.5);
      else add(players[result.winner].name, 1);
    }
  }
  return { points: Object.fromEntries(points), pairings };
}

test("a league of agents, a level and a strategy runs to its end while an agent dies and comes back, one never comes, and the host is killed twice", async () => {
  const dir = tempDir();
  undo.push(() => dir[Symbol.dispose]());
  let host = await startHost(dir.path);
  undo.push(() => host.stop());
  const request = {
    name: "Everybody",
    game: "chess",
    longest_game: 8,
    concurrency: 3,
    invite_seconds: 4,
    misses: 1,
    move_seconds: 6,
    entrants: [
      { kind: "computer", level: 1 },
      { kind: "strategy", strategy: "random" },
    ],
  };
  const { league_id: id } = (await personAt(host).post("/api/leagues", request)).body;
  const whos = [
    ["http", "v1 client", "Old"],
    ["http", "v2 client, new era", "New"],
    ["shim", "v2 client, old era", "Shim"],
    ["http", "v2 client, new era", "Deserter"],
  ] as const;
  const [, dying, , deserter] = await Promise.all(whos.map((who) => startAgent(dir.path, id, who)));
  if (!dying || !deserter) throw new Error("there are four");
  deserter.child.kill("SIGKILL");
  await once(deserter.child, "exit");
  await personAt(host).post(`/api/leagues/${id}/start`);

  let report: LeagueReport | null = null;
  let version = 0;
  let kills = 0;
  while (report?.status !== "complete") {
    ({ version } = (await personAt(host).get(`/api/leagues/${id}/progress?after=${version}`)).body);
    report = (await personAt(host).get(`/api/leagues/${id}`)).body;
    const over = report?.matches_over ?? 0;
    if (over >= 3 && dying.child.signalCode === null && dying.child.exitCode === null && kills === 0) {
      dying.child.kill("SIGKILL");
      await startAgent(dir.path, id, whos[1], dying.token);
    }
    if (kills < 2 && over >= 4 + 5 * kills) {
      kills += 1;
      await host.kill();
      host = await startHost(dir.path);
    }
  }
  expect(kills).toBe(2);
  expect(dying.child.signalCode).toBe("SIGKILL");
  const { points, pairings } = await recomputed(host, report);
  expect(Object.fromEntries(report.standings.map(({ name, points: own }) => [name, own]))).toEqual(points);
  expect(new Set(pairings).size).toBe(15);
  expect(pairings).toHaveLength(15);
  const gone = report.standings.find(({ name }) => name === "Deserter");
  expect(gone).toMatchObject({ status: "out", points: 0 });
  // Its last call may have taken the first invitation: then it lost a game before it missed the second.
  expect(gone?.forfeits).toBeGreaterThanOrEqual(4);
  const missed = report.rounds.flatMap(({ matches }) =>
    matches.filter(({ termination, winner }) => termination === "forfeit" && winner === null),
  );
  expect(report.standings.reduce((sum, { points: own }) => sum + own, 0)).toBe(15 - missed.length);
});
