import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { seatTitle } from "../../shared/terms.ts";
import { analysisAddress } from "../app/address.ts";
import { useTitle } from "../app/lazy.tsx";
import { moveNumber, signOf, textShown } from "../game/game-words.ts";
import { LineOfMoves } from "../lines/line-of-moves.tsx";
import { boardLook, saveSettings, settings } from "../settings/settings.ts";
import { Button } from "../ui/button.tsx";
import { Problem } from "../ui/field.tsx";
import { dateText, scoreInFigures } from "../ui/format.ts";
import { onKeys, useSavedText } from "../ui/hooks.ts";
import { NothingToAsk, ReviewOffer } from "./nothing-to-ask.tsx";
import {
  linesOf,
  type Outcome,
  openPractice,
  type PracticeModel,
  type ShownPart,
  type Task,
} from "./practice-model.ts";
import { Statistics } from "./statistics.tsx";
import * as strings from "./strings.ts";
import "../game/game.css";
import "./practice.css";

/** Positions from the person's own games in which they went wrong, one after the other. */
export function PracticePage() {
  useTitle("Practise your mistakes");
  const model = useMemo(openPractice, []);
  useEffect(() => {
    void model.ask();
    return model.close;
  }, [model]);
  usePracticeKeys(model);
  // Here, so that what is typed stays while the page shows a position. A change is followed by a new look.
  const names = useSavedText(settings.value.record_names, async (text) => {
    const problem = await saveSettings({ record_names: text });
    if (problem === null) void model.ask();
    return problem;
  });
  const task = model.task.value;
  // Not a new one for each position: a screen reader is told what changes.
  if (task) return <TaskPage model={model} task={task} />;
  return <NothingToAsk model={model} names={names} />;
}

interface TaskProps {
  readonly model: PracticeModel;
  readonly task: Task;
}

function TaskPage({ model, task }: TaskProps) {
  const { question, play, study } = task;
  const outcome = model.outcome.value;
  const part = model.part.value;
  const view = model.view.value ?? question.view;
  const moves = part ? linesOf(question)[part.line] : [];
  const overview = model.overview.value;
  const page = useRef<HTMLDivElement>(null);
  const isAnswered = outcome !== null;
  useFocusAt(page, isAnswered ? '[data-part="next"]' : '.board-grid [tabindex="0"]', [question, isAnswered]);
  return (
    <div class="practice board-page" ref={page}>
      <section class="board-row" aria-label="Board">
        <div class="board-square">
          <play.Board
            view={view}
            gameId="practice"
            ply={null}
            lastMove={moves[(part?.count ?? 0) - 1]?.code ?? question.last_move}
            near={question.seat}
            seat={question.seat}
            active={outcome === null}
            over={false}
            legal={outcome === null ? study.legal(view) : []}
            premoves={false}
            look={boardLook.value}
            hint={outcome === null && model.hints.value > 1 ? (question.best[0]?.code ?? null) : null}
            incomplete={null}
            onCompleted={() => {}}
            onMove={model.answer}
          />
        </div>
      </section>
      <section class="practice-side surface stack shrinks" aria-label="Practise">
        <header class="row">
          <h1 tabIndex={-1}>Practise</h1>
          {overview && (
            <p class="push quiet small figures">
              {overview.due + overview.fresh === 0
                ? "none left"
                : overview.due === 0
                  ? `${overview.fresh} new`
                  : overview.fresh === 0
                    ? `${overview.due} due`
                    : `${overview.due} due, ${overview.fresh} new`}
            </p>
          )}
        </header>
        <About {...task} />
        <div role="status" class="stack gap-2" data-part="task">
          <TaskText model={model} task={task} />
        </div>
        <Problem text={model.failure.value?.message} />
        <Actions model={model} />
        {outcome && <Lines model={model} task={task} />}
        <p class="practice-keys quiet text-xs">
          Keys: h for a hint, s for the answer, n for the next position; ← and → step through the line that is shown.
        </p>
        {overview && <ReviewOffer overview={overview} onEnd={model.refresh} />}
        <Statistics about={outcome} />
      </section>
    </div>
  );
}

/** The game from which the position comes, with a link to it there. */
function About({ question }: Task) {
  const [first = "", second = ""] = Object.keys(question.names);
  const place = analysisAddress.path({ query: `?game=${question.game_id}&ply=${question.ply}` });
  return (
    <p class="quiet small">
      <bdi>{`${question.names[first] ?? first} – ${question.names[second] ?? second}`}</bdi>{" "}
      {question.opening !== null && <span>· {question.opening} </span>}·{" "}
      <a class="unbroken" href={place}>
        In the game
      </a>
    </p>
  );
}

