import { figureFacts } from "../../shared/figure-facts.ts";
import { printedColumns } from "../../shared/league-columns.ts";
import { rowNotes } from "../../shared/league-facts.ts";
import type { LeagueReport } from "../../shared/leagues.ts";
import { columnsText } from "../columns.ts";

/** The table as lines of text, in columns. */
export function tableText(league: LeagueReport): string {
  const { standings, crosstable } = league;
  const columns = printedColumns(league);
  const others = standings.length <= 12 ? standings : [];
  const rows = standings.map((row, index) => [
    String(row.rank),
    [row.name, rowNotes(row)].filter((text) => text !== null).join(": "),
    ...columns.map(({ text }) => text(row)),
    ...others.map((_, at) => (at === index ? "·" : (crosstable[index]?.[at] ?? ""))),
  ]);
  const head = ["#", "Name", ...columns.map((column) => column.head), ...others.map(({ rank }) => String(rank))];
  return columnsText(head, rows, new Set([1]));
}

/** Further figures of all entrants, a line each. */
export const figuresText = ({ standings }: LeagueReport): string =>
  standings
    .map(
      (row) =>
        `${row.name}: ${figureFacts(row)
          .map((fact) => fact.join(" "))
          .join("; ")}`,
    )
    .join("\n");
