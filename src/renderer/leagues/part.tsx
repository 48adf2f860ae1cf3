import type { ComponentChildren } from "preact";
import type { LeagueSummary } from "../../shared/leagues.ts";
import { KindIcon } from "../ui/player-icon.tsx";
import { matchesOver, stateWords } from "./client.ts";
import "./league-page.css";

/** A part of a league's pages: its heading, with a note behind it and something to operate beside it, and its content. */
export const Part = (props: {
  readonly id: string;
  readonly title: ComponentChildren;
  readonly note?: ComponentChildren;
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}) => (
  <section class="league-part surface" aria-labelledby={props.id}>
    <div class="part-head spread gap-3 line">
      <h2 id={props.id} tabIndex={-1}>
        {props.title}
        {props.note !== undefined && <span class="quiet figures"> {props.note}</span>}
      </h2>
      {props.aside}
    </div>
    {props.children}
  </section>
);

/** Shares of a whole as bars, each between its name and its figure. */
export const Bars = (props: {
  readonly label?: string;
  readonly rows: readonly { name: ComponentChildren; percent: number; figure: ComponentChildren }[];
}) => (
  <ul class="small stack gap-1" aria-label={props.label}>
    {props.rows.map(({ name, percent, figure }, index) => (
      <li key={index} class="bar grid middle gap-3">
        {name}
        <span class="bar-track" aria-hidden="true">
          <i style={{ width: `${percent}%` }} />
        </span>
        <span class="right figures">{figure}</span>
      </li>
    ))}
  </ul>
);

/** An entrant's icon, where its kind is told, its name in one line, and what is said beside it. */
export const Entrant = (props: {
  readonly kind?: string | undefined;
  readonly name: string;
  readonly href?: string | undefined;
  readonly children?: ComponentChildren;
}) => {
  const name = <bdi title={props.name}>{props.name}</bdi>;
  return (
    <span class="entrant line shrinks">
      {props.kind !== undefined && <KindIcon kind={props.kind} />}
      {props.href === undefined ? (
        <span class="one-line">{name}</span>
      ) : (
        <a class="one-line" href={props.href}>
          {name}
        </a>
      )}
      {props.children}
    </span>
  );
};

export const LeagueState = ({ status }: Pick<LeagueSummary, "status">) => (
  <span class="league-state unbroken text-xs weight-medium sunken quiet" data-status={status}>
    {stateWords[status]}
  </span>
);

export function LeagueBar({ league }: { league: LeagueSummary }) {
  const { matches_over: over, matches_total: total } = league;
  if (total === 0) return null;
  return (
    <span class="league-bar" role="img" aria-label={matchesOver(over, total)}>
      <i style={{ width: `${(100 * over) / total}%` }} />
    </span>
  );
}
