import { useRef, useState } from "preact/hooks";
import { GridBoard } from "../../grid/page/board.tsx";
import type { BoardProps } from "../../page.ts";
import { BAR, diceToPlay, keyOf, OFF, type Step, stepsAfter, withStep } from "../board.ts";
import {
  checkerAt,
  checkersOn,
  checkersPath,
  columnX,
  discPath,
  ground,
  numberFor,
  type Place,
  spotOf,
} from "../layout.ts";
import { countLabels, diceAt, lastPath } from "../marks.ts";
import { namedTurns, textOf, writeSteps } from "../notation.ts";
import { type BackgammonView, boardFor, positionOf, type Side, sides } from "../rules.ts";
import "./picture.css";
import "./board.css";
import * as strings from "./strings.ts";

/** The part of a turn that the person has made: the steps, and the place whose checker is to move next. */
interface Draft {
  /** The position that it belongs to. */
  readonly of: string;
  readonly steps: readonly Step[];
  readonly lifted: Place | null;
}

/** A checker under the pointer, in units of the picture. */
interface Drag {
  readonly from: Place;
  readonly x: number;
  readonly y: number;
  /** Whether it has diceLeft its place. */
  readonly isMoving: boolean;
}

/** The part of the picture that is shown: a narrower frame. */
const EDGE = 7;
const SHOWN = 400 - 2 * EDGE;

/** How far a press moves before it drags, in units of the picture. */
const DRAG = 6;

const placeOf = (side: Side, number: number): Place =>
  number === BAR ? `bar-${side}` : number === OFF ? `off-${side}` : numberFor(side, number);

/**
 * The steps of one checker from a place to each that it can reach, by one die or by several: those with the fewest steps,
 * the higher die first.
 */
function pathsFrom(own: readonly number[], dice: readonly [number, number], steps: readonly Step[], from: number) {
  const reach = new Map<number, readonly Step[]>();
  let ends: readonly (readonly Step[])[] = [[]];
  while (ends.length > 0) {
    const next: (readonly Step[])[] = [];
    for (const way of ends)
      for (const step of stepsAfter(own, dice, [...steps, ...way])) {
        if (step.from !== (way.at(-1)?.to ?? from) || reach.has(step.to)) continue;
        reach.set(step.to, [...way, step]);
        next.push([...way, step]);
      }
    ends = next;
  }
  return reach;
}

