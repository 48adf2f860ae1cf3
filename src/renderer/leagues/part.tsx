import type { ComponentChildren } from "preact";
import "./league-page.css";

/** A part of a league's pages: its heading, with a note behind it and something to operate beside it, and its content. */
export const Part = (props: {
  readonly id: string;
  readonly title: ComponentChildren;
  readonly note?: ComponentChildren;
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}) => (
  <section class="league-part" aria-labelledby={props.id}>
    <div class="part-head">
      <h2 id={props.id}>
        {props.title}
        {props.note !== undefined && <span class="quiet figures"> {props.note}</span>}
      </h2>
      {props.aside}
    </div>
    {props.children}
  </section>
);
