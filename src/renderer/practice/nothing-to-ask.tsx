import { useEffect } from "preact/hooks";
import type { PracticeOverview } from "../../shared/practice/questions.ts";
import { settingEntries } from "../../shared/setting-entries.ts";
import { gameAddress } from "../app/address.ts";
import { showImport } from "../import/sources.ts";
import { showNewGame } from "../new-game/dialog-state.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Problem, TextField } from "../ui/field.tsx";
import { momentText } from "../ui/format.ts";
import type { useSavedText } from "../ui/hooks.ts";
import type { PracticeModel } from "./practice-model.ts";
import { reviewing, reviewProblem, startReviewing, stopReviewing } from "./reviewing.ts";
import { Statistics } from "./statistics.tsx";
import * as strings from "./strings.ts";

const { record_names } = settingEntries;

interface Props {
  readonly model: PracticeModel;
  /** The field for the names under which the person plays elsewhere. */
  readonly names: ReturnType<typeof useSavedText>;
}

/** Shown while there is no position to ask: why, and what to do. */
export function NothingToAsk({ model, names }: Props) {
  const failure = model.failure.value;
  const overview = model.overview.value;
  return (
    <div class="page reading practice-empty">
      <h1 tabIndex={-1}>Practise your mistakes</h1>
      {model.isSearching.value ? (
        <p role="status">{strings.engineLooks}</p>
      ) : failure ? (
        <>
          <h2>No position can be shown just now</h2>
          <Problem text={failure.message} />
          <p class="button-row">
            <Button label="Try again" onClick={() => void model.ask()} />
            {failure.game !== undefined && (
              <ButtonLink label={`Go to game ${failure.game}`} href={gameAddress.path({ id: failure.game })} />
            )}
          </p>
        </>
      ) : (
        overview && <Reason overview={overview} />
      )}
      {overview && <ReviewOffer overview={overview} onEnd={model.ask} />}
      {overview && <Names {...names} />}
      {overview && overview.reviews > 0 && <Statistics about={overview} />}
    </div>
  );
}

/** Why nothing is asked. */
function Reason({ overview: { games, reviews, next_due } }: { overview: PracticeOverview }) {
  if (games === 0)
    return (
      <>
        <h2>No finished game of yours to practise from yet</h2>
        <p>
          Finish a game that the engine can review, or import the games that you played elsewhere and enter the names
          that you play under. Once they are reviewed, you are asked about the positions in which you went wrong.
        </p>
        <p class="button-row">
          <Button label="New game" onClick={showNewGame} />
          <Button label="Import games" onClick={() => showImport()} />
        </p>
      </>
    );
  const [head, text] =
    next_due !== null
      ? ["Nothing is due", `Your next position is due on ${momentText(next_due)}.`]
      : reviews === 0
        ? [
            "Your games are not reviewed yet",
            "The engine has to review your games first. Then you are asked about the positions in which you went wrong, each again after some days.",
          ]
        : [
            "There is nothing to practise",
            "Your reviewed games have no mistakes for which one move was clearly better. Play on, and have your games reviewed.",
          ];
  return (
    <>
      <h2>{head}</h2>
      <p>{text}</p>
    </>
  );
}

interface ReviewOfferProps {
  readonly overview: PracticeOverview;
  /** Called when the review has ended. */
  onEnd(): unknown;
}

/** Has the games reviewed that are not, with its progress; nothing where all are. */
export function ReviewOffer({ overview: { games, reviews }, onEnd }: ReviewOfferProps) {
  const progress = reviewing.value;
  const isUnderWay = progress !== null;
  useEffect(
    () => () => {
      if (isUnderWay && reviewing.peek() === null) onEnd();
    },
    [isUnderWay],
  );
  const count = games - reviews;
  if (count === 0 && !progress) return null;
  return (
    <section class="practice-review stack gap-2" aria-label="Reviews">
      <Problem text={reviewProblem.value} />
      {progress ? (
        <>
          <label class="small">
            <span>{`Reviewing game ${Math.min(progress.of, progress.count + 1)} of ${progress.of}`}</span>
            <progress value={progress.count + progress.part} max={Math.max(1, progress.of)} />
          </label>
          <p class="quiet small">It goes on while you visit other pages. If you stop it, what is done stays.</p>
        </>
      ) : (
        <p>{`${count} of your games ${count === 1 ? "is" : "are"} not reviewed yet.`}</p>
      )}
      <p class="button-row">
        {progress ? (
          <Button key="stop" label="Stop" onClick={stopReviewing} />
        ) : (
          <Button
            key="start"
            label={count === 1 ? "Review it" : `Review all ${count}`}
            onClick={() => void startReviewing(count)}
          />
        )}
      </p>
    </section>
  );
}

/** The names under which the person plays elsewhere. */
const Names = ({ field, refusal = null }: Props["names"]) => (
  <TextField
    label={record_names.field.label}
    hint={record_names.field.hint}
    maxLength={record_names.most}
    spellcheck={false}
    problem={refusal}
    {...field}
  />
);
