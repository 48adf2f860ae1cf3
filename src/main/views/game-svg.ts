import { gameOf } from "../../games/register.ts";
import { seatTitle } from "../../shared/terms.ts";
import type { LiveGame } from "../tables/live-game.ts";
import { outcomeIn, type Table } from "../tables/machine/table.ts";
import { seenMoves } from "../tables/seen-moves.ts";
import { boardSvg } from "./board-svg.ts";

/** The picture of a game's position as everybody may see it: of the last one, or of the state after some plies. */
export function gameSvg(game: LiveGame, { state, ply }: { state: unknown; ply: number } = lastOf(game)): string {
  const { table } = game;
  const rules = gameOf(table.kind);
  return boardSvg(rules, rules.rules.view(state, null), {
    orientation: table.seats[0].seat,
    lastMove: seenMoves(game, null)[ply - 1]?.code ?? null,
    title: gameTitle(table),
  });
}

const lastOf = ({ table, moves }: LiveGame) => ({ state: table.state, ply: moves.length });

/** A game in one line: kind, id, players, result. */
export function gameTitle(table: Table): string {
  const players = table.seats.map(({ seat, name }) => `${seatTitle(seat)}: ${name ?? "(open)"}`).join(" – ");
  return `${table.kind} ${table.id}, ${players}${table.outcome ? `, ${outcomeIn(table)}` : ""}`;
}
