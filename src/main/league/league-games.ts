import { accept, type Result } from "../../shared/result.ts";
import type { StartedGame } from "../games/game-factory.ts";
import type { Games } from "../games/games.ts";
import type { GameState } from "../games/machine/game-state.ts";
import type { MoveSource } from "../games/play-ahead.ts";
import type { UnattendedPlay } from "../players/unattended-play.ts";
import type { Change } from "../store/store.ts";
import { entrantOf, type League, type LeagueStep, type Order, type PlayedElsewhere } from "./machine/league.ts";
import { gameRequestOf, ruledFrom } from "./rulings.ts";

export type NewGame = Extract<Order, { type: "createGame" }>;

export type LeagueGames = ReturnType<typeof createLeagueGames>;

/**
 * Creates the games of leagues. Games whose players all answer at once are played as far as time allows, and stored
 * with those moves.
 */
export function createLeagueGames(
  { asDirector }: Pick<Games, "asDirector">,
  runs: Pick<UnattendedPlay, "moves" | "hasTime">,
) {
  const stop = new AbortController();
  // A league's games count as an agent's, so that there is always room for the person.
  const creatorOf = ({ id }: League) => ({ agent: `league ${id}` });
  const startedGame = (league: League, { match, game, played }: NewGame, mayWait: boolean): StartedGame | null => {
    const request = gameRequestOf(league, match, game);
    const next = played ? movesOf(played) : runs.moves(ruledFrom(league.settings), stop.signal, mayWait);
    return request && { id: game.id, request, next };
  };
  function* inTime({ league, commands }: LeagueStep): Iterable<StartedGame> {
    for (const order of commands) {
      const isNow = order.type === "createGame" && (order.played !== undefined || runs.hasTime());
      const game = isNow ? startedGame(league, order, false) : null;
      if (game) yield game;
    }
  }

  return {
    create: (league: League, order: NewGame) => {
      const game = startedGame(league, order, true);
      if (!game) throw new Error(`match ${order.match.number} of league ${league.id} has no two entrants`);
      return asDirector.create(game.request, { ...game, creator: creatorOf(league) });
    },
    /**
     * Stores a league's step in one commit with the games that it orders and that need no waiting, as many as there is
     * time for. Null where it orders none.
     * @param changeWith returns the league's change, from the orders that are still to be carried out
     */
    commitWithGames: (step: LeagueStep, changeWith: (remaining: readonly Order[]) => Change) => {
      const { league, commands } = step;
      if (commands.every(({ type }) => type !== "createGame")) return null;
      const remainingAfter = (ids: ReadonlySet<string>) =>
        commands.filter((order) => order.type !== "createGame" || !ids.has(order.game.id));
      return asDirector.createAlong((ids) => changeWith(remainingAfter(ids)), creatorOf(league), inTime(step));
    },
    close: () => stop.abort(),
  };
}

/** Ends what proves who holds a seat of a game, where the entrant's place has a newer token than the seat knows. */
export async function reissueSeats(
  games: Pick<Games, "reissueSeat">,
  { id, seats, league: own }: GameState,
  league: League,
): Promise<Result<unknown>> {
  for (const [place, { seat, generation }] of seats.entries()) {
    const entrant = entrantOf(league, own?.entrants[place] ?? 0);
    const reissue =
      entrant && entrant.generation > generation && (await games.reissueSeat(id, seat, entrant.generation));
    if (reissue && !reissue.ok) return reissue;
  }
  return accept(null);
}

/** The moves of a game that was played elsewhere, one after the other. */
export const movesOf = (record: PlayedElsewhere): MoveSource => {
  const queue = [...record];
  return async () => queue.shift() ?? null;
};
