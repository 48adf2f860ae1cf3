import type { ComponentChildren } from "preact";
import "./way-back.css";

/** A line above a page's heading, with a link to its parent page. */
export const WayBack = ({ href, children }: { href: string; children: ComponentChildren }) => (
  <p class="way-back small">
    <a href={href}>{children}</a>
  </p>
);
