import type { ComponentChildren } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { followers, type LineMove, type Lines } from "../../shared/lines.ts";
import { glyphSign, glyphWords } from "./glyphs.ts";
import "./line-tree.css";

export interface LineTreeProps {
  readonly lines: Lines;
  /** The place of the move whose position is shown; −1 for the start. */
  readonly here: number;
  onGo(place: number): void;
  /** The number before a move, as the scoresheet has it; one that ends in `…` is left out where it follows its pair. */
  numberOf(place: number): string;
  /** A move as one says it. */
  inWords?(san: string): string;
}

/** A game with its variations, as books print it: each variation indented behind the move it takes the place of. */
export function LineTree({ lines, here, onGo, numberOf, inWords = (san) => san }: LineTreeProps) {
  const box = useRef<HTMLDivElement>(null);
  const next = useMemo(() => followers(lines), [lines]);
  const first = next(-1)[0] ?? -1;

  useLayoutEffect(() => {
    const [frame, current] = [box.current, box.current?.querySelector<HTMLElement>('[aria-current="step"]')];
    if (!frame) return;
    if (!current) return void frame.scrollTo(0, 0);
    if (frame.contains(document.activeElement)) current.focus({ preventScroll: true });
    // Not scrollIntoView: that would move the page as well.
    const [inner, outer] = [current.getBoundingClientRect(), frame.getBoundingClientRect()];
    if (inner.top < outer.top) frame.scrollTop += inner.top - outer.top;
    else if (inner.bottom > outer.bottom) frame.scrollTop += inner.bottom - outer.bottom;
  }, [here, lines]);

  const moveAt = (place: number, interrupted: boolean): ComponentChildren => {
    const move = lines.moves[place];
    if (!move) return null;
    const number = numberOf(place);
    const shown = interrupted || !number.endsWith("…") ? number : "";
    return (
      <span key={place}>
        {move.before !== undefined && <span class="line-comment">{move.before} </span>}
        {shown !== "" && <span class="line-number figures">{shown}</span>}
        <button
          type="button"
          class="line-move"
          aria-current={place === here ? "step" : undefined}
          aria-label={[number, inWords(move.san), ...(move.nags ?? []).map(glyphWords)].join(" ").trim()}
          data-verdict={move.nags?.find((nag) => nag <= 6)}
          tabIndex={place === here || (here === -1 && place === first) ? 0 : -1}
          onClick={() => onGo(place)}
        >
          {move.san}
          {move.nags?.map((nag) => (
            <span key={nag} class="line-glyph">
              {glyphSign(nag)}
            </span>
          ))}
        </button>{" "}
        {move.comment !== undefined && <span class="line-comment">{move.comment} </span>}
      </span>
    );
  };
  /** What follows a move, to the end of its line, with the variations that begin on the way. */
  const follow = (after: number, begins: boolean): ComponentChildren[] => {
    const parts: ComponentChildren[] = [];
    let interrupted = begins;
    for (let [main, ...others] = next(after); main !== undefined; [main, ...others] = next(main)) {
      parts.push(moveAt(main, interrupted));
      if (others.length > 0)
        parts.push(
          <div key={`variations ${main}`} class="line-variations">
            {others.map((place) => (
              <div key={place}>
                {moveAt(place, true)}
                {follow(place, isCommented(lines.moves[place]))}
              </div>
            ))}
          </div>,
        );
      interrupted = others.length > 0 || isCommented(lines.moves[main]);
    }
    return parts;
  };

  return (
    <div class="line-tree" ref={box}>
      {lines.comment !== undefined && <p class="line-comment">{lines.comment}</p>}
      {follow(-1, true)}
    </div>
  );
}

const isCommented = (move: LineMove | undefined): boolean => move?.comment !== undefined;
