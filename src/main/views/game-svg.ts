import { gameOf } from "../../games/register.ts";
import { seatTitle } from "../../shared/terms.ts";
import type { LiveGame } from "../tables/live-game.ts";
import { outcomeIn, type Table } from "../tables/machine/table.ts";
import { seenMoves } from "../tables/seen-moves.ts";
import { boardSvg } from "./board-svg.ts";

/** The picture of a game's position as everybody may see it. */
export function gameSvg(game: LiveGame): string {
  const { table } = game;
  const last = seenMoves(game, null).at(-1);
  const rules = gameOf(table.kind);
  return boardSvg(rules, rules.rules.view(table.state, null), {
    orientation: table.seats[0].seat,
    lastMove: last?.uci ?? null,
    title: gameTitle(table),
  });
}

/** A game in one line: kind, id, players, result. */
export function gameTitle(table: Table): string {
  const players = table.seats.map(({ seat, name }) => `${seatTitle(seat)}: ${name ?? "(open)"}`).join(" – ");
  return `${table.kind} ${table.id}, ${players}${table.outcome ? `, ${outcomeIn(table)}` : ""}`;
}