/** The board, on which a turn is made checker by checker before it is played as a whole. */
export function Board(props: BoardProps<BackgammonView>) {
  const { view, gameId, lastMove, legal, look, onMove } = props;
  const near: Side = props.near === "black" ? "black" : "white";
  const wrapper = useRef<HTMLDivElement>(null);
  const [latest, setLatest] = useState<Draft>({ of: "", steps: [], lifted: null });
  const [drag, setDrag] = useState<Drag | null>(null);
  const isDragged = useRef(false);

  const { turn, dice } = view;
  const side = legal.length > 0 ? turn : null;
  const of = JSON.stringify([gameId, view, side]);
  const { steps, lifted }: Draft = latest.of === of ? latest : { of, steps: [], lifted: null };
  const change = (next: Omit<Draft, "of">) => setLatest({ of, ...next });

  const own = side === null ? null : boardFor(view, side);
  const now = own && steps.reduce(withStep, own);
  const open = own && dice ? stepsAfter(own, dice, steps) : [];
  const preview: BackgammonView = now && side ? { ...view, ...positionOf(now, side) } : view;
  const diceLeft = steps.reduce<readonly number[]>(
    (others, { die }) => others.toSpliced(others.indexOf(die), 1),
    dice && side ? diceToPlay(dice) : [],
  );
  const isWhole = steps.length > 0 && open.length === 0;
  const sources = new Set(side === null ? [] : open.map(({ from }) => placeOf(side, from)));
  // A checker on the bar is the only one that can move.
  const [only] = sources;
  const source = lifted ?? (sources.size === 1 && typeof only === "string" ? only : null);
  const numberOf = (place: Place): number =>
    typeof place === "number" ? numberFor(side ?? near, place) : place.startsWith("bar") ? BAR : OFF;
  const targets = new Map<Place, readonly Step[]>();
  if (own && dice && side && source !== null)
    for (const [to, way] of pathsFrom(own, dice, steps, numberOf(source))) targets.set(placeOf(side, to), way);

  const press = (place: Place) => {
    const way = targets.get(place);
    if (way) change({ steps: [...steps, ...way], lifted: null });
    else change({ steps, lifted: sources.has(place) && place !== lifted ? place : null });
  };
  const undo = () => change({ steps: steps.slice(0, -1), lifted: null });
  const code = (): string => {
    const key = now ? keyOf(now) : "";
    return (own && dice && namedTurns(own, dice).find(({ board }) => keyOf(board) === key)?.code) ?? "";
  };
  const confirm = () => {
    void onMove(code()).finally(() => setLatest({ of: "", steps: [], lifted: null }));
  };

  const pointAt = (event: PointerEvent) => {
    const box = wrapper.current?.getBoundingClientRect();
    const scale = SHOWN / (box?.width || 1);
    const at = (client: number, start = 0): number => EDGE + (client - start) * scale;
    return { x: at(event.clientX, box?.left), y: at(event.clientY, box?.top) };
  };
  const placeUnder = (target: Element | null): Place | null => {
    const name = target?.closest<HTMLElement>("[data-cell]")?.dataset["cell"] ?? "";
    return targetPlaces.find((place) => String(place) === name) ?? null;
  };
  const onPointerDown = (event: PointerEvent) => {
    isDragged.current = false;
    const from = event.target instanceof Element ? placeUnder(event.target) : null;
    if (event.button === 0 && from !== null && sources.has(from)) setDrag({ from, ...pointAt(event), isMoving: false });
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!drag) return;
    const at = pointAt(event);
    const isMoving = drag.isMoving || Math.hypot(at.x - drag.x, at.y - drag.y) > DRAG;
    if (!isMoving) return;
    if (lifted !== drag.from) change({ steps, lifted: drag.from });
    setDrag({ from: drag.from, ...at, isMoving });
  };
  const onPointerUp = (event: PointerEvent) => {
    if (drag?.isMoving) {
      isDragged.current = true;
      const to = placeUnder(document.elementFromPoint(event.clientX, event.clientY));
      const way = to === null ? undefined : targets.get(to);
      change(way ? { steps: [...steps, ...way], lifted: null } : { steps, lifted: null });
    }
    setDrag(null);
  };
  const onClickCapture = (event: MouseEvent) => {
    if (isDragged.current) event.stopPropagation();
    isDragged.current = false;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || (lifted === null && steps.length === 0)) return;
    if (lifted === null) undo();
    else change({ steps, lifted: null });
    event.stopPropagation();
  };

  const cellOf = (place: Place) => {
    const isTarget = targets.has(place);
    const isSource = sources.has(place);
    return {
      name: String(place),
      label: strings.placeLabel({
        place,
        number: typeof place === "number" ? numberOf(place) : null,
        on: checkersOn(preview, place),
        isSelected: place === source,
        isSource,
        isTarget,
      }),
      move: isTarget || isSource ? String(place) : null,
      data: { "data-source": isSource, "data-target": isTarget },
    };
  };
  const rows = [true, false].map((isTop) =>
    targetPlaces
      .filter((place) => spotOf(place, near).isTop === isTop)
      .toSorted((a, b) => spotOf(a, near).column - spotOf(b, near).column)
      .map(cellOf),
  );

  const topOf = (place: Place) => checkerAt(place, (checkersOn(preview, place)?.count ?? 1) - 1, near);
  const usedDice = (die: number, index: number): boolean =>
    side !== null && dice !== null && (dice[0] === dice[1] ? index >= diceLeft.length : !diceLeft.includes(die));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the grid inside has the roles; this only adds dragging to it
    <div
      class="backgammon-board"
      ref={wrapper}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => setDrag(null)}
      onClickCapture={onClickCapture}
      onKeyDown={onKeyDown}
    >
      <svg class="backgammon-drawing" viewBox={`${EDGE} ${EDGE} ${SHOWN} ${SHOWN}`} aria-hidden="true">
        <rect class="frame" width="400" height="400" />
        <rect class="felt" x="20" y="20" width="334" height="360" />
        <path class="point" d={ground.dark} />
        <path class="point light" d={ground.light} />
        <path class="bar" d={ground.bar} />
        <path class="tray" d={ground.tray} />
        <path class="white" d={checkersPath(preview, "white", near)} />
        <path class="black" d={checkersPath(preview, "black", near)} />
        {countLabels(preview, near).map(({ text, x, y, side: owner }) => (
          <text key={`${x} ${y}`} class={`count ${owner}`} x={x} y={y}>
            {text}
          </text>
        ))}
        {lastMove !== null && steps.length === 0 && <path class="moved" d={lastPath(preview, near)} />}
        {look.coordinates &&
          targetPlaces.map((place) => {
            if (typeof place !== "number") return null;
            const { column, isTop } = spotOf(place, near);
            return (
              <text key={place} class="number" x={columnX(column)} y={isTop ? 14 : 387}>
                {numberOf(place)}
              </text>
            );
          })}
        {look.legalDots && source === null && (
          <path class="movable" d={[...sources].map((place) => discPath(topOf(place), 10)).join("")} />
        )}
        {source !== null && <path class="selected" d={discPath(topOf(source), 10)} />}
        {look.legalDots &&
          [...targets.keys()].map((place) => {
            const on = checkersOn(preview, place);
            const isOwn = on?.side === side;
            const at = checkerAt(place, isOwn ? (on?.count ?? 0) : 0, near);
            return <path key={place} class="target" d={discPath(at, 6)} />;
          })}
        {dice &&
          turn &&
          diceAt(dice, turn === near).map(({ die, face, pips }, index) => (
            <g key={index} class={`die ${turn}${usedDice(die, index) ? " used" : ""}`}>
              <path class={turn} d={face} />
              <path class="pips" d={pips} />
            </g>
          ))}
        {drag?.isMoving && side && <path class={`dragged ${side}`} d={discPath(drag, 12)} />}
      </svg>
      <GridBoard
        name="backgammon"
        label={`Backgammon board, game ${gameId}`}
        rows={rows}
        onMove={async (name) => {
          const place = targetPlaces.find((each) => String(each) === name);
          if (place !== undefined) press(place);
        }}
      />
      {steps.length > 0 && (
        <div class="backgammon-turn">
          <button type="button" class="button small" onClick={undo}>
            Undo
          </button>
          {isWhole && (
            <button type="button" class="button primary small" aria-label={`Play ${textOf(code())}`} onClick={confirm}>
              Done
            </button>
          )}
        </div>
      )}
      <p class="visually-hidden" role="status">
        {statusOf(view, side, steps, diceLeft)}
      </p>
    </div>
  );
}

/** The news for a screen reader: a roll without a move, the dice, the steps of the turn so far. */
function statusOf(
  { last, turn, dice }: BackgammonView,
  side: Side | null,
  steps: readonly Step[],
  diceLeft: readonly number[],
) {
  if (side !== null && steps.length > 0) return strings.stillToPlay(writeSteps(steps).join(" "), diceLeft);
  const news = last && last.move === null ? `${strings.couldNotMove(last.by, last.dice)} ` : "";
  return `${news}${dice && turn ? strings.diceOf(turn, dice) : ""}`;
}

/** The places that one can point at. */
const targetPlaces: readonly Place[] = [
  ...Array.from({ length: 24 }, (_, at) => at + 1),
  ...sides.flatMap((each) => [`bar-${each}`, `off-${each}`] as const),
];
