import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { startHostilePlayers } from "../../attack/hostile-players.ts";
import { hostileModels, hostilities } from "../../attack/hostilities.ts";
import { type HostProcess, startHost } from "../../test/support/host-process.ts";
import { personAt } from "../../test/support/person.ts";
import { tempDir } from "../../test/support/temp-dir.ts";
import type { Figure, Section } from "../section.ts";
import { httpCaller } from "../support/callers.ts";
import type { Flood, FloodResult } from "../support/flood.ts";
import { timed } from "../support/measure.ts";

const CALLS = 1_000;
const BURSTS = 4;
const PAUSE_MS = 10;

/** The number of players that mean harm, each in a league of its own. */
const HOSTILE = 10;

/** How long a person waits for a move while an agent's client makes a thousand calls at once. */
export const floods: Section = {
  name: "floods",
  title: `A person's move in a host with a running league and ${HOSTILE} hostile players, beside bursts of ${CALLS} calls of an agent's client, each made ${BURSTS} times`,
  run: async (say) => {
    using dir = tempDir();
    await using host = await startHost(dir.path, { KIBITZ_LOG_LEVEL: "error" });
    const person = personAt(host);
    const { game_id } = (await person.post("/api/games", { players: people })).body;
    const created = await httpCaller(host).call("createGame", { type: "human", color: "black" });
    const seat = { game_id: created.game_id, seat_token: created.seat_token };
    const timeout_seconds = 1;
    const tools: Readonly<Record<string, Record<string, unknown>>> = {
      listGames: {},
      getGame: { game_id },
      describePosition: { game_id },
      watchGame: { game_id, timeout_seconds },
      waitForNextTurn: { ...seat, timeout_seconds },
      waitForNextMatch: { timeout_seconds },
      myGames: {},
      finishTurn: { ...seat, move: "e5" },
      createGame: { type: "agent" },
      unknownTool: {},
    };
    const { body: league } = await person.post("/api/leagues", endless);
    const started = await person.post(`/api/leagues/${league.league_id}/start`);
    if (started.status !== 200) throw new Error(`no league runs: ${JSON.stringify([league, started.body])}`);
    const kinds = [...hostilities, ...hostileModels].filter((_, at) => at % 3 === 0 || at === 1).slice(0, HOSTILE);
    await using _ = await startHostilePlayers(person, kinds, 1);
    await moveWhile(host, pause(1_000));
    const alone = await moveWhile(host, pause(3_000));
    const figures: Figure[] = [];
    for (const door of ["http", "socket"] as const)
      for (const [tool, args] of Object.entries(tools)) {
        say(`${tool} over ${door}`);
        const flood = run({ host, door, tool, args, calls: CALLS, bursts: BURSTS });
        const beside = await moveWhile(host, flood);
        const { answered, refused, ms } = await flood;
        const against = (value: number) => ({ name: "alone", value });
        const name = `${tool} over ${door}`;
        figures.push(
          { name: `${name}: a move, 99th percentile`, value: beside.p99, unit: "ms", against: against(alone.p99) },
          {
            name: `${name}: longest delay of the host`,
            value: beside.delay,
            unit: "ms",
            against: against(alone.delay),
          },
          { name: `${name}: answers`, value: answered / (ms / 1_000), unit: "per s", against: null },
          { name: `${name}: refusals`, value: refused / (ms / 1_000), unit: "per s", against: null },
        );
      }
    const { status } = (await person.get(`/api/leagues/${league.league_id}/progress`)).body;
    if (status !== "running") throw new Error(`the league was ${status} before the last burst`);
    return figures;
  },
};

/** A league of strategies that goes on for longer than everything here. */
const endless = {
  game: "odd-even",
  format: "double-round-robin",
  players: 57,
  games_per_match: 20,
  clock: { initial_seconds: 60 },
};
const people = { white: { kind: "human" }, black: { kind: "human" } };
/** Not long enough to be drawn by repetition. */
const shuffle = ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"];

/** Milliseconds: of a person's moves, and the longest delay of the host's event loop, for as long as something goes on. */
async function moveWhile(
  host: HostProcess,
  work: Promise<unknown>,
): Promise<Readonly<Record<"p99" | "delay", number>>> {
  const person = personAt(host);
  const delay = async () => {
    const body = await (
      await fetch(`${host.url}/metrics`, { headers: { authorization: `Bearer ${host.token}` } })
    ).text();
    return Number(/event_loop_delay_seconds\{quantile="1"\} (\S+)/.exec(body)?.[1]) * 1_000;
  };
  await delay();
  let goesOn = true;
  const ended = work.finally(() => {
    goesOn = false;
  });
  const took: number[] = [];
  while (goesOn) {
    const { game_id } = (await person.post("/api/games", { players: people })).body;
    for (const move of shuffle) {
      if (!goesOn) break;
      took.push(await timed(() => person.post(`/api/games/${game_id}/moves`, { move })));
      await pause(PAUSE_MS);
    }
  }
  await ended;
  const sorted = took.toSorted((a, b) => a - b);
  return { p99: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN, delay: await delay() };
}

async function run(flood: Flood): Promise<FloodResult> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../support/flood.ts")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(`${JSON.stringify(flood)}\n`);
  return JSON.parse(await text(child.stdout));
}
