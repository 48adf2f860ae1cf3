import { signal } from "@preact/signals";
import { hasThoughts, type ThoughtLines } from "../../shared/lines.ts";
import { assign } from "../ui/hooks.ts";
import * as strings from "./strings.ts";
import "./lines.css";

/** Whether thoughts are unfolded, as long as the pages are open. */
const isOpen = signal(true);

/** A player's thoughts of a move, as plain text, below their contradictions; nothing in games without thoughts. */
export function MoveThoughts({ lines, place }: { lines: ThoughtLines; place: number }) {
  if (!hasThoughts(lines)) return null;
  const { text: played = "", thoughts } = lines.moves[place] ?? {};
  const against = thoughts?.contradictions?.map(({ kind, said }) => strings.contradictions[kind](said, played));
  return (
    <details class="thoughts more small" open={isOpen} onToggle={(event) => assign(isOpen, event.currentTarget.open)}>
      <summary>{strings.thoughts}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div class="thoughts-text scrolls" tabIndex={0}>
        {against && <p data-against>{against.join(" ")}</p>}
        <bdi>{thoughts?.text ?? strings.noThoughts}</bdi>
        {thoughts?.cut && <p class="quiet">{strings.cutThoughts}</p>}
      </div>
    </details>
  );
}
