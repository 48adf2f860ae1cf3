import { accept, type Result } from "../../shared/result.ts";
import type { Runs } from "../players/runs.ts";
import type { Fence } from "../store/cluster/leases.ts";
import type { LeagueChange, Store } from "../store/store.ts";
import type { LiveGame } from "../tables/live-game.ts";
import type { Begun } from "../tables/making.ts";
import type { NextMoves } from "../tables/played-on.ts";
import type { Tables } from "../tables/tables.ts";
import type { League, LeagueStep, Order, PlayedElsewhere } from "./machine/league.ts";
import { newTableOf, ruledFrom } from "./referee.ts";

export type NewGame = Extract<Order, { type: "createGame" }>;

/** Sets up the games of leagues. Those that go by themselves are played at once, and kept as far as they come. */
export interface Arranger {
  make(league: League, order: NewGame): Promise<Result<LiveGame>>;
  /**
   * Keeps a league's change, and in the same commit those of the games it orders that go by themselves, as many as there
   * is time for. Gives the orders that are still to be carried out.
   * @param under what entitles to it where nobody asked; refused with `ELSEWHERE` where it does so no more
   */
  keep(change: LeagueChange, step: LeagueStep, at: number, under?: Fence): Promise<Result<readonly Order[]>>;
  /** Plays nothing any more. */
  close(): void;
}

export interface ArrangerOptions {
  readonly store: Pick<Store, "commit">;
  readonly tables: Pick<Tables, "asDirector">;
  readonly runs: Pick<Runs, "moves" | "hasTime">;
}

export function createArranger({ store, tables: { asDirector }, runs }: ArrangerOptions): Arranger {
  const stop = new AbortController();
  // The person gets through, however many leagues agents have made.
  const makerOf = ({ id }: League) => ({ agent: `league ${id}` });
  const begun = (league: League, { match, game, played }: NewGame, mayWait: boolean): Begun | null => {
    const request = newTableOf(league, match, game);
    const next = played ? movesOf(played) : runs.moves(ruledFrom(league.settings), stop.signal, mayWait);
    return request && { id: game.id, request, next };
  };
  function* inTime({ league, commands }: LeagueStep): Iterable<Begun> {
    for (const order of commands) {
      const isNow = order.type === "createGame" && (order.played !== undefined || runs.hasTime());
      const game = isNow ? begun(league, order, false) : null;
      if (game) yield game;
    }
  }

  return {
    make: (league, order) => {
      const game = begun(league, order, true);
      if (!game) throw new Error(`match ${order.match.number} of league ${league.id} has no two entrants`);
      return asDirector.create(game.request, { ...game, maker: makerOf(league) });
    },
    keep: async (change, step, at, under) => {
      const { league, commands } = step;
      const isAlone = commands.every(({ type }) => type !== "createGame");
      const made = isAlone ? null : await asDirector.createAlong(change, makerOf(league), inTime(step));
      if (made?.ok) {
        const ids = new Set(made.value.map(({ table }) => table.id));
        return accept(commands.filter((order) => order.type !== "createGame" || !ids.has(order.game.id)));
      }
      if (made && made.code !== "CONFLICT" && (under || made.code !== "ELSEWHERE")) return made;
      // Where one of the games was there already, or another host sees to them, the league goes on without them.
      const kept = await store.commit([change], at, under);
      return kept.ok ? accept(commands) : kept;
    },
    close: () => stop.abort(),
  };
}

/** The moves of a game that was played elsewhere, one after the other. */
export const movesOf = (played: PlayedElsewhere): NextMoves => {
  const left = [...played];
  return async () => left.shift() ?? null;
};
