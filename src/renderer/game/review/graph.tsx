import type { TargetedPointerEvent } from "preact";
import { useState } from "preact/hooks";
import type { ApiReview } from "../../../shared/api.ts";
import { seatTitle } from "../../../shared/terms.ts";
import type { TableProps, Told } from "../game-model.ts";
import { moveNumber, textShown } from "../game-words.ts";
import * as strings from "../strings.ts";
import "./graph.css";

/** The first seat's chances over the game. A click or the page's keys show a position. */
export function Graph({ model, told, review }: TableProps & { review: ApiReview }) {
  const { game } = told;
  const { positions, moves } = review;
  const last = positions.length - 1;
  const ply = Math.min(last, model.viewed.value ?? game.history.length);
  const line = positions.map(({ chance }, index) => `${index} ${(100 - chance).toFixed(1)}`).join(" L");
  const across = (at: number) => `${last === 0 ? 50 : (100 * at) / last}%`;
  const plyAt = (event: TargetedPointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(last, Math.round((last * (event.clientX - left)) / width)));
  };
  const [pointed, setPointed] = useState<number | null>(null);
  return (
    <div
      class="graph"
      role="slider"
      tabIndex={0}
      aria-label={strings.chancesOverGame(seatTitle(game.seats[0]))}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={ply}
      aria-valuetext={placeInWords(told, review, ply)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        model.view(plyAt(event));
      }}
      onPointerMove={(event) => {
        setPointed(plyAt(event));
        if (event.buttons === 1) model.view(plyAt(event));
      }}
      onPointerLeave={() => setPointed(null)}
    >
      <svg viewBox={`0 0 ${Math.max(1, last)} 100`} preserveAspectRatio="none" aria-hidden="true">
        <path class="graph-area" d={`M0 100 L${line} L${last} 100 Z`} />
        <path class="graph-middle" d={`M0 50 H${Math.max(1, last)}`} />
        <path class="graph-line" d={`M${line}`} />
      </svg>
      {moves.map(
        ({ ply: at, judgement }) =>
          judgement !== null && (
            <i
              key={at}
              class="graph-mark"
              data-judgement={judgement}
              style={{ left: across(at), top: `${100 - (positions[at]?.chance ?? 50)}%` }}
            />
          ),
      )}
      <i class="graph-here" style={{ left: across(ply) }} />
      {pointed !== null && (
        <>
          <i class="graph-pointed" style={{ left: across(pointed) }} />
          <span
            class="graph-tip figures"
            aria-hidden="true"
            data-side={2 * pointed > last ? "left" : "right"}
            style={{ left: across(pointed) }}
          >
            {placeInWords(told, review, pointed)}
          </span>
        </>
      )}
    </div>
  );
}

/** `12. Nf3, mistake: 63 percent` */
function placeInWords({ game, play }: Told, { positions, moves }: ApiReview, ply: number): string {
  const chance = Math.round(positions[ply]?.chance ?? 50);
  const move = game.history[ply - 1];
  if (!move) return strings.startPercent(chance);
  const number = moveNumber(ply, play.pliesBefore(game.options));
  const judgement = moves[ply - 1]?.judgement;
  return strings.percent(number, textShown(play, move.text), judgement ? `, ${judgement}` : "", chance);
}
