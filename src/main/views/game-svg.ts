import { outcomeText, seatTitle } from "../../shared/games.ts";
import { rulesOf } from "../games/rules/index.ts";
import type { Table } from "../games/table.ts";
import type { Sitting } from "../tables/sitting.ts";
import { boardSvg } from "./board-svg.ts";
import { seenMoves } from "./seen-moves.ts";

/** The picture of a game's position as everybody may see it. */
export function gameSvg(sitting: Sitting): string {
  const { table } = sitting;
  const last = seenMoves(sitting, null).at(-1);
  return boardSvg(rulesOf(table.kind).view(table.state, null), {
    orientation: table.seats[0].seat,
    lastMove: last?.uci ?? null,
    title: gameTitle(table),
  });
}

/** A game in one line: kind, id, players, result. */
export function gameTitle(table: Table): string {
  const players = table.seats.map(({ seat, name }) => `${seatTitle(seat)}: ${name ?? "(open)"}`).join(" – ");
  return `${table.kind} ${table.id}, ${players}${table.outcome ? `, ${outcomeText(table.outcome)}` : ""}`;
}
