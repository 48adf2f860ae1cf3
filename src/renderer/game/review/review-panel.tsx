import type { TargetedPointerEvent } from "preact";
import { useState } from "preact/hooks";
import type { ApiReview, ReviewProgress } from "../../../shared/api.ts";
import { durationText } from "../../../shared/duration.ts";
import { certaintyText } from "../../../shared/review-words.ts";
import { judgementNames, seatTitle } from "../../../shared/terms.ts";
import { analysisAddress, practiceAddress } from "../../app/address.ts";
import { Button } from "../../ui/button.tsx";
import { ColumnGuide } from "../../ui/column-guide.tsx";
import { Problem } from "../../ui/field.tsx";
import { numberText } from "../../ui/format.ts";
import { PlayableLine } from "../best-line.tsx";
import type { GameAt, GameModel, TableProps } from "../game-model.ts";
import { moveNumber, nameOf, signOf, textShown } from "../game-words.ts";
import * as strings from "../strings.ts";
import { isJudged } from "../use-history-keys.ts";
import "./review-panel.css";
import "./graph.css";

/** The progress of a review that is being made, in the place of its graph. */
export const ReviewUnderWay = ({ under, onStop }: { under: ReviewProgress; onStop: () => void }) => (
  <div class="review-under-way tall line gap-3">
    <label class="grow text-xs">
      <span>{under.done === 0 ? "Starting the engine…" : `${under.done} of ${under.of} positions analysed`}</span>
      <progress value={under.done} max={under.of} />
    </label>
    <Button label="Stop" onClick={onStop} />
  </div>
);

/** The review of a finished game: the button to start it, or how both sides played. */
export function ReviewPanel({ model, live }: TableProps) {
  const { part, progress, problem } = model.review;
  const review = part.value;
  return (
    <div class="review top tall pad-1 scrolls stack gap-1">
      <Problem text={problem.value} />
      {review && <Figures live={live} review={review} />}
      {review === null && problem.value !== null && live.game.reviewed && (
        <Button label="Try again" onClick={model.review.load} />
      )}
      {review === null && !live.game.reviewed && (
        <>
          <p>The engine analyses every position: how the chances changed, and which moves gave something away.</p>
          <Button
            label="Review this game"
            kind="primary"
            disabled={progress.value !== null}
            onClick={model.review.start}
          />
        </>
      )}
      <p class="visually-hidden" role="status">
        {review && "The game is reviewed."}
      </p>
    </div>
  );
}

