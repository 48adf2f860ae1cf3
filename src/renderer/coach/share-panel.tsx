import { acceptChanges, hasAssistants, noteAt, takeOutChanges } from "../../shared/coach/assistant.ts";
import { applyChanges, keyOf, nearestPlace, pathOf } from "../../shared/coach/changes.ts";
import { glyphSign, glyphWords } from "../../shared/glyphs.ts";
import type { Lines } from "../../shared/lines.ts";
import type { StudyModel } from "../analysis/study-model.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Toggle } from "../ui/field.tsx";
import type { Share } from "./share.ts";
import * as strings from "./strings.ts";
import "./coach.css";

/** The switch by which a person shares the board with their assistants, and what those ask and have written. */
export function SharePanel({ model, share }: { model: StudyModel; share: Share }) {
  const board = share.board.value;
  const { lines, node } = model.spot.value;
  const path = pathOf(lines, node);
  const isAsked = new URLSearchParams(location.search).get("share") === "ask" && !board;
  const pointer = board?.pointer;
  const isElsewhere = pointer && !share.following.value && keyOf(pointer) !== keyOf(path);
  const hasNotes = hasAssistants(lines);
  if (!model.subject.value) return null;
  return (
    <section class="coach pad-1 stack gap-1" aria-label={strings.assistant}>
      <p class="visually-hidden" role="status">
        {share.words.value}
      </p>
      {isAsked && <p role="alert">{strings.assistantAsksToShare}</p>}
      <Toggle
        label={strings.shareWithMyAssistant}
        hint={board ? strings.whoWrites : strings.whoMayWrite}
        on={share.turning.value ?? board !== null}
        onChange={(on) => void share.turn(on)}
      />
      {board && (
        <div class="coach-acts row gap-1">
          <Button
            size="small"
            aria-pressed={share.following.value}
            title={strings.followHint}
            onClick={() => share.follow(!share.following.value)}
          >
            {strings.follow}
          </Button>
          <CopyButton size="small" label={strings.copyPrompt} text={board.prompt} note={strings.promptCopied} />
          {pointer && isElsewhere && (
            <Button size="small" title={strings.assistantShows} onClick={() => share.goTo(pointer)}>
              {strings.goThere}
            </Button>
          )}
        </div>
      )}
      {board?.question && <QuestionBox share={share} question={board.question} path={path} />}
      {hasNotes && <NoteBox model={model} />}
    </section>
  );
}

type Question = NonNullable<NonNullable<Share["board"]["value"]>["question"]>;

function QuestionBox({ share, question, path }: { share: Share; question: Question; path: readonly string[] }) {
  const isHere = keyOf(question.at) === keyOf(path);
  return (
    <div class="coach-note stack gap-1" data-part="question">
      <p>
        <strong>{strings.assistant}: </strong>
        <bdi>{question.text || strings.findMove}</bdi> {isHere && strings.playItOnBoard}
      </p>
      <div class="row gap-1">
        {!isHere && <Button size="small" label={strings.goThere} onClick={() => share.goTo(question.at)} />}
        <Button size="small" label={strings.pass} onClick={share.pass} />
      </div>
    </div>
  );
}

/** The writing of the assistant at the shown place, and the person's word on it and on all of it. */
function NoteBox({ model }: { model: StudyModel }) {
  const { lines, node } = model.spot.value;
  const path = pathOf(lines, node);
  const note = noteAt(lines, node);
  const { added, comment, nags = [], shapes = [] } = note ?? {};
  return (
    <div class={note ? "coach-note stack gap-1" : ""}>
      {note && (
        <p data-part="assistant-note">
          <strong>{strings.assistant}: </strong>
          {nags.map((nag) => (
            <span key={nag} title={glyphWords(nag)}>
              {glyphSign(nag)}{" "}
            </span>
          ))}
          {comment !== undefined && <bdi>{comment} </bdi>}
          {shapes.length > 0 && <span class="quiet">{strings.drawn(shapes)} </span>}
          {added && <span class="quiet">{strings.movesOfAssistants}</span>}
        </p>
      )}
      <div class="coach-acts row gap-1">
        {note && (
          <>
            <Button
              size="small"
              label={strings.accept}
              onClick={() => edit(model, (tree) => acceptChanges(tree, path, false))}
            />
            <Button
              size="small"
              label={strings.takeOut}
              onClick={() => edit(model, (tree) => takeOutChanges(tree, path))}
            />
          </>
        )}
        <Button
          kind="quiet"
          size="small"
          label={strings.acceptAll}
          onClick={() => edit(model, (tree) => acceptChanges(tree, [], true))}
        />
        <Button
          kind="quiet"
          size="small"
          label={strings.takeOutAll}
          onClick={() => edit(model, (tree) => takeOutChanges(tree, []))}
        />
      </div>
    </div>
  );
}

/** Changes the tree, which can be undone; the shown place stays as long as it is there. */
const edit = (model: StudyModel, changesOf: (tree: Lines) => Parameters<typeof applyChanges>[1]) =>
  model.change(({ lines, node }) => {
    const next = applyChanges(lines, changesOf(lines));
    return { lines: next, node: nearestPlace(next, pathOf(lines, node)) };
  });
