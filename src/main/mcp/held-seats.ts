import type { LiveGame } from "../games/live-game.ts";
import { isToMove } from "../games/machine/game-state.ts";
import type { Call } from "./call.ts";

/** A seat of the caller in an unfinished game. */
export interface HeldSeat {
  readonly game: LiveGame;
  readonly seat: string;
  /** The token that identifies it, where the connection alone does not. */
  readonly token: string | undefined;
}

/** The caller's seats, by connection and by token; those that are to move first. */
export function heldSeats({
  connection,
  games,
  authority,
  shownTokens,
}: Pick<Call, "connection" | "games" | "authority" | "shownTokens">): readonly HeldSeat[] {
  if (connection === null) return [];
  const held = new Map<string, HeldSeat>();
  for (const { gameId, token } of shownTokens.of(connection)) {
    const game = games.inMemory(gameId);
    if (!game || game.state.outcome) continue;
    const own = authority.seatOf(game.state, { token, connection });
    if (own.ok && own.value.by === "token")
      held.set(`${gameId} ${own.value.seat}`, { game, seat: own.value.seat, token });
  }
  for (const game of games.unfinished())
    for (const seated of game.state.seats)
      if (seated.kind === "agent" && seated.connection === connection && !held.has(`${game.state.id} ${seated.seat}`))
        held.set(`${game.state.id} ${seated.seat}`, { game, seat: seated.seat, token: undefined });
  const turn = ({ game, seat }: HeldSeat) => Number(isToMove(game.state, seat));
  return [...held.values()].toSorted((one, other) => turn(other) - turn(one));
}
