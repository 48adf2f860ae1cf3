import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { definitionOf } from "../../src/games/register.ts";
import type { LeagueReport } from "../../src/shared/leagues.ts";
import { sure } from "../../test/live-games/support.ts";
import { projectDir } from "../../test/support/host-process.ts";
import { seeded } from "../../test/support/seeded.ts";
import { tempDir } from "../../test/support/temp-dir.ts";

const GAME = "odd-even";
/** Milliseconds between two looks at a process's memory. */
const LOOK_MS = 250;
/** Shares of the rounds after which it is asked what it holds. */
const ASKED_AT = [0.2, 0.95] as const;
const alive = pathToFileURL(join(import.meta.dirname, "alive.mjs")).href;

export interface MarathonOptions {
  /** Even. */
  readonly players: number;
  readonly rounds: number;
  readonly concurrency: number;
}

export interface Marathon {
  readonly matches: number;
  /** From the league's start to its last line, without what the question took how much memory it needs. */
  readonly seconds: number;
  /** Bytes that the process held, one figure a look; none where the system does not tell. */
  readonly resident: readonly number[];
  /** Bytes that it needed after a fifth of the rounds and near the end, the garbage left out: of its heap, and in all. */
  readonly needed: readonly { readonly heap: number; readonly resident: number }[];
  /** Results that are missing, there twice, or not what the games' own records say. */
  readonly wrong: readonly string[];
  readonly moves: number;
}

