import { useLayoutEffect, useRef } from "preact/hooks";
import type { ChatGame } from "./game.ts";
import * as strings from "./strings.ts";

/** The moves so far, numbered as on a scoresheet. */
export function MoveList({ game }: { readonly game: ChatGame }) {
  const list = useRef<HTMLOListElement>(null);
  const { moves, options } = game.state.value;
  const { simultaneous, moveNumbers } = game.play;
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [moves.length]);
  // Where both choose at once the moves have no order, so the board shows them.
  if (moves.length === 0 || simultaneous) return null;
  const before = moveNumbers ? game.play.pliesBefore(options) : null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <ol class="chat-moves figures" aria-label={strings.moves} tabIndex={0} ref={list}>
      {moves.map((text, index) => {
        const number = before === null ? null : numberText(before + index, index === 0);
        return (
          <li key={`${index}${text}`} data-last={index === moves.length - 1}>
            {number !== null && <span class="chat-number">{number}</span>}
            {text}
          </li>
        );
      })}
    </ol>
  );
}

function numberText(place: number, first: boolean): string | null {
  if (place % 2 === 0) return `${place / 2 + 1}.`;
  return first ? `${(place + 1) / 2}…` : null;
}
