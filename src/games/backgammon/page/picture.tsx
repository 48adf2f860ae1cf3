import type { PictureProps } from "../../page.ts";
import { checkersPath, countLabels, diceAt, ground, lastPath } from "../layout.ts";
import type { BackgammonView, Side } from "../rules.ts";
import "./picture.css";

/** The board inside its frame, with few elements: a page shows hundreds of these. */
export function Picture({ view, lastMove, isFlipped }: PictureProps<BackgammonView>) {
  const near: Side = isFlipped ? "black" : "white";
  return (
    <svg class="mini backgammon" viewBox="20 20 360 360" aria-hidden="true">
      <Checkers view={view} near={near} isMarked={lastMove !== null} />
      {view.dice &&
        diceAt(view.dice, view.turn === near).map(({ face, pips }, index) => (
          <g key={index} class={`die ${view.turn}`}>
            <path d={face} />
            <path class="pips" d={pips} />
          </g>
        ))}
    </svg>
  );
}

/** The board without its dice. */
export function Checkers(props: { readonly view: BackgammonView; readonly near: Side; readonly isMarked: boolean }) {
  const { view, near } = props;
  return (
    <>
      <path class="point" d={ground.dark} />
      <path class="point light" d={ground.light} />
      <path class="bar" d={ground.bar} />
      <path class="tray" d={ground.tray} />
      <path class="white" d={checkersPath(view, "white", near)} />
      <path class="black" d={checkersPath(view, "black", near)} />
      {countLabels(view, near).map(({ text, x, y, side }) => (
        <text key={`${x} ${y}`} class={`count ${side}`} x={x} y={y}>
          {text}
        </text>
      ))}
      {props.isMarked && <path class="moved" d={lastPath(view, near)} />}
    </>
  );
}
