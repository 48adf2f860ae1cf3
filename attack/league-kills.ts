import { deepStrictEqual, equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import type { LeagueReport } from "../src/shared/leagues.ts";
import { course, secret } from "../test/league/support.ts";
import { type HostProcess, startHost } from "../test/support/host-process.ts";
import { personAt } from "../test/support/person.ts";
import { seeded } from "../test/support/seeded.ts";
import { heldAgainstGames } from "./league-results.ts";

/** The outcome of leagues whose host was killed. */
export interface LeagueKills {
  readonly kills: number;
  readonly leagues: number;
  readonly games: number;
  /** How often a game was taken up in its middle. */
  readonly resumed: number;
  /** Kills that met a league which was not over yet. */
  readonly met: number;
}

/** Kills that a league lives through at the most; the next one is another. */
const KILLS_OF_ONE = 20;
/** Longest that a host runs before it is killed: with what it takes up first, the moments are all over a league. */
const LONGEST_LIFE_MS = 25;

/** By a clock each move is a commit, and kills meet games in their middle; without one whole games are. */
const clock = { initial_seconds: 60 };
const kinds = [
  { game: "odd-even", format: "round-robin", players: 8, options: { rounds: 9 }, clock },
  // Cards are dealt by the league's secret: by the same one, the same ones.
  { game: "poker", format: "round-robin", players: 6, games_per_match: 2, options: { leduc: true, hands: 6 }, clock },
  { game: "tic-tac-toe", format: "swiss", players: 9, rounds: 6, games_per_match: 12 },
  { game: "odd-even", format: "knockout", players: 11, games_per_match: 20, options: { rounds: 9 } },
  { game: "tic-tac-toe", format: "double-round-robin", players: 6, games_per_match: 4, clock },
  // In which most matches are level, so that extra games and an Armageddon decide them.
  { game: "tic-tac-toe", format: "knockout", players: 8, decider: { last: "armageddon", extra_games: 2 }, clock },
  { game: "backgammon", format: "round-robin", players: 4, games_per_match: 2, strategy: "random", clock },
  { game: "connect-four", format: "round-robin", players: 6, games_per_match: 2, strategy: "random", clock },
  { game: "othello", format: "round-robin", players: 4, games_per_match: 2, strategy: "random", clock },
] as const;

/**
 * Has hosts killed without warning at random moments of running leagues, so many times, and more often where most of the
 * kills met leagues that were over. Holds each league against the same one that nobody disturbed, against the records of
 * its games, and against its own log. Throws what it finds wrong.
 */
export async function killLeagues(dir: string, kills: number, seed: number): Promise<LeagueKills> {
  const random = seeded(seed);
  const sum = { kills: 0, leagues: 0, games: 0, resumed: 0, met: 0 };
  const most = Math.min(KILLS_OF_ONE, Math.ceil(kills / 2));
  while (sum.kills < kills || (sum.met <= kills / 2 && sum.kills < 3 * kills)) {
    const kind = kinds[sum.leagues % kinds.length] ?? kinds[0];
    const request = { ...kind, name: "Killed", seed: Math.floor(random() * 1_000_000), secret, concurrency: 4 };
    const what = `${kind.format} of ${kind.game}, kills of seed ${seed}, in ${dir}`;
    const expected = await withHost(join(dir, `undisturbed-${sum.leagues}`), async (host) =>
      finished(host, await begun(host, request)),
    );
    const next = sum.kills < kills ? Math.min(most, kills - sum.kills) : 1;
    const done = await killed(join(dir, `killed-${sum.leagues}`), request, next, random);
    const { report } = done;
    deepStrictEqual(course(report), course(expected), `${what}: another course`);
    deepStrictEqual(table(report), table(expected), `${what}: another table`);
    deepStrictEqual(done.reported, gamesOf(report).toSorted(), `${what}: a result that was lost, or counted twice`);
    equal(new Set(done.paired).size, done.paired.length, `${what}: a pairing twice`);
    sum.kills += done.kills;
    sum.leagues += 1;
    sum.games += done.reported.length;
    sum.resumed += done.resumed;
    sum.met += done.met;
  }
  return sum;
}

type Request = Readonly<Record<string, unknown>>;

async function killed(dir: string, request: Request, kills: number, random: () => number) {
  let id = "";
  let met = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const host = await startHost(dir);
    if (id === "") id = await begun(host, request);
    await delay(random() * LONGEST_LIFE_MS);
    await host.kill();
    met += isGoingOn(dir, id) ? 1 : 0;
  }
  const found = await withHost(dir, async (host) => {
    const report = await finished(host, id);
    return { report, resumed: await heldAgainstGames(personAt(host), report) };
  });
  return { ...found, ...logged(dir, id), kills, met };
}

async function withHost<T>(dir: string, work: (host: HostProcess) => Promise<T>): Promise<T> {
  await using host = await startHost(dir);
  return await work(host);
}

async function begun(host: HostProcess, request: Request): Promise<string> {
  const person = personAt(host);
  const made = await person.post("/api/leagues", request);
  equal(made.status, 201, JSON.stringify(made.body));
  await person.post(`/api/leagues/${made.body.league_id}/start`);
  return made.body.league_id;
}

/** The league once it is over. */
async function finished(host: HostProcess, id: string): Promise<LeagueReport> {
  const person = personAt(host);
  for (let version = 0; ; ) {
    const { body } = await person.get(`/api/leagues/${id}/progress?after=${version}`);
    ok(body.status === "running" || body.status === "complete", `league ${id} is ${body.status}`);
    if (body.status === "complete") return (await person.get(`/api/leagues/${id}`)).body;
    version = body.version;
  }
}

function isGoingOn(dir: string, id: string): boolean {
  using db = new DatabaseSync(join(dir, "kibitz.db"), { readOnly: true });
  return db.prepare("SELECT status FROM leagues WHERE id = ?").get(id)?.["status"] !== "finished";
}

/** The results and the pairings in the log on the disk, by round. */
function logged(dir: string, id: string) {
  const db = new DatabaseSync(join(dir, "kibitz.db"), { readOnly: true });
  const rows = db.prepare("SELECT body FROM events WHERE league_id = ? ORDER BY seq").all(id);
  const events = rows.map(({ body }) => JSON.parse(String(body)));
  db.close();
  return {
    reported: events.flatMap(({ type, game }): string[] => (type === "gameReported" ? [game] : [])).toSorted(),
    paired: events.flatMap(({ type, round, pairings }): string[] =>
      type === "roundPaired" ? pairings.map((pair: readonly unknown[]) => `${round}: ${pair.join("-")}`) : [],
    ),
  };
}

const gamesOf = ({ rounds }: LeagueReport): readonly string[] =>
  rounds.flatMap(({ matches }) => matches.flatMap(({ games }) => games));
const table = ({ standings, champion }: LeagueReport) => [
  champion,
  ...standings.map(({ rank, name, points, played, tie_breaks }) => ({ rank, name, points, played, tie_breaks })),
];
