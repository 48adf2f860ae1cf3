import { useLayoutEffect, useRef } from "preact/hooks";
import type { ApiMove } from "../../shared/api.ts";
import { seatTitle } from "../../shared/terms.ts";
import type { GameModel, Told } from "./game-model.ts";
import { moveNumber } from "./game-words.ts";
import "./moves.css";

interface Row {
  readonly number: string;
  /** The first seat's, then the second's; null where the second was first. */
  readonly moves: readonly (ApiMove | null)[];
}

/** The scoresheet: a click or ←, →, Home and End look at a position. */
export function MoveList({ model, told }: { model: GameModel; told: Told }) {
  const { game, play } = told;
  const list = useRef<HTMLOListElement>(null);
  const ply = model.viewed.value ?? game.history.length;

  useLayoutEffect(() => {
    const box = list.current;
    const current = box?.querySelector<HTMLElement>('[aria-current="step"]');
    if (!box || !current) return void box?.scrollTo(0, 0);
    // Who walks with the keys within the list keeps the focus on the move that is shown.
    if (box.contains(document.activeElement)) current.focus({ preventScroll: true });
    // Not scrollIntoView: that would move the page as well.
    const { top, bottom } = current.getBoundingClientRect();
    const frame = box.getBoundingClientRect();
    if (top < frame.top) box.scrollTop += top - frame.top;
    else if (bottom > frame.bottom) box.scrollTop += bottom - frame.bottom;
    // The result stands under the last move.
    if (ply === game.history.length) box.scrollTop = box.scrollHeight;
  }, [ply, game.history.length, game.result]);

  return (
    <section class="moves" aria-label="Moves">
      {game.history.length === 0 && <p class="moves-none">No moves yet</p>}
      <ol class="moves-list figures" ref={list} tabIndex={-1}>
        {rowsOf(told).map(({ number, moves }) => (
          <li key={number}>
            <span class="moves-number">{number}</span>
            {moves.map((move, index) =>
              move ? (
                <button
                  type="button"
                  key={move.ply}
                  aria-current={move.ply === ply ? "step" : undefined}
                  aria-label={`${number} ${seatTitle(move.by)} ${play.moveInWords(move.san)}`}
                  tabIndex={move.ply === ply || (ply === 0 && move.ply === 1) ? 0 : -1}
                  onClick={() => model.view(move.ply)}
                >
                  {move.san}
                </button>
              ) : (
                <span key={`none${index}`} class="moves-gap">
                  …
                </span>
              ),
            )}
          </li>
        ))}
        {game.result && <li class="moves-result">{game.result.text}</li>}
      </ol>
    </section>
  );
}

function rowsOf({ game, play }: Told): readonly Row[] {
  const { history, options, seats } = game;
  const before = play.pliesBefore(options);
  const rows = new Map<string, [ApiMove | null, ApiMove | null]>();
  for (const move of history) {
    const key = moveNumber(move.ply, before).replace("…", ".");
    const row = rows.get(key) ?? [null, null];
    row[move.by === seats[0] ? 0 : 1] = move;
    rows.set(key, row);
  }
  return [...rows].map(([number, [one, other]]) => ({ number, moves: other ? [one, other] : [one] }));
}
