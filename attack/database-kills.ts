import { setTimeout as pass } from "node:timers/promises";
import { callModern, openSession, type RawSession } from "../test/journeys/raw.ts";
import { personAt } from "../test/support/person.ts";
import { type Arena, openArena, Struck } from "./arena.ts";
import { audit, auditLeague, type Strike, whatGoesOn } from "./audit.ts";
import { type Chance, createChance } from "./chance.ts";
import { type Call, contentOf } from "./doors.ts";
import { createLedger } from "./ledger.ts";
import type { Tally } from "./tally.ts";
import { abandoned, againstComputer, aLeague } from "./unattended.ts";
import type { Victim } from "./victim.ts";
import { wanderers } from "./wanderers.ts";
import { ways } from "./ways.ts";

/** The strikes against hosts whose games are in one database: some are killed, one sleeps for longer than a lease, … */
const strikes = ["hosts", "sleep", "database", "both"] as const;
export type StrikeKind = (typeof strikes)[number];

export interface DatabaseKillOptions {
  readonly dir: string;
  readonly hosts: number;
  readonly tally: Tally;
  readonly seed: number;
  /** How much goes on at once; the first of it is a league, a clock, a computer, and an agent that goes from host to host. */
  readonly workers: number;
  /** Milliseconds that each rests between two games or leagues. */
  readonly rest: number;
  /** The same while somebody is struck: what was going on goes on, but less is begun. `rest` unless given. */
  readonly lull?: number;
  /** In order; after them by chance. */
  readonly first: readonly StrikeKind[];
  readonly rounds: number;
  /** Hears after each strike how many there have been here, and how many operations were acknowledged until then. */
  readonly struck?: (strikes: number, operations: number) => void;
}

/** Milliseconds that a host sleeps: the leases that it held have ended by then. */
const SLEEP_MS = 7_000;
/** Longest that what goes on by itself may take to come to its end after the last strike. */
const END_MS = 90_000;

/** Strikes the hosts of an arena and their database again and again while everybody is at work, and looks up what became of it. */
export async function strikeArena({
  dir,
  hosts,
  workers,
  rest,
  lull = rest,
  tally,
  seed,
  first,
  rounds,
  struck = () => {},
}: DatabaseKillOptions): Promise<void> {
  const chance = createChance(seed);
  await using arena = await openArena(dir, hosts, tally, chance);
  const ledger = createLedger(tally);
  const person = everywhere(arena);
  const calls = callsAt(arena);
  const scene = { arena, person, tally, chance, ledger };
  const flags = new Set<string>();
  const leagues = new Set<string>();
  let lines = 0;
  const players = { person, calls, chance, ledger, line: () => `line ${++lines}` };
  const works: readonly (() => Promise<unknown>)[] = [
    ...ways.map((way) => () => way(players)),
    () => wanderers(scene),
    () => againstComputer(scene),
    async () => flags.add(await abandoned(scene)),
    async () => leagues.add(await aLeague(scene)),
  ];
  const past: Strike[] = [];
  let striking = false;
  let ending = false;
  /** Where each worker is, for a report about those that do not come to an end. */
  const at = new Map<number, { readonly what: string; readonly from: number }>();
  /** Some are always there: a league, a clock, two that go from host to host. */
  const work = async (worker: number) => {
    while (!ending) {
      const next = works[works.length - 1 - worker] ?? chance.of(works);
      at.set(worker, { what: `the work ${works.indexOf(next)}`, from: performance.now() });
      try {
        await next();
      } catch (error) {
        if (error instanceof Struck) tally.count("what came to nothing by a strike");
        else tally.fail(error instanceof Error ? (error.stack ?? error.message) : String(error));
        await pass(chance.below(50));
      }
      at.delete(worker);
      // Flags take their time to fall; what falls is looked up at the end.
      await pass(next === works.at(-2) ? 500 : striking ? lull : rest);
    }
  };
  const atWork = Array.from({ length: workers }, (_, worker) => work(worker));
  for (let round = 0; round < rounds && tally.failures.length < 10; round += 1) {
    const enough = ledger.total() + 40 + chance.below(40 * hosts);
    const tooLong = performance.now() + 10_000;
    while (ledger.total() < enough && performance.now() < tooLong) await pass(chance.below(10));
    const from = Date.now();
    striking = true;
    await strike(arena, first[round] ?? chance.of(strikes), tally, chance);
    striking = false;
    past.push({ from, until: Date.now() });
    await patiently(() => ledger.check(person, "changed"));
    struck(round + 1, ledger.total());
  }
  ending = true;
  const isAtEnd = await Promise.race([Promise.all(atWork), pass(END_MS, null, { ref: false })]);
  if (isAtEnd === null) {
    const left = [...at.values()].map(({ what, from }) => `${what}, for ${Math.round(performance.now() - from)} ms`);
    const waiting = [...left, ...arena.unanswered()].join("\n");
    tally.fail(`somebody waits for ever:\n${waiting}\n${await whatGoesOn(arena.cluster)}`);
  }
  await patiently(() => ledger.check(person, "all"));
  for (const id of leagues) await patiently(() => auditLeague(person, id, tally));
  const fallen = async (id: string) => (await person.get(`/api/games/${id}`)).body.result !== null;
  const until = performance.now() + END_MS;
  for (const id of flags) while (!(await patiently(() => fallen(id))) && performance.now() < until) await pass(50);
  if (performance.now() >= until)
    tally.fail(`flags hang. ${await whatGoesOn(arena.cluster)}\n${arena.logs().join("\n")}`);
  arena.inspect();
  await audit(arena.cluster, tally, flags, past);
}

