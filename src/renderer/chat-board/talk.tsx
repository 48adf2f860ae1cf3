import { useLayoutEffect, useRef } from "preact/hooks";
import type { ChatBoardState } from "../../shared/chat-board.ts";
import { type Seat, seatTitle } from "../../shared/terms.ts";
import * as strings from "./strings.ts";

/** The players' talk, shown as text. */
export function Talk({ state, own }: { readonly state: ChatBoardState; readonly own: Seat | null }) {
  const list = useRef<HTMLDivElement>(null);
  const { talk, players } = state;
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [talk.length]);
  if (talk.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div class="chat-talk" role="log" aria-label={strings.talk} tabIndex={0} ref={list}>
      <ol>
        {talk.map(({ from, message }, index) => (
          <li key={`${index}${from}`} data-own={from === own}>
            <bdi class="chat-speaker quiet">{players[from]?.name ?? seatTitle(from)}</bdi>
            <bdi>{message}</bdi>
          </li>
        ))}
      </ol>
    </div>
  );
}
