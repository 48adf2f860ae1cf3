import { setTimeout as pass } from "node:timers/promises";
import type { Person } from "../test/support/person.ts";
import { type Arena, Struck } from "./arena.ts";
import { whatGoesOn } from "./audit.ts";
import type { Chance } from "./chance.ts";
import { type Ledger, signature } from "./ledger.ts";
import type { Tally } from "./tally.ts";

/** A scenario that goes on by itself, at whichever host sees to it. */
export interface Scene {
  readonly arena: Arena;
  /** Asks any host. */
  readonly person: Person;
  readonly tally: Tally;
  readonly chance: Chance;
  readonly ledger: Ledger;
}

const CLOCK_SECONDS = 2;

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose form the API describes
async function asked(answer: Promise<{ status: number; body: any }>, what: string) {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** A game with a clock that both players leave after their first moves: white's flag is to fall. */
export async function abandoned({ person, ledger }: Scene): Promise<string> {
  const players = { white: { kind: "human" }, black: { kind: "human" } };
  const clock = { initial_seconds: CLOCK_SECONDS };
  const { game_id } = await asked(person.post("/api/games", { players, clock }), "a game with a clock");
  ledger.acknowledged("games made", game_id, signature({ type: "gameCreated" }));
  for (const [seat, move, ply] of [
    ["white", "e2e4", 0],
    ["black", "e7e5", 1],
  ] as const) {
    await asked(person.post(`/api/games/${game_id}/moves`, { seat, move, ply }), move);
    ledger.acknowledged("moves by a clock", game_id, signature({ type: "movePlayed", seat, code: move, ply: ply + 1 }));
  }
  return game_id;
}

/** A person against the computer, whose moves come from whichever host sees to them. */
export async function againstComputer({ arena, person, tally, ledger, chance }: Scene): Promise<void> {
  const players = { X: { kind: "human" }, O: { kind: "computer", level: 1 + chance.below(3) } };
  const { game_id } = await asked(
    person.post("/api/games", { game: "tic-tac-toe", players }),
    "a game with a computer",
  );
  ledger.acknowledged("games made", game_id, signature({ type: "gameCreated" }));
  let moved = 0;
  for (let from = performance.now(); ; ) {
    const game = await asked(person.get(`/api/games/${game_id}`), "a look");
    if (game.result) return;
    if (game.turn === "X" && game.ply >= moved) {
      const empty = chance.of(cells.filter((_, index) => game.view.cells[index] === null));
      const request = { seat: "X", move: empty, ply: game.ply };
      await asked(person.post(`/api/games/${game_id}/moves`, request), empty);
      moved = game.ply + 1;
      const event = signature({ type: "movePlayed", seat: "X", code: empty, ply: moved });
      ledger.acknowledged("moves against the computer", game_id, event);
      from = performance.now();
    } else if (arena.isOverdue(from)) {
      return tally.fail(`the computer does not move in game ${game_id}: ${JSON.stringify(game)}`);
    } else await pass(50);
  }
}

const cells = ["1", "2", "3"].flatMap((row) => ["a", "b", "c"].map((column) => `${column}${row}`));

/** By a clock each move is a commit, and a strike meets games in their middle; without one whole games are. */
const clock = { initial_seconds: 60 };
const kinds = [
  { game: "odd-even", format: "round-robin", players: 6, options: { rounds: 9 }, clock },
  { game: "tic-tac-toe", format: "swiss", players: 6, rounds: 5, games_per_match: 4 },
  { game: "tic-tac-toe", format: "round-robin", players: 3, clock },
  { game: "odd-even", format: "knockout", players: 7, games_per_match: 4, options: { rounds: 9 } },
] as const;
const levels = [1, 2].map((level) => ({ kind: "computer", level }));

/** A league that runs to its end while its director is struck; gives its number. */
export async function aLeague({ arena, person, tally, chance }: Scene): Promise<string> {
  const kind = chance.of(kinds);
  const entrants = kind.game === "tic-tac-toe" ? levels : [];
  const request = { ...kind, entrants, name: "Struck", seed: chance.below(1_000_000), concurrency: 4 };
  const { league_id: id } = await asked(person.post("/api/leagues", request), "a league");
  tally.count(`leagues: ${kind.format} of ${kind.game}`);
  let [version, from] = [0, performance.now()];
  for (let isStarted = false; ; ) {
    try {
      // A client that does not know whether the league was started may start it again, and hears that it was.
      if (!isStarted) await person.post(`/api/leagues/${id}/start`);
      isStarted = true;
      const league = await asked(person.get(`/api/leagues/${id}/progress?after=${version}`), `league ${id}`);
      if (league.status === "complete") return id;
      if (league.version > version) [version, from] = [league.version, performance.now()];
      if (league.status === "registration_open" || league.status === "ready") isStarted = false;
    } catch (error) {
      if (!(error instanceof Struck)) throw error;
      await pass(50);
    }
    if (arena.isOverdue(from)) {
      tally.fail(`league ${id} does not go on. ${await whatGoesOn(arena.cluster)}`);
      return id;
    }
  }
}
