import { randomBytes } from "node:crypto";
import { personAt } from "../../test/support/person.ts";
import { type Cluster, provideCluster } from "../../test/support/postgres.ts";
import type { Figure, Section } from "../section.ts";
import { type Caller, httpCaller } from "../support/callers.ts";
import { longGame, turnOf } from "../support/long-game.ts";
import { median } from "../support/measure.ts";
import { startKibitz } from "../support/processes.ts";
import { processorMs } from "../support/processor.ts";

const WARM_UP_PLIES = 10;
const PLIES = 50;
/** Games that go on; a host takes ten thousand at the most. */
const FEW = 100;
const MANY = 9_990;
/** Moves that are made in some of them, and how long the host that hears of them has peace before. */
const MOVED = 100;
const ROUNDS = 10;
const PEACE_MS = 1_000;

/** The cost of another host on the same database: to wake waiting clients, and to hear of all changes. */
export const arena: Section = {
  name: "arena",
  title: "Two hosts on one PostgreSQL: a move at the one, and what becomes of it at the other",
  run: async (say) => {
    const provided = await provideCluster();
    if (typeof provided === "string") {
      say(provided);
      return [];
    }
    await using cluster = provided;
    say(`${FEW} games`);
    const few = await measure(cluster, FEW);
    say(`${MANY} games`);
    const many = await measure(cluster, MANY);
    const figure = (name: string, unit: Figure["unit"], of: (found: Found) => number): Figure => {
      const against = { name: `${FEW} games`, value: of(few) };
      return { name: `${MANY} games that go on: ${name}`, value: of(many), unit, against };
    };
    return [
      {
        name: "waitForNextTurn awake at the other host, after the move was sent",
        value: few.across,
        unit: "ms",
        against: { name: "at the same host", value: few.within },
      },
      figure("the same", "ms", ({ across }) => across),
      figure("processor time to hear of a move", "ms", ({ heardMs }) => heardMs),
      {
        name: `${MANY} games that go on: processor time to hear of a move`,
        value: many.heardMs,
        unit: "ms",
        against: { name: "to make it", value: many.madeMs },
      },
      figure("processor time while nothing happens", "%", ({ idle }) => idle),
      figure("heap", "MiB", ({ heap }) => heap),
    ];
  },
};

interface Found {
  readonly within: number;
  readonly across: number;
  /** Of the host where moves are made, and of the one that hears of them, for each move. */
  readonly madeMs: number;
  readonly heardMs: number;
  /** Of a processor. */
  readonly idle: number;
  readonly heap: number;
}

async function measure(cluster: Cluster, games: number): Promise<Found> {
  const address = await cluster.fresh();
  const env = { KIBITZ_DATABASE: address, KIBITZ_ARENA_SECRET: randomBytes(32).toString("base64url") };
  let made: readonly string[] = [];
  let awaited: readonly Seats[] = [];
  {
    await using creator = await startKibitz({ env });
    const players = { white: { kind: "human" }, black: { kind: "human" } };
    const make = async () => (await personAt(creator.line).post("/api/games", { players })).body.game_id;
    made = await Promise.all(Array.from({ length: MOVED }, make));
    // Among so many games agents may make none.
    awaited = [await openSeats(httpCaller(creator.line)), await openSeats(httpCaller(creator.line))];
  }
  const schema = /search_path%3D(\w+)/.exec(address)?.[1] ?? "";
  await copyGames(cluster, schema, games - MOVED);
  await using one = await startKibitz({ env });
  await using other = await startKibitz({ env, inspect: true });
  const [atOne, atOther] = [httpCaller(one.line), httpCaller(other.line)];
  const [first, second] = awaited;
  if (!first || !second) throw new Error("there are two games");
  const within = await wakeUps(first, atOther, atOther);
  const across = await wakeUps(second, atOne, atOther);
  const { heap } = await other.memory();

  const person = personAt(one.line);
  const used = () => [processorMs(one.line.pid), processorMs(other.line.pid)] as const;
  const moves = longGame();
  const round = async (ply: number) => {
    const request = { move: moves[ply], seat: turnOf(ply), ply };
    const answers = await Promise.all(made.map((id) => person.post(`/api/games/${id}/moves`, request)));
    if (answers.some(({ status }) => status !== 200)) throw new Error(JSON.stringify(answers[0]));
  };
  await round(0);
  await new Promise((resolve) => setTimeout(resolve, PEACE_MS));
  const before = used();
  await new Promise((resolve) => setTimeout(resolve, PEACE_MS));
  const peace = used();
  const began = performance.now();
  for (let ply = 1; ply <= ROUNDS; ply += 1) await round(ply);
  await new Promise((resolve) => setTimeout(resolve, PEACE_MS));
  const took = performance.now() - began;
  const after = used();
  const each = (host: 0 | 1) =>
    (after[host] - peace[host] - ((peace[host] - before[host]) * took) / PEACE_MS) / (MOVED * ROUNDS);
  const idle = ((peace[1] - before[1]) / PEACE_MS) * 100;
  return { within, across, madeMs: each(0), heardMs: each(1), idle, heap: heap / 2 ** 20 };
}