function Figures({ live, review }: Pick<TableProps, "live"> & { review: ApiReview }) {
  const { seats, history } = live.game;
  const hasTimes = history.some(({ ms }) => ms > 0);
  const hasJudgements = review.moves.some(isJudged);
  const time = (seat: string) => history.reduce((sum, { by, ms }) => sum + (by === seat ? ms : 0), 0);
  return (
    <>
      <table class="review-figures whole figures small">
        <thead>
          <tr>
            <td />
            <th scope="col">Accuracy</th>
            <th scope="col">
              <abbr title="Average centipawn loss">Loss (cp)</abbr>
            </th>
            {judgementNames.map((judgement) => (
              <th key={judgement} scope="col" data-judgement={judgement}>
                <abbr title={strings.judgementHeads[judgement]}>{signOf[judgement]}</abbr>
              </th>
            ))}
            {hasTimes && <th scope="col">Time</th>}
          </tr>
        </thead>
        <tbody>
          {seats.map((seat) => {
            const side = review.seats[seat];
            return (
              <tr key={seat} data-seat={seat}>
                <th scope="row" class="whole weight-strong">
                  <bdi class="one-line">{nameOf(live.game, seat)}</bdi>
                </th>
                <td>{typeof side?.accuracy === "number" ? `${Math.round(side.accuracy)}%` : "–"}</td>
                <td>
                  {typeof side?.average_centipawn_loss === "number" ? Math.round(side.average_centipawn_loss) : "–"}
                </td>
                {judgementNames.map((judgement) => (
                  <td key={judgement}>{side?.judged[judgement] ?? 0}</td>
                ))}
                {hasTimes && <td>{durationText(time(seat))}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
      <div class="review-about whole row">
        <ColumnGuide
          heads={[
            ["Loss (cp)", "Average centipawn loss"],
            ...judgementNames.map((judgement) => [signOf[judgement], strings.judgementHeads[judgement]] as const),
          ]}
        />
        {hasJudgements && (
          <a class="small" href={practiceAddress.path({})}>
            Practise mistakes
          </a>
        )}
        <span class="one-line grow quiet text-xs">
          {!hasJudgements && `No mistakes found. `}
          {review.engine !== null && `${review.engine}, `}
          <abbr title={certaintyText}>{`${numberText(review.nodes)} nodes per position`}</abbr>
        </span>
      </div>
    </>
  );
}

/** The verdict on a judged move, with the better line, which can be shown on the board. */
export function Verdict({ model, review, ply }: { model: GameModel; review: ApiReview; ply: number }) {
  const live = model.live.value;
  const move = review.moves[ply - 1];
  if (!live || !move || move.judgement === null) return null;
  return (
    <p class="verdict pointable line quiet small" data-judgement={move.judgement} data-part="verdict" data-ply={ply}>
      <span class="one-line grow">
        <strong>
          {signOf[move.judgement]} {strings.judgementTitles[move.judgement]}.
        </strong>{" "}
        Better: <PlayableLine model={model} live={live} ply={ply - 1} moves={move.better} />
      </span>
      <a href={analysisAddress.path({ query: `?game=${live.game.game_id}&ply=${ply - 1}` })}>Analyse</a>
    </p>
  );
}

/** The first seat's chances over the game. A click or the page's keys show a position. */
export function Graph({ model, live, review }: TableProps & { review: ApiReview }) {
  const { game } = live;
  const { positions, moves } = review;
  const last = positions.length - 1;
  const ply = Math.min(last, model.viewedPly.value ?? game.history.length);
  const line = positions.map(({ chance }, index) => `${index} ${(100 - chance).toFixed(1)}`).join(" L");
  const across = (at: number) => `${last === 0 ? 50 : (100 * at) / last}%`;
  const plyAt = (event: TargetedPointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(last, Math.round((last * (event.clientX - left)) / width)));
  };
  const [pointer, setPointed] = useState<number | null>(null);
  return (
    <div
      class="graph clips anchor tall"
      role="slider"
      tabIndex={0}
      aria-label={strings.chancesOverGame(seatTitle(game.seats[0]))}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={ply}
      aria-valuetext={placeInWords(live, review, ply)}
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
      <svg class="whole tall" viewBox={`0 0 ${Math.max(1, last)} 100`} preserveAspectRatio="none" aria-hidden="true">
        <path class="graph-area" d={`M0 100 L${line} L${last} 100 Z`} />
        <path class="graph-middle" d={`M0 50 H${Math.max(1, last)}`} />
        <path class="graph-line" d={`M${line}`} />
      </svg>
      {moves.map(
        ({ ply: at, judgement }) =>
          judgement !== null && (
            <i
              key={at}
              class="graph-mark dot"
              data-judgement={judgement}
              style={{ "--x": across(at), "--y": `${100 - (positions[at]?.chance ?? 50)}%` }}
            />
          ),
      )}
      <i class="graph-here" style={{ left: across(ply) }} />
      {pointer !== null && (
        <>
          <i class="graph-pointed" style={{ left: across(pointer) }} />
          <span
            class="graph-tip pad-0 unbroken rounded-s text-xs figures"
            aria-hidden="true"
            data-side={2 * pointer > last ? "left" : "right"}
            style={{ left: across(pointer) }}
          >
            {placeInWords(live, review, pointer)}
          </span>
        </>
      )}
    </div>
  );
}

/** `12. Nf3, mistake: 63 percent` */
function placeInWords({ game, play }: GameAt, { positions, moves }: ApiReview, ply: number): string {
  const chance = Math.round(positions[ply]?.chance ?? 50);
  const move = game.history[ply - 1];
  if (!move) return `The start: ${chance} percent`;
  const number = moveNumber(ply, play.pliesBefore(game.options));
  const judgement = moves[ply - 1]?.judgement;
  return `${number} ${textShown(play, move.text)}${judgement ? `, ${judgement}` : ""}: ${chance} percent`;
}
