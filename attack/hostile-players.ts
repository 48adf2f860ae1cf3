import { spawn } from "node:child_process";
import { once } from "node:events";
import { loadavg } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { projectDir } from "../test/support/host-process.ts";
import { type Person, personAt } from "../test/support/person.ts";
import { hostileModels, hostilities } from "./hostilities.ts";
import type { Tally } from "./tally.ts";
import type { Victim } from "./victim.ts";

/** Milliseconds within which a move is answered, of all but one in a hundred. */
const MOVE_MS = 50;
const PAUSE_MS = 5;

export interface HostilePlayersOptions {
  readonly victim: Victim;
  readonly tally: Tally;
  /** Players of each kind. */
  readonly each: number;
  /** Moves that the person makes meanwhile. */
  readonly moves: number;
  /** Whether moves are held to their time, as on a machine that has nothing else to do. */
  readonly timed: boolean;
}

/** The measurements, in milliseconds. */
export interface HostilePlayersFigures {
  /** Moves of a person while nobody else played. */
  readonly quiet: Percentiles;
  readonly moves: Percentiles;
  /** Requests that do nothing, in between. */
  readonly nothing: Percentiles;
  /** Of the machine, at the beginning and at the end. */
  readonly load: readonly [number, number];
}
interface Percentiles {
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
}

const model = { kind: "llm", provider: "openai-compatible", model: "m", price: { input: 0, output: 0 } };

/** Has players that mean harm play in leagues, which go on afterwards, while a person plays games. */
export async function hostilePlayers(options: HostilePlayersOptions): Promise<HostilePlayersFigures> {
  const { victim, tally, each, moves, timed } = options;
  const [load = 0] = loadavg();
  const person = personAt(victim);
  const quiet = percentiles((await play(person, Math.min(moves, 200))).moves);
  await using _ = await startHostilePlayers(person, [...hostilities, ...hostileModels], each);
  tally.count("hostile players, each in a league that goes on", each * (hostilities.length + hostileModels.length));
  const measured = await play(person, moves);
  tally.count("moves of a person beside hostile players", moves);
  for (const { name, status, set_aside } of await leaguesOf(person)) {
    // A league whose model gives no answer through all retries waits for the person, and says why.
    if (status === "paused" && set_aside !== undefined) tally.count("leagues of models that wait for the person");
    else if (status !== "running" && status !== "complete") tally.fail(`the league ${name} is ${status}`);
  }
  inspectLog(victim.log(), tally);
  const [laden = 0] = loadavg();
  const took = { moves: percentiles(measured.moves), nothing: percentiles(measured.nothing) };
  if (timed && took.moves.p99 > MOVE_MS) tally.fail(`beside hostile players a move takes ${took.moves.p99} ms`);
  return { quiet, ...took, load: [load, laden] };
}

/** Each line of the log is one of the host's own, and shows all that it has. */
function inspectLog(log: string, tally: Tally): void {
  for (const line of log.split("\n"))
    if (
      line !== "" &&
      (!/^(\d{4}-\d\d-\d\dT\S+ (error|warn|info|debug) |attack-inside )/.test(line) || /[\p{Cc}\p{Cf}]/u.test(line))
    )
      tally.fail(`a line in the log that is none of the host's: ${JSON.stringify(line.slice(0, 200))}`);
}

type Hostility = (typeof hostilities | typeof hostileModels)[number];
const isModel = (kind: Hostility) => hostileModels.some((model) => model === kind);

/** Starts players' servers in a process of their own, and for each of them so many leagues that go on. */
export async function startHostilePlayers(person: Person, kinds: readonly Hostility[], each: number) {
  const servers = await startServers();
  for (const kind of kinds)
    for (let number = 1; number <= each; number += 1) {
      const address = servers.addresses[kind];
      const entrant = isModel(kind) ? { ...model, base_url: address } : { kind: "endpoint", endpoint: address };
      await lead(person, `${kind} ${number}`, entrant);
    }
  return servers;
}

async function startServers() {
  const child = spawn(process.execPath, [join(projectDir, "attack/hostile-server.ts")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const addresses: Readonly<Record<string, string>> = JSON.parse(line);
  return {
    addresses,
    [Symbol.asyncDispose]: async () => {
      const gone = once(child, "exit");
      child.stdin.end();
      await gone;
    },
  };
}

/** Starts a league of such a player and one that moves by chance, which goes on for as long as anybody looks. */
async function lead(person: Person, name: string, entrant: object): Promise<string> {
  const { status, body } = await person.post("/api/leagues", {
    name,
    game: "odd-even",
    options: { rounds: 9 },
    games_per_match: 100,
    missed_move: "random",
    misses: 100,
    move_seconds: 5,
    invite_seconds: 600,
    format: "gauntlet",
    entrants: [
      { ...entrant, name: "Hostile" },
      ...Array.from({ length: 40 }, (_, at) => ({ kind: "strategy", name: `Random ${at}`, strategy: "random" })),
    ],
  });
  if (status !== 200 && status !== 201) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
  const started = await person.post(`/api/leagues/${body.league_id}/start`);
  if (started.status !== 200) throw new Error(`${name}: ${started.status} ${JSON.stringify(started.body)}`);
  return body.league_id;
}

// biome-ignore lint/suspicious/noExplicitAny: the API describes the form
const leaguesOf = async (person: Person): Promise<readonly any[]> => (await person.get("/api/leagues")).body.leagues;

/** A person's moves on both sides of games of chess, each as long as no position comes a fifth time. */
async function play(person: Person, moves: number) {
  const dance = ["g1f3", "g8f6", "f3g1", "f6g8"];
  const players = { white: { kind: "human" }, black: { kind: "human" } };
  const took = { moves: [] as number[], nothing: [] as number[] };
  let id = "";
  const timed = async (list: number[], request: () => Promise<{ status: number; body: unknown }>, wanted: number) => {
    const from = performance.now();
    const { status, body } = await request();
    list.push(performance.now() - from);
    if (status !== wanted) throw new Error(`${status}: ${JSON.stringify(body)}`);
  };
  for (let ply = 0; ply < moves; ply += 1) {
    if (ply % 12 === 0) id = (await person.post("/api/games", { players })).body.game_id;
    await timed(took.moves, () => person.post(`/api/games/${id}/moves`, { move: dance[ply % 4] }), 200);
    await timed(took.nothing, () => person.get("/api/nothing"), 404);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return took;
}

function percentiles(times: readonly number[]): Percentiles {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1));
  return { p50: at(0.5), p99: at(0.99), most: at(1) };
}
