import { readdirSync, readFileSync } from "node:fs";
import { vi } from "vitest";
import type { Person } from "../support/person.ts";

/** The state that a refused call must not change. */
export interface Standing {
  readonly ply: number;
  /** The FEN in chess. */
  readonly position: unknown;
  readonly result: unknown;
  readonly players: unknown;
  readonly talk: number;
  readonly offers: unknown;
}

/** How a game stands, as the person sees it. */
export async function standingOf(person: Person, gameId: string): Promise<Standing> {
  const { status, body } = await person.get(`/api/games/${gameId}`);
  if (status !== 200) throw new Error(`game ${gameId}: ${status} ${JSON.stringify(body)}`);
  const { ply, view, result, players, talk, draw_offer, takeback_offer } = body;
  if (view === undefined) throw new Error("the API shows no position");
  return { ply, position: view.fen ?? view, result, players, talk: talk.length, offers: [draw_offer, takeback_offer] };
}

/** Processes that a process started, by a word of their command line. Linux. */
function childrenOf(pid: number, word: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => {
      try {
        const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${candidate}/status`, "utf8"))?.[1];
        return Number(parent) === pid && readFileSync(`/proc/${candidate}/cmdline`, "utf8").includes(word);
      } catch {
        return false;
      }
    });
}

/** The host's engine processes, once there is one. */
export function enginesOf(pid: number): Promise<number[]> {
  return eventually(() => {
    const found = childrenOf(pid, "stockfish");
    if (found.length === 0) throw new Error("no engine process");
    return found;
  });
}

/** Asks again and again, until the answer does not throw; for what no event tells. */
export const eventually = <T>(look: () => T | Promise<T>, timeout = 60_000): Promise<T> =>
  vi.waitFor(look, { timeout, interval: 10 });