type Seats = Readonly<Record<"white" | "black", { readonly game_id: string; readonly seat_token: string }>>;

async function openSeats(caller: Caller): Promise<Seats> {
  const { game_id, seat_token } = await caller.call("createGame", { type: "agent" });
  const joined = await caller.call("joinGame", { game_id });
  return { white: { game_id, seat_token }, black: { game_id, seat_token: joined.seat_token } };
}

/** The median time from sending a move until the opponent, who waits, has its answer. */
async function wakeUps(own: Seats, white: Caller, black: Caller): Promise<number> {
  const seats = { white: { caller: white, args: own.white }, black: { caller: black, args: own.black } };
  const took: number[] = [];
  for (const [ply, move] of longGame()
    .slice(0, WARM_UP_PLIES + PLIES)
    .entries()) {
    const [mover, waiter] = turnOf(ply) === "white" ? [seats.white, seats.black] : [seats.black, seats.white];
    const waiting = waiter.caller
      .call("waitForNextTurn", waiter.args)
      .then((answer) => ({ answer, at: performance.now() }));
    // By the time a later call is answered, the earlier one waits.
    await waiter.caller.call("listGames", { limit: 1 });
    const sent = performance.now();
    await mover.caller.call("finishTurn", { ...mover.args, move, ply });
    const { answer, at } = await waiting;
    if (answer.ply !== ply + 1) throw new Error(`ply ${ply}: ${JSON.stringify(answer)}`);
    if (ply >= WARM_UP_PLIES) took.push(at - sent);
  }
  return median(took);
}

/** Keeps the games that are there again and again, each with its making. */
async function copyGames(cluster: Cluster, schema: string, copies: number): Promise<void> {
  if (copies <= 0) return;
  const columns = await cluster.ask(
    "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = $1 AND table_name = 'games'",
    [schema],
  );
  const names = columns.map(({ name }) => String(name));
  const changed: Readonly<Record<string, string>> = {
    id: "copies.id",
    snapshot: "jsonb_set(snapshot::jsonb, '{id}', to_jsonb(copies.id))::text",
  };
  await cluster.ask(`
    SET search_path = ${schema};
    CREATE TEMP TABLE copies AS
      SELECT n, (2000000 + n)::text AS id, originals.id AS of
      FROM generate_series(1, ${copies}) AS n
      JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM games WHERE person = 1) AS originals ON place = n % ${MOVED};
    INSERT INTO games (${names.join(", ")})
      SELECT ${names.map((name) => changed[name] ?? `games.${name}`).join(", ")} FROM copies JOIN games ON games.id = of;
    INSERT INTO events (id, game_id, seq, at, body)
      SELECT (SELECT id FROM log_end) + n, copies.id, seq, at, body FROM copies JOIN events ON game_id = of;
    UPDATE log_end SET id = (SELECT max(id) FROM events)`);
}
