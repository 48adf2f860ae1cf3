import type { ComponentChildren } from "preact";
import "./way-back.css";

/** A line above what a page is about, which leads to where it belongs. */
export const WayBack = ({ href, children }: { href: string; children: ComponentChildren }) => (
  <p class="way-back">
    <a href={href}>{children}</a>
  </p>
);
