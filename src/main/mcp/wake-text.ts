import type { Seat } from "../../shared/terms.ts";
import type { LiveGame } from "../tables/live-game.ts";
import { opponentSeat, outcomeIn } from "../tables/machine/table.ts";
import { CONCEALED, seenMoves } from "../tables/seen-moves.ts";

/**
 * What a board says to the model in its person's name when the agent across sleeps: what was played, and what to call next.
 * No words of players are in it.
 */
export function wakeText(live: LiveGame, person: Seat): string {
  const { table } = live;
  const { id, league } = table;
  const move = seenMoves(live, opponentSeat(table, person)).at(-1);
  const played = move?.seat === person && move.san !== CONCEALED ? `I played ${move.san}` : "I have chosen";
  if (table.outcome) return `${played} in Kibitz game ${id}. The game is over: ${outcomeIn(table)}.`;
  const token = league ? " and your seat_token" : "";
  return `${played} in Kibitz game ${id}. It is your turn: call waitForNextTurn with game_id “${id}”${token}.`;
}
