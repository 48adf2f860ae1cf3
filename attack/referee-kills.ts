import { deepStrictEqual, equal, ok } from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import type { LeagueReport } from "../src/shared/leagues.ts";
import { freePort } from "../test/league-v1/free-port.ts";
import { openPlayer } from "../test/league-v1/written-elsewhere/player.ts";
import { type HostProcess, projectDir, startHost } from "../test/support/host-process.ts";
import { personAt } from "../test/support/person.ts";
import { seeded } from "../test/support/seeded.ts";

/** The outcome of leagues whose referees and hosts were killed. */
export interface RefereeKills {
  readonly kills: { readonly referees: number; readonly hosts: number };
  readonly leagues: number;
  readonly matches: number;
  /** Matches that were given away, and that were taken back. */
  readonly handedOver: number;
  readonly takenBack: number;
  /** Games that a referee elsewhere ran. */
  readonly elsewhere: number;
}

const REFEREES = 3;
/** Kills that a league lives through at the most; the next one is another. */
const KILLS_OF_ONE = 20;
/** Longest that a part runs before the next one is killed, in milliseconds. */
const LONGEST_LIFE_MS = 400;
const NAMES = ["Alpha", "Beta", "Gamma", "Delta"];

/**
 * Has referees and hosts killed without warning at random moments of running leagues, so many times, and holds each league
 * against its own log and its games. Throws what it finds wrong.
 * @param short whether the leagues are half as long
 */
export async function killReferees(dir: string, kills: number, seed: number, short = false): Promise<RefereeKills> {
  const random = seeded(seed);
  const port = String(await freePort());
  const begin = () => startHost(dir, {}, ["--port", port]);
  let host = await begin();
  const env = { ...process.env, KIBITZ_AGENT_TOKEN: host.agentToken };
  const startReferee = (): ChildProcess => {
    const args = ["referee", "--register", host.url, "--port", "0", "--matches", "2", "--data-dir", dir];
    return spawn(process.execPath, [join(projectDir, "scripts/kibitz.mjs"), ...args], { stdio: "ignore", env });
  };
  const referees = Array.from({ length: REFEREES }, startReferee);
  const players = await Promise.all(NAMES.map((name) => openPlayer({ name })));
  const sum = { kills: { referees: 0, hosts: 0 }, leagues: 0, matches: 0, handedOver: 0, takenBack: 0, elsewhere: 0 };
  const killed = () => sum.kills.referees + sum.kills.hosts;

  /** Kills a referee or the host, and starts it again. */
  const strike = async (league: string): Promise<void> => {
    if (random() < 0.6) {
      const index = Math.floor(random() * REFEREES);
      await ended(referees[index]);
      referees[index] = startReferee();
      sum.kills.referees += 1;
      return;
    }
    await host.kill();
    host = await begin();
    sum.kills.hosts += 1;
    // Three hosts that died over it set a league aside; nobody is to blame here.
    await personAt(host).post(`/api/leagues/${league}/resume`);
  };

  try {
    while (killed() < kills) {
      const person = personAt(host);
      const { body: made } = await person.post("/api/leagues", {
        game: "odd-even",
        options: { rounds: 9 },
        games_per_match: 4,
        referees: true,
        move_seconds: 60,
        concurrency: 4,
        format: short ? "round-robin" : "double-round-robin",
      });
      const id: string = made.league_id;
      const headers = { authorization: `Bearer ${host.agentToken}` };
      for (const player of players)
        equal(
          (await player.register(`${host.url}/league.v1`, id, headers))["success"],
          true,
          "a player cannot register",
        );
      // Programs start slowly on a busy machine, and a league without referees runs its matches itself.
      while (sum.leagues === 0 && (await person.get(`/api/leagues/${id}`)).body.referees.length === 0) await delay(50);
      await person.post(`/api/leagues/${id}/start`);
      for (let isOver = false, most = killed() + KILLS_OF_ONE; !isOver; ) {
        if (killed() < Math.min(kills, most)) {
          await delay(random() * LONGEST_LIFE_MS);
          await strike(id);
        }
        isOver = (await statusOf(host, id)) === "complete";
      }
      const report: LeagueReport = (await personAt(host).get(`/api/leagues/${id}`)).body;
      const found = lookedAt(dir, id, report);
      sum.leagues += 1;
      sum.matches += found.matches;
      sum.handedOver += found.handedOver;
      sum.takenBack += found.takenBack;
      sum.elsewhere += found.elsewhere;
    }
  } finally {
    await Promise.all(referees.map(ended));
    await host.stop();
    await Promise.all(players.map((player) => player.close()));
  }
  return sum;
}

async function ended(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

/** How a league stands, once it has changed or a moment has passed. */
async function statusOf(host: HostProcess, id: string): Promise<string> {
  const { body } = await personAt(host).get(`/api/leagues/${id}/progress?after=0`);
  if (body.status === "paused") await personAt(host).post(`/api/leagues/${id}/resume`);
  if (body.status === "running") await delay(50);
  return body.status;
}

/** Holds a league against its log and its games, as they are kept. */
function lookedAt(dir: string, id: string, report: LeagueReport) {
  using database = open(dir);
  const log = database.rows("SELECT body FROM events WHERE league_id = ? ORDER BY seq", id);
  const events = log.map(({ body }) => JSON.parse(String(body)));
  const of = (type: string) => events.filter((event) => event.type === type);
  const matches = report.rounds.flatMap((round) => round.matches);
  const reported = of("matchReported").map(({ match }) => match as number);
  deepStrictEqual(
    reported.toSorted((one, other) => one - other),
    matches.map((_, index) => index + 1),
    `league ${id}: a match that was lost, or counted twice`,
  );
  const games = matches.flatMap((match) => match.games);
  equal(new Set(games).size, games.length, `league ${id}: a game twice`);
  const kept = database.rows("SELECT id FROM games WHERE league_id = ?", id);
  deepStrictEqual(kept.map(({ id: game }) => String(game)).toSorted(), games.toSorted(), `league ${id}: other games`);
  const points = report.standings.reduce((all, row) => all + row.points, 0);
  const drawn = matches.filter(({ winner }) => winner === null).length;
  equal(points, 3 * (matches.length - drawn) + 2 * drawn, `league ${id}: other points than its matches`);
  ok(
    matches.every(({ termination }) => termination === "normal"),
    `league ${id}: a match that did not end by the rules`,
  );
  const handedOver = of("matchHandedOver").length;
  const takenBack = of("matchTakenBack").length;
  const elsewhere = games.length - new Set(of("gameAssigned").map(({ game }) => game)).size;
  return { matches: matches.length, handedOver, takenBack, elsewhere };
}

function open(dir: string) {
  const database = new DatabaseSync(join(dir, "kibitz.db"), { readOnly: true });
  return {
    rows: (sql: string, ...values: readonly string[]) => database.prepare(sql).all(...values),
    [Symbol.dispose]: () => database.close(),
  };
}
