import { setTimeout as pause } from "node:timers/promises";
import { startHost } from "../../test/support/host-process.ts";
import { personAt } from "../../test/support/person.ts";
import { tempDir } from "../../test/support/temp-dir.ts";
import { httpCaller } from "./callers.ts";
import { median, timed } from "./measure.ts";

export interface ManyLeaguesOptions {
  readonly leagues: number;
  readonly players: number;
  /** How often each thing is asked for, and how often before that, until the host has compiled its ways. */
  readonly asked: number;
  readonly warmUp: number;
  /** Milliseconds for which the leagues are left alone. */
  readonly aloneMs: number;
  /** The host's environment, for another database than its own. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Milliseconds until an answer: the median, and the slowest. */
export interface Response {
  readonly median: number;
  readonly slowest: number;
}
const things = ["move", "question"] as const;
/** Responses to a move of a person, and to a question of an agent. */
export type Responses = Readonly<Record<(typeof things)[number], Response>>;

export interface ManyLeagues {
  readonly idle: Responses;
  readonly busy: Responses;
  /** While nobody asks for anything, and meanwhile. */
  readonly matchesPerSecond: { readonly alone: number; readonly asked: number };
  /** Whether the leagues came to their end before the last thing was asked for. */
  readonly areOver: boolean;
}

/** Milliseconds between two times of asking. */
const PAUSE_MS = 20;

/** Runs many leagues of strategies in one host, and asks it for other things before and meanwhile. */
export async function runManyLeagues(options: ManyLeaguesOptions): Promise<ManyLeagues> {
  const { leagues, players, asked, warmUp, aloneMs, env = {} } = options;
  using dir = tempDir();
  await using host = await startHost(dir.path, { KIBITZ_LOG_LEVEL: "warn", ...env });
  const person = personAt(host);
  const agent = httpCaller(host);
  const ids: string[] = [];
  for (let index = 0; index < leagues; index += 1) {
    const request = { name: `League ${index}`, game: "odd-even", players, seed: index };
    ids.push((await person.post("/api/leagues", request)).body.league_id);
  }
  const ask = async (times: number): Promise<Responses> => {
    const took: Record<(typeof things)[number], number[]> = { move: [], question: [] };
    for (let turn = 0; turn < warmUp + times; turn += 1) {
      const seats = { X: { kind: "human" }, O: { kind: "human" } };
      const { body } = await person.post("/api/games", { game: "tic-tac-toe", players: seats });
      const path = `/api/games/${body.game_id}/moves`;
      const asking = {
        move: async () => {
          const { status, body: refused } = await person.post(path, { move: "b2" });
          if (status !== 200) throw new Error(`the move was refused: ${JSON.stringify(refused)}`);
        },
        question: () => agent.call("getGame", { game_id: body.game_id }),
      };
      for (const thing of things) {
        const ms = await timed(asking[thing]);
        if (turn >= warmUp) took[thing].push(ms);
        await pause(PAUSE_MS);
      }
    }
    const response = (thing: (typeof things)[number]): Response => ({
      median: median(took[thing]),
      slowest: Math.max(...took[thing]),
    });
    return { move: response("move"), question: response("question") };
  };
  const over = async () => {
    let sum = 0;
    for (const id of ids) sum += (await person.get(`/api/leagues/${id}/progress`)).body.matches_over;
    return sum;
  };
  const perSecond = async <T>(work: () => Promise<T>) => {
    const [before, began] = [await over(), performance.now()];
    const done = await work();
    const ms = performance.now() - began;
    return { done, rate: ((await over()) - before) / (ms / 1000) };
  };
  const idle = await ask(asked);
  for (const id of ids) await person.post(`/api/leagues/${id}/start`);
  const { rate: alone } = await perSecond(() => pause(aloneMs));
  const { done: busy, rate } = await perSecond(() => ask(asked));
  const { status } = (await person.get(`/api/leagues/${ids[0]}/progress`)).body;
  return { idle, busy, matchesPerSecond: { alone, asked: rate }, areOver: status === "complete" };
}
