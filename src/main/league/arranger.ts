import type { Result } from "../../shared/result.ts";
import type { Runs } from "../players/runs.ts";
import type { LiveGame } from "../tables/live-game.ts";
import type { Tables } from "../tables/tables.ts";
import type { League, Order } from "./machine/league.ts";
import { newTableOf, ruledFrom } from "./referee.ts";

export type NewGame = Extract<Order, { type: "createGame" }>;

/** Sets up the games of leagues. Those that go by themselves are played at once, and kept as far as they come. */
export interface Arranger {
  make(league: League, order: NewGame): Promise<Result<LiveGame>>;
  /** Plays nothing any more. */
  close(): void;
}

export interface ArrangerOptions {
  readonly tables: Pick<Tables, "create">;
  readonly runs: Pick<Runs, "moves">;
}

export function createArranger({ tables, runs }: ArrangerOptions): Arranger {
  const stop = new AbortController();
  return {
    make: (league, { match, game }) => {
      const request = newTableOf(league, match, game);
      if (!request) throw new Error(`match ${match.number} of league ${league.id} has no two entrants`);
      // The person gets through, however many leagues agents have made.
      const maker = { agent: `league ${league.id}` };
      return tables.create(request, { id: game.id, maker, next: runs.moves(ruledFrom(league.settings), stop.signal) });
    },
    close: () => stop.abort(),
  };
}
