import { type ReadonlySignal, signal, useComputed } from "@preact/signals";
import type { ComponentChildren, RefObject } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { glyphSign, glyphWords } from "../../shared/glyphs.ts";
import { followersOf, hasThoughts, type LineMove, type ThoughtLines, type ThoughtMove } from "../../shared/lines.ts";
import { AssistantWords } from "../coach/assistant-words.tsx";
import { clockText, scoreInWords } from "../ui/format.ts";
import { assign, useInSight } from "../ui/hooks.ts";
import "./lines.css";

/** Data stored with a move besides words: the score of the position after it, and its player's time left. */
export function MoveFacts({ move }: { move: LineMove | undefined }) {
  const { score, clock } = move ?? {};
  const facts = [
    ...(score ? [scoreInWords({ score, over: false })] : []),
    ...(score?.depth === undefined ? [] : [`depth ${score.depth}`]),
    ...(clock === undefined ? [] : [`clock ${clockText(clock)}`]),
  ];
  return <p class="move-facts figures quiet small">{facts.join(" · ")}</p>;
}

export interface LineTreeProps {
  readonly lines: ThoughtLines;
  /** The place of the shown position; −1 for the start. */
  readonly node: ReadonlySignal<number>;
  onGo(place: number): void;
  /**
   * The number before a move, as on the scoresheet; one that ends in `…` is left out after the other move of its pair.
   */
  numberOf(place: number): string;
  /** A move as it is spoken. */
  inWords?(text: string): string;
  /** A move in the notation that the person prefers. */
  notation?(text: string): string;
}

/**
 * A game with its variations, as printed in books: each variation is indented behind the move that it replaces.
 * Stepping through it redraws only the former and the new move.
 */
export function LineTree({ lines, node, onGo, numberOf, inWords = asItIs, notation = asItIs }: LineTreeProps) {
  const box = useRef<HTMLDivElement>(null);
  const next = useMemo(() => followersOf(lines), [lines]);
  const first = next(-1)[0] ?? -1;

  const moveAt = (place: number, isInterrupted: boolean): ComponentChildren => {
    const move = lines.moves[place];
    if (!move) return null;
    const number = numberOf(place);
    const against = move.thoughts?.contradictions ? "said otherwise" : "";
    const by = move.assistant?.added ? "by your assistant" : "";
    const words = [number, inWords(move.text), ...(move.nags ?? []).map(glyphWords), against, by].join(" ").trim();
    return (
      <span key={place}>
        {move.before !== undefined && <span class="quiet">{move.before} </span>}
        <Move
          place={place}
          move={move}
          node={node}
          onGo={onGo}
          words={words}
          notation={notation}
          number={isInterrupted || !number.endsWith("…") ? number : ""}
          isFirst={place === first}
        />{" "}
        {move.comment !== undefined && <span class="quiet">{move.comment} </span>}
        <AssistantWords note={move.assistant} />
      </span>
    );
  };
  /** The moves after a place, to the end of its line, with the variations that begin there. */
  const follow = (after: number, begins: boolean): ComponentChildren[] => {
    const parts: ComponentChildren[] = [];
    let isInterrupted = begins;
    for (let [main, ...others] = next(after); main !== undefined; [main, ...others] = next(main)) {
      parts.push(moveAt(main, isInterrupted));
      if (others.length > 0)
        parts.push(
          <div key={`variations ${main}`} class="line-variations small">
            {others.map((place) => (
              <div key={place}>
                {moveAt(place, true)}
                {follow(place, isCommented(lines.moves[place]))}
              </div>
            ))}
          </div>,
        );
      isInterrupted = others.length > 0 || isCommented(lines.moves[main]);
    }
    return parts;
  };

  return (
    <div class="line-tree pad-3 scrolls" ref={box}>
      {lines.comment !== undefined && <p class="quiet">{lines.comment}</p>}
      <AssistantWords note={lines.assistant} />
      {follow(-1, true)}
      <KeepInSight box={box} node={node} />
    </div>
  );
}

const asItIs = (text: string): string => text;

const isCommented = (move: LineMove | undefined): boolean => (move?.comment ?? move?.assistant?.comment) !== undefined;

interface MoveProps extends Required<Pick<LineTreeProps, "node" | "onGo" | "notation">> {
  readonly place: number;
  readonly move: ThoughtMove;
  /** Empty where the number is left out. */
  readonly number: string;
  readonly words: string;
  readonly isFirst: boolean;
}

function Move({ place, move, node, onGo, number, words, isFirst, notation }: MoveProps) {
  const isCurrent = useComputed(() => node.value === place).value;
  const entrance = useComputed(() => isFirst && node.value === -1).value;
  return (
    <span class="unbroken">
      {number !== "" && <span class="line-number figures quiet small">{number}</span>}
      <button
        type="button"
        class="line-move weight-strong bare hoverable rounded-s"
        data-place={place}
        data-against={move.thoughts?.contradictions && true}
        data-assistant={move.assistant?.added}
        aria-current={isCurrent ? "step" : undefined}
        aria-label={words}
        data-verdict={move.nags?.find((nag) => nag <= 6)}
        tabIndex={isCurrent || entrance ? 0 : -1}
        onClick={() => onGo(place)}
      >
        {notation(move.text)}
        {move.nags?.map((nag) => (
          <span key={nag} class="line-glyph">
            {glyphSign(nag)}
          </span>
        ))}
      </button>
    </span>
  );
}

/** Keeps the shown move in sight without redrawing the tree. */
function KeepInSight({ box, node }: { box: RefObject<HTMLDivElement | null>; node: ReadonlySignal<number> }) {
  const place = node.value;
  useInSight(box, (at, scrollTo) => scrollTo(at, at.querySelector<HTMLElement>(`[data-place="${place}"]`)), [place]);
  return null;
}

/** Whether thoughts are unfolded, as long as the pages are open. */
const isOpen = signal(true);

/** A player's thoughts of a move, as plain text, below their contradictions; nothing in games without thoughts. */
export function MoveThoughts({ lines, place }: { lines: ThoughtLines; place: number }) {
  if (!hasThoughts(lines)) return null;
  const { text: played = "", thoughts } = lines.moves[place] ?? {};
  const against = thoughts?.contradictions?.map(({ kind, said }) =>
    kind === "no-piece" ? `Names a piece that is not there: ${said}.` : `Said ${said}, played ${played}.`,
  );
  return (
    <details class="thoughts more small" open={isOpen} onToggle={(event) => assign(isOpen, event.currentTarget.open)}>
      <summary>Thoughts</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div class="thoughts-text scrolls" tabIndex={0}>
        {against && <p data-against>{against.join(" ")}</p>}
        <bdi>{thoughts?.text ?? "None came with this move."}</bdi>
        {thoughts?.cut && <p class="quiet">The rest was left out: at most 4 KiB are kept.</p>}
      </div>
    </details>
  );
}
