import type { ApiReview } from "../../../shared/api.ts";
import { durationText } from "../../../shared/duration.ts";
import { certaintyText } from "../../../shared/review-words.ts";
import { judgements } from "../../../shared/terms.ts";
import { analysisAddress } from "../../app/address.ts";
import { Button } from "../../ui/button.tsx";
import { ColumnGuide } from "../../ui/column-guide.tsx";
import { numberText } from "../../ui/format.ts";
import { PlayableLine } from "../best-line.tsx";
import type { GameModel, TableProps } from "../game-model.ts";
import { nameOf, signOf } from "../game-words.ts";
import * as strings from "../strings.ts";
import { nextJudged } from "../use-history-keys.ts";
import "./review-panel.css";
import "./verdict.css";

/** The review of a finished game: the button to start it, its progress, or how both sides played. */
export function ReviewPanel({ model, told }: TableProps) {
  const { found, progress, problem } = model.review;
  const review = found.value;
  const under = progress.value;
  return (
    <div class="review">
      {problem.value !== null && (
        <p class="review-problem" role="alert">
          {problem.value}
        </p>
      )}
      {under !== null && (
        <div class="review-under-way">
          <label>
            <span>
              {under.done === 0 ? strings.startingTheEngine : strings.positionsAnalysed(under.done, under.of)}
            </span>
            <progress value={under.done} max={under.of} />
          </label>
          <Button onClick={model.review.stop}>{strings.stop}</Button>
        </div>
      )}
      {review && <Figures model={model} told={told} review={review} />}
      {review === null && problem.value !== null && told.game.reviewed && (
        <Button onClick={model.review.load}>{strings.tryAgain}</Button>
      )}
      {review === null && under === null && !told.game.reviewed && (
        <>
          <p>{strings.engineAnalysesEveryPosition}</p>
          <Button kind="primary" onClick={model.review.start}>
            {strings.reviewThisGame}
          </Button>
        </>
      )}
      <p class="visually-hidden" role="status">
        {review && strings.gameIsReviewed}
      </p>
    </div>
  );
}

function Figures({ model, told, review }: TableProps & { review: ApiReview }) {
  const { seats, history } = told.game;
  const timed = history.some(({ ms }) => ms > 0);
  const judged = review.moves.some(({ judgement }) => judgement !== null);
  const time = (seat: string) => history.reduce((sum, { by, ms }) => sum + (by === seat ? ms : 0), 0);
  return (
    <>
      <table class="review-figures figures small">
        <thead>
          <tr>
            <td />
            <th scope="col">{strings.accuracy}</th>
            <th scope="col">
              <abbr title={strings.averageCentipawnLoss}>{strings.loss}</abbr>
            </th>
            {judgements.map((judgement) => (
              <th key={judgement} scope="col" data-judgement={judgement}>
                <abbr title={strings.judgementHeads[judgement]}>{signOf[judgement]}</abbr>
              </th>
            ))}
            {timed && <th scope="col">{strings.time}</th>}
          </tr>
        </thead>
        <tbody>
          {seats.map((seat) => {
            const side = review.seats[seat];
            return (
              <tr key={seat} data-seat={seat}>
                <th scope="row">
                  <bdi class="one-line">{nameOf(told.game, seat)}</bdi>
                </th>
                <td>{typeof side?.accuracy === "number" ? `${Math.round(side.accuracy)} %` : "–"}</td>
                <td>
                  {typeof side?.average_centipawn_loss === "number" ? Math.round(side.average_centipawn_loss) : "–"}
                </td>
                {judgements.map((judgement) => (
                  <td key={judgement}>{side?.judged[judgement] ?? 0}</td>
                ))}
                {timed && <td>{durationText(time(seat))}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
      <div class="review-actions row">
        <Button size="small" disabled={!judged} onClick={() => nextJudged(model)} title={strings.nextMistakeM}>
          {strings.nextMistake}
        </Button>
        {!judged && <span class="quiet small">{strings.noMistakesFound}</span>}
        <ColumnGuide
          heads={[
            [strings.loss, strings.averageCentipawnLoss],
            ...judgements.map((judgement) => [signOf[judgement], strings.judgementHeads[judgement]] as const),
          ]}
        />
        <span class="quiet small">
          {review.engine !== null && `${review.engine}, `}
          <abbr title={certaintyText}>{strings.nodesPerPosition(numberText(review.nodes))}</abbr>
        </span>
      </div>
    </>
  );
}

/** The verdict on a judged move, with the better line, which can be shown on the board. */
export function Verdict({ model, review, ply }: { model: GameModel; review: ApiReview; ply: number }) {
  const told = model.told.value;
  const move = review.moves[ply - 1];
  if (!told || !move || move.judgement === null) return null;
  return (
    <p class="verdict quiet small" data-judgement={move.judgement} data-part="verdict" data-ply={ply}>
      <strong>
        {signOf[move.judgement]} {strings.judgementTitles[move.judgement]}.
      </strong>{" "}
      {strings.betterWas} <PlayableLine model={model} told={told} ply={ply - 1} moves={move.better} />{" "}
      <a href={analysisAddress.path({ query: `?game=${told.game.game_id}&ply=${ply - 1}` })}>{strings.analyse}</a>
    </p>
  );
}
