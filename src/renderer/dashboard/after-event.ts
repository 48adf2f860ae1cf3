import type { GameSummary } from "../../shared/api.ts";
import { otherSeat } from "../../shared/game-terms.ts";
import type { LiveEvent } from "../api/live.ts";

/**
 * What an event alone tells about a game, for lists and counts; the position needs asking. Null where the event
 * changes nothing that a card shows.
 */
export function afterEvent(game: GameSummary, event: LiveEvent): GameSummary | null {
  switch (event.type) {
    case "movePlayed": {
      const turn = game.game === "odd-even" ? null : otherSeat(game.game, event.seat);
      const last_move = game.game === "odd-even" ? game.last_move : event.uci;
      return { ...game, ply: event.ply, turn, turn_since: event.at, last_move };
    }
    case "seatTaken": {
      const players = withName(game, event.seat, event.name);
      return { ...game, players, status: isFull(players) ? "live" : "open", turn_since: event.at };
    }
    case "seatFreed":
      return { ...game, players: withName(game, event.seat, null), status: "open" };
    case "gameOver":
      return { ...game, status: "finished", turn: null };
    case "gameCreated":
    case "movesTakenBack":
    case "hostResumed":
      return game;
    default:
      return null;
  }
}

const isFull = (players: GameSummary["players"]): boolean => Object.values(players).every(({ name }) => name !== null);

function withName(game: GameSummary, seat: string, name: string | null): GameSummary["players"] {
  const player = game.players[seat];
  return player ? { ...game.players, [seat]: { ...player, name } } : game.players;
}
