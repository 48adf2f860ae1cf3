import type { LiveGame } from "../tables/live-game.ts";
import { isToMove } from "../tables/machine/table.ts";
import type { Call } from "./call.ts";
import type { NextAction } from "./output.ts";
import { identityOf } from "./reader.ts";

/** A seat of an unfinished game that is the caller's. */
export interface HeldSeat {
  readonly game: LiveGame;
  readonly seat: string;
  /** The token by which it is known, where the connection alone does not tell. */
  readonly token: string | undefined;
}

/** The caller's seats, by connection and by token; those first in which it is to move. */
export async function heldSeats(call: Call): Promise<readonly HeldSeat[]> {
  const { connection, tables, authority, shownTokens } = call;
  if (connection === null) return [];
  const held = new Map<string, HeldSeat>();
  for (const { gameId, token } of shownTokens.of(connection)) {
    const game = tables.inMemory(gameId);
    if (!game || game.table.outcome) continue;
    const own = authority.seatOf(game.table, { token, connection });
    if (own.ok && own.value.by === "token")
      held.set(`${gameId} ${own.value.seat}`, { game, seat: own.value.seat, token });
  }
  for (const game of tables.unfinished())
    for (const seated of game.table.seats)
      if (seated.kind === "agent" && seated.connection === connection && !held.has(`${game.table.id} ${seated.seat}`))
        held.set(`${game.table.id} ${seated.seat}`, { game, seat: seated.seat, token: undefined });
  const turn = ({ game, seat }: HeldSeat) => Number(isToMove(game.table, seat));
  return [...held.values()].toSorted((one, other) => turn(other) - turn(one));
}

/**
 * Where the caller goes on with a game of its own; null where it has none. Where both seats of a game are held over the
 * connection, nothing tells which of its conversations asks.
 */
export function goOnNext(call: Call, held: readonly HeldSeat[]): NextAction {
  const isOnly = ({ game }: HeldSeat) => held.filter((other) => other.game.table.id === game.table.id).length === 1;
  const clear = held.find(isOnly);
  if (clear) {
    const { game, seat, token } = clear;
    const tool = isToMove(game.table, seat) ? "getGame" : "waitForNextTurn";
    return { tool, arguments: { ...identityOf(call, game, seat, token) }, text: "Go on" };
  }
  const [unclear] = held;
  if (!unclear) return null;
  return {
    tool: "waitForNextTurn",
    arguments: { game_id: unclear.game.table.id, seat_token: "<your own>" },
    text: "Both seats are held over this connection. Go on with the token in the answer that seated you",
  };
}
