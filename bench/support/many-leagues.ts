import { setTimeout as pause } from "node:timers/promises";
import { startHost } from "../../test/support/host-process.ts";
import { personAt } from "../../test/support/person.ts";
import { tempDir } from "../../test/support/temp-dir.ts";
import { median, timed } from "./measure.ts";

export interface ManyLeaguesOptions {
  readonly leagues: number;
  readonly players: number;
  /** How long they are watched. */
  readonly seconds: number;
}

/** Milliseconds that somebody else waits for an answer. */
export interface Response {
  readonly read: number;
  readonly move: number;
  /** The 95th percentile. */
  readonly slowestMove: number;
  /** How many were asked for and acknowledged. */
  readonly moves: number;
}

export interface ManyLeagues {
  readonly idle: Response;
  readonly busy: Response;
  readonly matchesPerSecond: number;
}

/** Runs many leagues of strategies in one host, and asks it for other things meanwhile, as before. */
export async function runManyLeagues({ leagues, players, seconds }: ManyLeaguesOptions): Promise<ManyLeagues> {
  using dir = tempDir();
  await using host = await startHost(dir.path, { KIBITZ_LOG_LEVEL: "warn" });
  const person = personAt(host);
  const ids: string[] = [];
  for (let index = 0; index < leagues; index += 1) {
    const request = { name: `League ${index}`, game: "odd-even", players, seed: index };
    ids.push((await person.post("/api/leagues", request)).body.league_id);
  }
  const watch = async (ms: number): Promise<Response> => {
    const [reads, moves]: [number[], number[]] = [[], []];
    const until = performance.now() + ms;
    for (let turn = 0; performance.now() < until; turn += 1) {
      const id = ids[turn % ids.length] ?? "";
      reads.push(await timed(() => person.get(`/api/leagues/${id}`)));
      const players = { X: { kind: "human" }, O: { kind: "human" } };
      const { body } = await person.post("/api/games", { game: "tic-tac-toe", players });
      moves.push(
        await timed(async () => {
          const { status, body: refused } = await person.post(`/api/games/${body.game_id}/moves`, { move: "b2" });
          if (status !== 200) throw new Error(`the move was refused: ${JSON.stringify(refused)}`);
        }),
      );
      await pause(20);
    }
    const sorted = moves.toSorted((one, other) => one - other);
    const slowestMove = sorted[Math.ceil(0.95 * sorted.length) - 1] ?? 0;
    return { read: median(reads), move: median(moves), slowestMove, moves: moves.length };
  };
  const idle = await watch(Math.min(3_000, seconds * 250));
  for (const id of ids) await person.post(`/api/leagues/${id}/start`);
  const over = async () => {
    let sum = 0;
    for (const id of ids) sum += (await person.get(`/api/leagues/${id}/progress`)).body.matches_over;
    return sum;
  };
  const [before, began] = [await over(), performance.now()];
  const busy = await watch(seconds * 1000);
  const matchesPerSecond = ((await over()) - before) / ((performance.now() - began) / 1000);
  return { idle, busy, matchesPerSecond };
}
