import type { ComponentChildren, ThHTMLAttributes } from "preact";
import { EntrantIcon } from "./part.tsx";
import * as strings from "./strings.ts";
import "./tables.css";

/** The height of a table with that many rows and its head, as the style sheet has it. */
export const tableHeight = (rows: number): string => `${1.875 + rows * 2.125}rem`;

/** A table of figures that scrolls in a narrow window, also by keyboard. */
export function FiguresTable(props: {
  readonly label: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="table-scroll" aria-label={strings.scrolling(props.label)} tabIndex={0}>
      <table class={`figures-table ${props.class ?? ""}`}>{props.children}</table>
    </section>
  );
}

/** A column's abbreviated head, with its full words. */
export const ShortHead = ({
  title,
  children,
  ...rest
}: ThHTMLAttributes<HTMLTableCellElement> & { readonly title: string }) => (
  <th scope="col" {...rest}>
    <abbr title={title}>{children}</abbr>
  </th>
);

/** The first two columns of a ranked table. */
export const RankAndNameHeads = ({ rank = strings.rank }: { readonly rank?: string }) => (
  <>
    <ShortHead title={rank} class="rank">
      #
    </ShortHead>
    <th scope="col" class="name">
      {strings.name}
    </th>
  </>
);

/** The cells of a row below those heads. */
export const RankAndName = (props: { readonly rank: number | null; readonly name: string; readonly kind?: string }) => (
  <>
    <td class="rank figures">{props.rank}</td>
    <th scope="row" class="name">
      <span class="entrant">
        {props.kind !== undefined && <EntrantIcon kind={props.kind} />}
        <bdi class="one-line" title={props.name}>
          {props.name}
        </bdi>
      </span>
    </th>
  </>
);

export const wonDrawnLost = [
  ["W", strings.won],
  ["D", strings.drawn],
  ["L", strings.lost],
] as const;

/** The heads of the columns for games won, drawn and lost. */
export const WonDrawnLostHeads = () => (
  <>
    {wonDrawnLost.map(([head, words]) => (
      <ShortHead key={head} title={words}>
        {head}
      </ShortHead>
    ))}
  </>
);
