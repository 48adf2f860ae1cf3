import { signal } from "@preact/signals";
import type { ComponentChildren, ThHTMLAttributes } from "preact";
import { type Column, columnsOf } from "../../shared/league-columns.ts";
import { byLotText } from "../../shared/league-words.ts";
import type { LeagueDetail, LeagueStanding } from "../../shared/leagues.ts";
import { entrantAddress } from "../app/address.ts";
import { Button } from "../ui/button.tsx";
import { ColumnGuide } from "../ui/column-guide.tsx";
import { isOver } from "./client.ts";
import { Entrant, Part } from "./part.tsx";
import "./tables.css";
import { assign } from "../ui/hooks.ts";

/** The height of a table with that many rows and its head, as the style sheet has it. */
export const tableHeight = (rows: number): string => `${1.875 + rows * 2.125}rem`;

/** A column's abbreviated head, with its full words. */
export const ShortHead = ({ head, title, ...rest }: ShortHeadProps) => (
  <th scope="col" {...rest}>
    <abbr title={title}>{head}</abbr>
  </th>
);
type ShortHeadProps = ThHTMLAttributes<HTMLTableCellElement> & { head: string | number; title: string };

interface RankedTableProps<Row> {
  readonly label: string;
  readonly class?: string;
  readonly rows: readonly Row[];
  /** The title of the ranks. */
  readonly ranks?: string;
  /** The heads and the cells behind rank and name. */
  readonly heads: ComponentChildren;
  cells(row: Row, at: number): ComponentChildren;
  /** The rank, by default the row's own, and the name, by default without a kind or a link. */
  rank?(row: Row, at: number): ComponentChildren;
  name?(row: Row): ComponentChildren;
  rowClass?(row: Row): string | undefined;
}

/** A table by ranks that scrolls in a narrow window, also by keyboard. */
export const RankedTable = <Row extends { readonly name: string; readonly rank?: number; readonly identity?: string }>(
  props: RankedTableProps<Row>,
) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <section class="scrolls-x rounded-s" aria-label={`${props.label}, scrolling`} tabIndex={0}>
    <table class={`figures-table whole ${props.class ?? ""}`}>
      <thead>
        <tr>
          <ShortHead head="#" title={props.ranks ?? "Rank"} class="rank" />
          <th scope="col" class="name">
            Name
          </th>
          {props.heads}
        </tr>
      </thead>
      <tbody>
        {props.rows.map((row, at) => (
          <tr key={row.identity ?? row.name} class={props.rowClass?.(row)}>
            <td class="rank figures">{props.rank ? props.rank(row, at) : row.rank}</td>
            <th scope="row" class="name">
              {props.name?.(row) ?? <Entrant name={row.name} />}
            </th>
            {props.cells(row, at)}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

interface ColumnsProps<Row> {
  readonly columns: readonly Column<Row>[];
}

export const Heads = <Row,>({ columns }: ColumnsProps<Row>) => (
  <>
    {columns.map(({ head, title, visibility }) => (
      <ShortHead key={head} head={head} title={title} data-shown={visibility} />
    ))}
  </>
);

/** The cells of a row below those heads, the first in bold. */
export const Cells = <Row,>({ columns, row }: ColumnsProps<Row> & { readonly row: Row }) => (
  <>
    {columns.map(({ head, visibility, text }, index) => (
      <td key={head} data-shown={visibility} class={`figures${index === 0 ? " points" : ""}`}>
        {text(row)}
      </td>
    ))}
  </>
);

/** The meanings of the heads. */
export const Guide = <Row,>({ columns }: ColumnsProps<Row>) => (
  <ColumnGuide
    heads={columns.filter(({ head, title }) => head !== title).map(({ head, title }) => [head, title] as const)}
  />
);

/** Kept as long as the pages are open. */
const allShown = signal(false);

/** The standings, with the figures that decide them. */
export function Standings({ league }: { league: LeagueDetail }) {
  const { standings } = league;
  const columns = columnsOf(league);
  const button = (
    <Button
      label={allShown.value ? "Fewer figures" : "All figures"}
      size="small"
      kind="quiet"
      aria-pressed={allShown.value}
      onClick={() => assign(allShown, !allShown.value)}
    />
  );
  return (
    <Part id="standings" title="Standings" aside={button}>
      <RankedTable
        label="Standings"
        class={`standings${allShown.value ? " all sticky" : ""}`}
        rows={standings}
        heads={<Heads columns={columns} />}
        rowClass={(row) => (isOver(league) && row.name === league.champion ? "champion" : undefined)}
        rank={(row) => (
          <span class="rank-cell grid middle gap-1">
            {row.rank}
            <Change row={row} />
          </span>
        )}
        name={(row) => <EntrantName league={league} row={row} />}
        cells={(row) => <Cells columns={columns} row={row} />}
      />
      <Guide columns={columns} />
    </Part>
  );
}

function EntrantName({ league, row }: { league: LeagueDetail; row: LeagueStanding }) {
  const absent = row.out ?? (row.status === "suspended" ? "away" : null);
  const byLot =
    byLotText(row) ?? (row.placed_by === "lot" ? "Equal on points and tie-breaks: a lot decided this place" : null);
  return (
    <Entrant kind={row.kind} name={row.name} href={entrantAddress.path({ id: league.league_id, number: row.number })}>
      {row.status === "in_game" && <span class="in-game dot rigid" role="img" aria-label="playing" title="Playing" />}
      {absent !== null && <span class={`text-xs ${row.out?.includes("round") ? "quiet" : "absent"}`}>{absent}</span>}
      {byLot !== null && (
        <span class="absent text-xs" title={byLot}>
          by lot
        </span>
      )}
    </Entrant>
  );
}

/** The change of its rank since the previous round. */
function Change({ row: { rank, rank_before } }: { row: LeagueStanding }) {
  if (rank_before === null || rank_before === rank) return <span class="change line text-xs" />;
  const up = rank < rank_before;
  const words = `${up ? "up" : "down"} ${Math.abs(rank - rank_before)}`;
  return (
    <span class={`change line text-xs ${up ? "up" : "down"}`} title={`${words} since the previous round`}>
      <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true">
        <path d={up ? "M4 1l3.5 6h-7z" : "M4 7L.5 1h7z"} fill="currentColor" />
      </svg>
      <span aria-hidden="true">{Math.abs(rank - rank_before)}</span>
      <span class="visually-hidden">{words}</span>
    </span>
  );
}