async function strike(arena: Arena, kind: StrikeKind, tally: Tally, chance: Chance): Promise<void> {
  tally.count(`struck: ${kind}`);
  const awake = arena.awake().toSorted(() => chance.next() - 0.5);
  const some = awake.slice(0, 1 + chance.below(awake.length));
  switch (kind) {
    case "hosts":
      if (some.length === awake.length) tally.count("struck: all hosts at once");
      await arena.kill(some);
      // At times the others go on long enough to take over what was theirs.
      await pass(chance.below(4) === 0 ? SLEEP_MS : chance.below(500));
      return arena.restore();
    case "sleep": {
      const [sleeper, other] = awake;
      if (!sleeper) return;
      arena.stop(sleeper);
      if (other && chance.below(2) === 0) await arena.kill([other]);
      await Promise.all([pass(SLEEP_MS + chance.below(2_000)), arena.restore()]);
      // A host that slept may be killed as it wakes.
      arena.wake(sleeper);
      if (chance.below(4) > 0) return;
      await arena.kill([sleeper]);
      return arena.restore();
    }
    case "database":
      return arena.withoutDatabase(() => pass(chance.below(2_000)));
    case "both":
      await arena.withoutDatabase(() => arena.kill(some));
      return arena.restore();
  }
}

/** The person, asking any of the hosts. */
function everywhere(arena: Arena): ReturnType<typeof personAt> {
  const ask = (host: Victim, method: "get" | "post" | "put" | "delete", path: string, body?: unknown) =>
    personAt(host)
      [method](path, body)
      .then((answer) => {
        if (answer.status < 500) return answer;
        throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      });
  return {
    get: (path) => arena.at(path, (host) => ask(host, "get", path)),
    put: (path, body) => arena.at(path, (host) => ask(host, "put", path, body)),
    post: (path, body) => arena.at(path, (host) => ask(host, "post", path, body)),
    delete: (path) => arena.at(path, (host) => ask(host, "delete", path)),
    last: (path, body) => arena.at(path, (host) => personAt(host).last(path, body)),
    turn: (id, seat) => arena.at(`the turn in ${id}`, (host) => personAt(host).turn(id, seat)),
  };
}

/** Agents' calls of both eras, each at any of the hosts. */
function callsAt(arena: Arena): readonly Call[] {
  const sessions = new WeakMap<Victim, RawSession>();
  const sessionAt = async (host: Victim) => {
    const session = sessions.get(host) ?? (await openSession(host));
    if (session.id === "") throw new Error("no answer to initialize");
    sessions.set(host, session);
    return session;
  };
  return [
    (tool, args) => arena.at(tool, async (host) => contentOf(tool, (await callModern(host, tool, args)).message)),
    (tool, args) =>
      arena.at(tool, async (host) => contentOf(tool, (await (await sessionAt(host)).call(tool, args)).message)),
  ];
}

/** Does something again until it does not come to nothing by a strike. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Struck)) throw error;
      await pass(100);
    }
  }
}
