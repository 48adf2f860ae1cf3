import { useLayoutEffect, useRef } from "preact/hooks";
import type { ChatBoardState } from "../../shared/chat-board.ts";

/** The moves so far, numbered as on a scoresheet. */
export function MoveList({ state }: { readonly state: ChatBoardState }) {
  const list = useRef<HTMLOListElement>(null);
  const { moves, view } = state;
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [moves.length]);
  if (moves.length === 0 || view.kind === "odd-even") return null;
  const start = view.kind === "chess" ? startOf(view.fen, moves.length) : null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <ol class="chat-moves figures" aria-label="Moves" tabIndex={0} ref={list}>
      {moves.map((san, index) => {
        const number = start === null ? null : numberText(start + index, index === 0);
        return (
          <li key={`${index}${san}`} data-last={index === moves.length - 1}>
            {number !== null && <span class="chat-number">{number}</span>}
            {san}
          </li>
        );
      })}
    </ol>
  );
}

/** The place of the first move, 0 for White's first of a game from the start; by the FEN's count after the last one. */
function startOf(fen: string, played: number): number {
  const [, turn, , , , number] = fen.split(" ");
  return 2 * (Number(number ?? 1) - 1) + (turn === "b" ? 1 : 0) - played;
}

function numberText(place: number, first: boolean): string | null {
  if (place % 2 === 0) return `${place / 2 + 1}.`;
  return first ? `${(place + 1) / 2}…` : null;
}
