import { once } from "node:events";
import { readdirSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { HostLine, HostProcess } from "../../test/support/host-process.ts";
import { personAt } from "../../test/support/person.ts";
import { seeded } from "../../test/support/seeded.ts";
import { tempDir } from "../../test/support/temp-dir.ts";
import { type Caller, httpCaller, socketCaller } from "../support/callers.ts";
import { longGame, turnOf } from "../support/long-game.ts";
import { timed } from "../support/measure.ts";
import { type NoOpLine, type Subject, startKibitz, startNoOp } from "../support/processes.ts";
import { monotonicNow, type Shares, type Span, sharesOf, startProfile } from "../support/profile.ts";

export interface SoakOptions {
  /** Two sit at each game; half of the games are played over HTTP, half over sockets, one for each agent. */
  readonly agents: number;
  /** Event streams of pages that are open all the time. */
  readonly pages: number;
  /** How often a window of figures ends. */
  readonly windowMs: number;
  /** The first is for the compilers, and is not compared. At least 3. */
  readonly windows: number;
  /** Moves of all games together, a second. */
  readonly rate: number;
  /** So long after a league began, the next one does, if it is over by then. */
  readonly leagueMs: number;
  /** Whether host and callers are sampled in the second and in the last window, which takes some of the machine. */
  readonly profiled: boolean;
  readonly say: (line: string) => void;
}

/** The measurements of one window. Times in milliseconds. */
export interface Window {
  readonly times: Readonly<Record<string, { readonly count: number; readonly median: number; readonly p99: number }>>;
  /** In bytes, after the host was made to collect its garbage; so is the heap. */
  readonly rss: number;
  readonly heap: number;
  /** Open files and connections. */
  readonly handles: number;
  readonly timers: number;
  /** The work of host and callers during the slowest hundredth of the moves. Null where they were not sampled. */
  readonly slowest: { readonly host: Shares; readonly callers: Shares } | null;
}

export interface Soak {
  readonly windows: readonly Window[];
  readonly leagues: number;
  /** The problems, in one line each. */
  readonly problems: readonly string[];
  /** Events that the pages were told, in bytes. */
  readonly told: number;
}

/** Plies after which two agents leave their game and begin another: what is held must not grow with what is over. */
const PLIES = 40;

/** Lets agents play, pages watch and leagues run against one host for a while, and measures it window by window. */
export async function soak({
  agents,
  pages,
  windowMs,
  windows,
  rate,
  leagueMs,
  profiled,
  say,
}: SoakOptions): Promise<Soak> {
  await using opened = new AsyncDisposableStack();
  const kibitz = opened.use(await startKibitz({ inspect: true }));
  const noOp = opened.use(await startNoOp());
  const stop = new AbortController();
  const problems: string[] = [];
  const times = createTimes();
  const games = Math.max(2, Math.floor(agents / 2));
  const running: Promise<unknown>[] = [];
  const run = (what: string, work: () => Promise<unknown>) =>
    running.push(
      work().catch((error: unknown) => {
        if (stop.signal.aborted) return;
        problems.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
      }),
    );

  say(`${games} games are set up`);
  const http = httpCaller(kibitz.line);
  for (let index = 0; index < games; index += 1) {
    const overHttp = index % 2 === 0;
    const caller = async () => (overHttp ? http : opened.use(await socketCaller(kibitz.line)));
    const sides = { white: await caller(), black: await caller() };
    const game = { ...sides, door: overHttp ? "HTTP" : "socket", everyMs: (games / rate) * 1000, index, of: games };
    run(`game ${index}`, () => playOn(game, times, stop.signal));
  }
  let told = 0;
  for (let page = 0; page < pages; page += 1)
    run("a page", () =>
      listen(kibitz.line, stop.signal, (bytes) => {
        told += bytes;
      }),
    );
  const leagues = { begun: 0 };
  run("leagues", () => runLeagues(kibitz.line, leagueMs, leagues, stop.signal));
  run("the no-op tool", () => callNothing(noOp.line, times, stop.signal));
  opened.use(commitNothing((ms) => times.note("bare commit", ms)));

  const found: Window[] = [];
  for (let window = 0; window < windows; window += 1) {
    // The calls that met the collection of the window before, and those that waited behind them, are no part of this one.
    await pause(windowMs / 20);
    times.take();
    const sampled = profiled && (window === 1 || window === windows - 1);
    const stopSampling = sampled ? await sample(kibitz) : null;
    await pause(windowMs);
    const { figures, slowMoves } = times.take();
    const slowest = stopSampling ? await stopSampling(slowMoves) : null;
    const measured = { times: figures, slowest, handles: openIn(kibitz.line.pid), timers: await kibitz.timers() };
    // Garbage at this moment makes the total vary by a seventh.
    found.push({ ...measured, ...(await kibitz.memory()) });
    say(`window ${window + 1} of ${windows}`);
  }
  stop.abort();
  await Promise.all(running);
  return { windows: found, leagues: leagues.begun, problems, told };
}

/** Samples host and callers until the returned function is called with the spans to look at. */
async function sample(kibitz: Pick<Subject<HostProcess>, "profile">) {
  const session = new Session();
  session.connect();
  const stops = await Promise.all([kibitz.profile(), startProfile((method, params) => session.post(method, params))]);
  return async (spans: readonly Span[]) => {
    const [host, callers] = await Promise.all(stops.map((stop) => stop()));
    session.disconnect();
    if (!host || !callers) throw new Error("a profile is missing");
    return { host: sharesOf(host, spans), callers: sharesOf(callers, spans) };
  };
}

function createTimes() {
  let all: Record<string, { readonly ms: number; readonly end: number }[]> = {};
  return {
    note: (name: string, ms: number) => {
      all[name] ??= [];
      all[name].push({ ms, end: monotonicNow() });
    },
    /** The figures since it was last called, and when the slowest hundredth of the moves took place. */
    take: (): { readonly figures: Window["times"]; readonly slowMoves: readonly Span[] } => {
      const slowMoves: Span[] = [];
      const figures = Object.entries(all).map(([name, list]) => {
        const sorted = list.toSorted((a, b) => a.ms - b.ms);
        const place = (share: number) => Math.min(sorted.length - 1, Math.floor(share * sorted.length));
        const at = (share: number) => sorted[place(share)]?.ms ?? 0;
        if (name.endsWith(MOVE))
          slowMoves.push(...sorted.slice(place(0.99)).map(({ ms, end }) => ({ from: end - ms, to: end })));
        return [name, { count: list.length, median: at(0.5), p99: at(0.99) }] as const;
      });
      all = {};
      return { figures: Object.fromEntries(figures), slowMoves };
    },
  };
}
/** How the name of the time of a move ends, over whatever door. */
const MOVE = ": finishTurn";
type Times = ReturnType<typeof createTimes>;

/** How many files and connections a process has open. */
const openIn = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

interface Playing {
  readonly white: Caller;
  readonly black: Caller;
  readonly door: string;
  readonly everyMs: number;
  readonly index: number;
  readonly of: number;
}

/** One game after another, a move every so often; who is not to move waits, as agents do. */
async function playOn({ white, black, door, everyMs, index, of }: Playing, times: Times, signal: AbortSignal) {
  const moves = longGame();
  const random = seeded(index);
  // Nobody thinks by a metronome: those whose moves once shared a commit would move together ever after.
  const think = () => pause(everyMs * (0.5 + random()), null, { signal });
  // They do not all move at once, nor begin anew at once.
  await pause((everyMs * index) / of, null, { signal });
  let plies = 1 + (index % PLIES);
  for (;;) {
    const created = await white.call("createGame", { type: "agent" });
    const joined = await black.call("joinGame", { game_id: created.game_id });
    const seats = {
      white: { caller: white, args: { game_id: created.game_id, seat_token: created.seat_token } },
      black: { caller: black, args: { game_id: created.game_id, seat_token: joined.seat_token } },
    };
    for (const [ply, move] of moves.slice(0, plies).entries()) {
      const [mover, waiter] = turnOf(ply) === "white" ? [seats.white, seats.black] : [seats.black, seats.white];
      const woken = waitForPly(waiter.caller, waiter.args, ply + 1).then(() => performance.now());
      woken.catch(() => {});
      await think();
      const sent = performance.now();
      await mover.caller.call("finishTurn", { ...mover.args, move, ply });
      times.note(`${door}${MOVE}`, performance.now() - sent);
      times.note(`${door}: opponent awake`, (await woken) - sent);
    }
    await white.call("resignGame", seats.white.args);
    plies = PLIES;
  }
}

/** Waits again where a wait ends without news, as it does after its time. */
async function waitForPly(caller: Caller, args: Record<string, unknown>, ply: number): Promise<void> {
  for (;;) {
    const answer = await caller.call("waitForNextTurn", { ...args, timeout_seconds: 55 });
    if (answer.ply >= ply) return;
  }
}

/** The stream of events of a page that is open. */
async function listen({ url, token }: HostLine, signal: AbortSignal, hear: (bytes: number) => void): Promise<void> {
  const response = await fetch(`${url}/api/events`, { headers: { authorization: `Bearer ${token}` }, signal });
  for await (const chunk of response.body ?? []) hear(chunk.length);
  throw new Error("the host ended its stream of events");
}

async function runLeagues(host: HostLine, everyMs: number, count: { begun: number }, signal: AbortSignal) {
  const person = personAt(host);
  for (;;) {
    const request = { name: `League ${count.begun}`, game: "odd-even", players: 8, seed: count.begun };
    const { status, body } = await person.post("/api/leagues", request);
    if (status !== 201) throw new Error(`a league was refused: ${JSON.stringify(body)}`);
    await person.post(`/api/leagues/${body.league_id}/start`);
    count.begun += 1;
    do {
      await pause(everyMs, null, { signal });
    } while ((await person.get(`/api/leagues/${body.league_id}/progress`)).body.status !== "complete");
  }
}

/** Milliseconds between two calls that do nothing, and between two bare commits. */
const BARE_MS = 100;

/** The time of a call that does nothing: shows how busy the machine is. */
async function callNothing(line: NoOpLine, times: Times, signal: AbortSignal): Promise<void> {
  const caller = httpCaller(line);
  for (;;) {
    times.note("no-op tool", await timed(() => caller.call("noop")));
    await pause(BARE_MS, null, { signal });
  }
}

/** The time of a commit of one row on the same disk: shows how busy that is. In a thread, since the commit blocks. */
function commitNothing(note: (ms: number) => void): AsyncDisposable {
  const dir = tempDir();
  const worker = new Worker(new URL("./bare-commits.ts", import.meta.url), {
    workerData: { folder: dir.path, everyMs: BARE_MS },
  });
  const ended = once(worker, "exit");
  worker.on("message", note);
  return {
    [Symbol.asyncDispose]: async () => {
      worker.postMessage("stop");
      await ended;
      dir[Symbol.dispose]();
    },
  };
}
