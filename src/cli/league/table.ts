import { figureFacts } from "../../shared/figure-facts.ts";
import { orderText } from "../../shared/league-facts.ts";
import { byLotText, ratingText } from "../../shared/league-words.ts";
import type { LeagueReport } from "../../shared/leagues.ts";
import { tieBreaks } from "../../shared/tie-breaks.ts";
import { columnsText } from "../columns.ts";

/** The table as lines of text, in columns. */
export function tableText({ standings, crosstable, settings }: LeagueReport): string {
  const crossed = standings.length <= 12;
  const several = settings.games_per_match > 1;
  const head = [
    "#",
    "Name",
    "Pts",
    ...(several ? ["GP"] : []),
    "P",
    "W",
    "D",
    "L",
    "%",
    ...settings.tie_breaks,
    "Rating",
    ...(crossed ? standings.map(({ rank }) => String(rank)) : []),
  ];
  const rows = standings.map((row, index) => [
    String(row.rank),
    [row.name, byLotText(row)].filter((text) => text !== null).join(": "),
    figure(row.points),
    ...(several ? [figure(row.game_points)] : []),
    ...[row.played, row.won, row.drawn, row.lost].map(String),
    row.score_percent === null ? "" : row.score_percent.toFixed(1),
    ...settings.tie_breaks.map((code) => figure(row.tie_breaks[tieBreaks[code].name] ?? 0)),
    ratingText(row.rating),
    ...(crossed ? (crosstable[index] ?? []).map((cell, at) => (at === index ? "·" : cell)) : []),
  ]);
  const order = orderText(standings);
  return [columnsText(head, rows, new Set([1])), ...(order === null ? [] : [order])].join("\n");
}

/** Further figures of all entrants, a line each. */
export const figuresText = ({ standings }: LeagueReport): string =>
  standings
    .map(
      (row) =>
        `${row.name}: ${figureFacts(row)
          .map(([name, text]) => `${name} ${text}`)
          .join("; ")}`,
    )
    .join("\n");

const figure = (value: number): string =>
  Number.isInteger(value) ? String(value) : value.toFixed(2).replace(/0$/, "");