/** The move of the game before which the position stands: `23. Qxb7??`. */
function playedText({ question, play }: Task): string {
  const number = moveNumber(question.ply + 1, play.pliesBefore(question.options));
  return `${number} ${textShown(play, question.played.text)}${signOf[question.judgement]}`;
}

/** The question with its hints, or the outcome of the answer. */
function TaskText({ model, task }: TaskProps) {
  const { question, play, study } = task;
  const outcome = model.outcome.value;
  const best = question.best[0];
  if (outcome)
    return (
      <>
        <p class="weight-strong" data-part="verdict" data-right={outcome.right}>
          {verdictText(task, outcome)}
        </p>
        <p class="quiet small">{`${strings.gradeWords[outcome.grade]}. You will see it again from ${dateText(outcome.again_at)} on.`}</p>
      </>
    );
  return (
    <>
      <p class="weight-strong">
        {`${seatTitle(question.seat)} to move.`} {strings.youPlayed(playedText(task), question.judgement)}
      </p>
      {best && model.hints.value > 0 && (
        <p>{`It is the ${study.moverInWords(question.view, best.code)} that moves.`}</p>
      )}
      {best && model.hints.value > 1 && <p>{play.moveInWords(best.text)}</p>}
    </>
  );
}

/** Whether the move was right, and which one was. */
function verdictText({ question, play }: Task, { right, move }: Outcome): string {
  const best = textShown(play, question.best[0]?.text ?? "");
  if (move === null) return `The move was ${best}.`;
  return right ? `Right: ${best}.` : `${textShown(play, move)} is not the move. It was ${best}.`;
}

function Actions({ model }: { model: PracticeModel }) {
  const hints = model.hints.value;
  if (model.outcome.value)
    return (
      <p class="button-row">
        <Button
          key="next"
          kind="primary"
          label="Next"
          data-part="next"
          disabled={model.isSearching.value}
          onClick={() => void model.ask()}
        />
        {model.isSearching.value && (
          <span class="quiet small" role="status">
            {strings.engineLooks}
          </span>
        )}
      </p>
    );
  return (
    <p class="button-row">
      <Button label="Hint" disabled={hints > 1} onClick={model.hint} />
      <Button label="Show the answer" onClick={() => void model.answer(null)} />
      {model.failure.value && <Button label="Next" onClick={() => void model.ask()} />}
    </p>
  );
}

/** The better line, and the refutation of what was played; each can be shown on the board. */
function Lines({ model, task }: TaskProps) {
  const { question } = task;
  return (
    <dl class="practice-lines">
      <Line model={model} task={task} line="best" title="Better" score={question.score} />
      <Line model={model} task={task} line="played" title="What you played" score={question.played_score} />
      <dt class="visually-hidden">Board</dt>
      <dd class="quiet small">
        {`Any other move: ${scoreInFigures({ score: question.others, over: false })} at best.`}{" "}
        {question.engine !== null && `According to a second search by ${question.engine}.`}
      </dd>
    </dl>
  );
}

interface LineProps extends TaskProps, Pick<ShownPart, "line"> {
  readonly title: string;
  readonly score: Task["question"]["score"];
}

function Line({ model, task, line, title, score }: LineProps) {
  const { question, play } = task;
  const part = model.part.value;
  return (
    <>
      <dt class="quiet small">
        {title} <span class="figures">{`(${scoreInFigures({ score, over: false })})`}</span>
      </dt>
      <dd data-line={line}>
        <LineOfMoves
          play={play}
          before={play.pliesBefore(question.options) + question.ply}
          moves={linesOf(question)[line]}
          count={part?.line === line ? part.count : 0}
          onPlay={(count) => model.showLine({ line, count })}
        />
      </dd>
    </>
  );
}

/**
 * Moves the keyboard's place to an element of the page when that changes: to the board of the next position, and to the
 * button that goes on. Where a page begins, the router says.
 */
function useFocusAt(page: RefObject<HTMLElement | null>, selector: string, about: readonly unknown[]): void {
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    if (!isFirst.current) page.current?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
    isFirst.current = false;
  }, about);
}

/** Handles the keys: h shows a hint, s the answer, n asks the next; ← and → step through the shown line. */
function usePracticeKeys(model: PracticeModel): void {
  useLayoutEffect(
    () =>
      onKeys({
        h: model.hint,
        s: () => void model.answer(null),
        n: () => (model.outcome.peek() && !model.isSearching.peek() ? void model.ask() : false),
        ArrowLeft: () => model.step(-1),
        ArrowRight: () => model.step(1),
      }),
    [model],
  );
}