/** A league of odd/even between strategies from the command line, checked against the records of its games. */
export async function runMarathon({ players, rounds, concurrency }: MarathonOptions): Promise<Marathon> {
  using dir = tempDir();
  const options = { players, rounds, concurrency, game: GAME, strategy: "mixed", seed: 1, port: 0 };
  const child = spawn(
    process.execPath,
    [
      "--import",
      alive,
      join(projectDir, "scripts/kibitz.mjs"),
      "league",
      "--json",
      "--data-dir",
      dir.path,
      ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  const resident: number[] = [];
  const status = `/proc/${child.pid}/status`;
  const look = setInterval(() => {
    const [, kib] = /VmRSS:\s*(\d+)/.exec(existsSync(status) ? readFileSync(status, "utf8") : "") ?? [];
    if (kib !== undefined) resident.push(Number(kib) * 1024);
  }, LOOK_MS);
  try {
    const ended = once(child, "close");
    const out = text(child.stdout);
    const said = createInterface({ input: child.stderr });
    await Promise.race([once(said, "line"), ended]);
    const began = performance.now();
    const needed: { readonly heap: number; readonly resident: number }[] = [];
    let asked = 0;
    let askingMs = 0;
    said.on("line", (line) => {
      const [, heap, all, ms] = /^alive (\d+) (\d+) (\d+)$/.exec(line) ?? [];
      if (heap !== undefined) needed.push({ heap: Number(heap), resident: Number(all) });
      askingMs += Number(ms ?? 0);
      const [, round = 0] = /round (\d+) of/.exec(line) ?? [];
      if (Number(round) < rounds * (ASKED_AT[asked] ?? Number.POSITIVE_INFINITY)) return;
      asked += 1;
      // Windows has no such signal.
      if (process.platform !== "win32") child.kill("SIGUSR2");
    });
    const [code] = await ended;
    const seconds = (performance.now() - began - askingMs) / 1000;
    if (code !== 0) throw new Error(`the league ended with ${code}`);
    const report: LeagueReport = JSON.parse((await out).trimEnd());
    return { seconds, resident, needed, ...checked(report, join(dir.path, "kibitz.db"), (players / 2) * rounds) };
  } finally {
    clearInterval(look);
    child.kill("SIGKILL");
  }
}

/** Compares what a league says with what its games do. */
function checked({ league_id: id, rounds, standings }: LeagueReport, path: string, expected: number) {
  using db = new DatabaseSync(path, { readOnly: true });
  const wrong: string[] = [];
  const games = new Map(
    db
      .prepare("SELECT id, status, winner, first_name AS first, second_name AS second FROM games WHERE league_id = ?")
      .all(id)
      .map((row) => [String(row["id"]), row]),
  );
  const points = new Map<string, number>();
  const seen = new Set<string>();
  const matches = rounds.flatMap((round) => round.matches);
  const [firstSeat] = definitionOf(GAME).seats;
  for (const { match_id, games: played, winner } of matches) {
    const [game] = played;
    const row = game === undefined ? undefined : games.get(game);
    if (game === undefined || !row || row["status"] !== "finished") {
      wrong.push(`${match_id} has no game that is over`);
      continue;
    }
    if (seen.has(game)) wrong.push(`${game} is there twice`);
    seen.add(game);
    const own = row["winner"] === firstSeat ? row["first"] : row["second"];
    if (own !== winner) wrong.push(`${game} was won by ${own}, and the league says ${winner}`);
    points.set(String(own), (points.get(String(own)) ?? 0) + 3);
  }
  if (matches.length !== expected) wrong.push(`${matches.length} matches in place of ${expected}`);
  if (games.size !== seen.size) wrong.push(`${games.size} games were played for ${seen.size} matches`);
  for (const { name, points: told } of standings)
    if (told !== (points.get(name) ?? 0)) wrong.push(`${name} has ${told} points in place of ${points.get(name) ?? 0}`);
  const reported = db
    .prepare("SELECT count(*) AS n FROM events WHERE league_id = ? AND body LIKE '%\"gameReported\"%'")
    .get(id);
  if (reported?.["n"] !== expected) wrong.push(`${reported?.["n"]} results were taken in place of ${expected}`);
  const moves = db.prepare("SELECT count(*) AS n FROM events WHERE body LIKE '%\"movePlayed\"%'").get();
  return { matches: matches.length, wrong, moves: Number(moves?.["n"]) };
}

export interface BareOptions {
  readonly matches: number;
  readonly concurrency: number;
  /** The moves that share a transaction: one move of each match played at once, or all moves of these matches. */
  readonly share: "turn" | "game";
}

/**
 * Seconds that as many matches take where nothing but the rules and the strategies is asked, and every making, move and
 * end is a bare insert; what a match has come to is written anew with each transaction.
 */
export function runBare({ matches, concurrency, share }: BareOptions): number {
  using dir = tempDir();
  using db = new DatabaseSync(join(dir.path, "bare.db"));
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE log (id INTEGER PRIMARY KEY, body TEXT NOT NULL);
    CREATE TABLE state (id INTEGER PRIMARY KEY, body TEXT NOT NULL);
  `);
  const insert = db.prepare("INSERT INTO log (body) VALUES (?)");
  const keep = db.prepare("INSERT OR REPLACE INTO state VALUES (?, ?)");
  const { rules, strategies, seats } = definitionOf(GAME);
  const random = seeded(1);
  const start = () => sure(rules.start({}));
  const inOne = (work: () => void) => {
    db.exec("BEGIN IMMEDIATE");
    work();
    db.exec("COMMIT");
  };
  const began = performance.now();
  for (let from = 0; from < matches; from += concurrency) {
    const numbers = Array.from({ length: Math.min(concurrency, matches - from) }, (_, index) => from + index);
    const states = new Map(numbers.map((number) => [number, start()]));
    const write = (type: string, of: Iterable<number>) => {
      for (const number of of) {
        const body = JSON.stringify({ type, number });
        insert.run(body);
        keep.run(number, body);
      }
    };
    const turn = (seat: string) => {
      for (const [number, state] of states) {
        if (rules.outcome(state)) continue;
        const question = { view: rules.view(state, seat), seat, level: 5, random };
        const strategy = strategies[number % 2 === 0 ? "pattern" : "random"];
        const move = strategy?.choose({ ...question, legalMoves: rules.legalMoves(state, seat) }) ?? "";
        const next = sure(rules.play(state, seat, move)).state;
        states.set(number, next);
        const body = JSON.stringify(next);
        insert.run(body);
        if (share === "turn" || rules.outcome(next)) keep.run(number, body);
      }
    };
    const over = () => [...states].flatMap(([number, state]) => (rules.outcome(state) ? [number] : []));
    inOne(() => write("gameCreated", numbers));
    if (share === "game") {
      inOne(() => {
        while (over().length < states.size) for (const seat of seats) turn(seat);
      });
      inOne(() => write("gameReported", numbers));
      continue;
    }
    while (states.size > 0) {
      for (const seat of seats) inOne(() => turn(seat));
      const ended = over();
      if (ended.length > 0) inOne(() => write("gameReported", ended));
      for (const number of ended) states.delete(number);
    }
  }
  return (performance.now() - began) / 1000;
}
