import { acceptChanges, hasAssistants, noteAt, takeOutChanges } from "../../shared/coach/assistant.ts";
import { applyChanges, keyOf, nearestPlace, pathOf } from "../../shared/coach/changes.ts";
import { glyphSign, glyphWords } from "../../shared/glyphs.ts";
import type { Lines } from "../../shared/lines.ts";
import type { StudyModel } from "../analysis/study-model.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Toggle } from "../ui/field.tsx";
import { promptCopied, type Share, shapesInWords } from "./share.ts";
import "./coach.css";

/** The switch by which a person shares the board with their assistants, and what those ask and have written. */
export function SharePanel({ model, share }: { model: StudyModel; share: Share }) {
  const board = share.board.value;
  const { lines, node } = model.spot.value;
  const path = pathOf(lines, node);
  const isAsked = new URLSearchParams(location.search).get("share") === "ask" && !board;
  const pointer = board?.pointer;
  const isElsewhere = pointer && keyOf(pointer) !== keyOf(path);
  const hasNotes = hasAssistants(lines);
  if (!model.subject.value) return null;
  return (
    <section class="coach pad-1 stack gap-1" aria-label="Assistant">
      <p class="visually-hidden" role="status">
        {share.words.value}
      </p>
      {isAsked && (
        <p role="alert">
          An assistant asks you to share this board. Do so only if you asked one to look at it with you.
        </p>
      )}
      <Toggle
        label="Share with my assistant"
        hint={
          board
            ? "Assistants on this computer read and write it."
            : "Assistants on this computer may then read and write it."
        }
        on={share.turning.value ?? board !== null}
        onChange={(on) => void share.turn(on)}
      />
      {board && (
        <div class="coach-acts row gap-1">
          <Button
            size="small"
            aria-pressed={share.following.value}
            title="The board goes where your assistant shows something."
            onClick={() => share.follow(!share.following.value)}
          >
            Follow
          </Button>
          <CopyButton size="small" label="Copy prompt" text={board.prompt} note={promptCopied} />
          {pointer && isElsewhere && (
            <Button size="small" title="Your assistant shows another place." onClick={() => share.goTo(pointer)}>
              Go there
            </Button>
          )}
        </div>
      )}
      {board?.question && <QuestionBox share={share} question={board.question} path={path} />}
      {hasNotes && <NoteBox model={model} />}
    </section>
  );
}

type BoardQuestion = NonNullable<NonNullable<Share["board"]["value"]>["question"]>;

function QuestionBox({ share, question, path }: { share: Share; question: BoardQuestion; path: readonly string[] }) {
  const isHere = keyOf(question.at) === keyOf(path);
  return (
    <div class="coach-note stack gap-1" data-part="question">
      <p>
        <strong>Assistant: </strong>
        <bdi>{question.text || "Find a move here."}</bdi> {isHere && "Play it on the board."}
      </p>
      <div class="row gap-1">
        {!isHere && <Button size="small" label="Go there" onClick={() => share.goTo(question.at)} />}
        <Button size="small" label="Pass" onClick={share.pass} />
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
          <strong>Assistant: </strong>
          {nags.map((nag) => (
            <span key={nag} title={glyphWords(nag)}>
              {glyphSign(nag)}{" "}
            </span>
          ))}
          {comment !== undefined && <bdi>{comment} </bdi>}
          {shapes.length > 0 && <span class="quiet">{shapesInWords(shapes)} </span>}
          {added && <span class="quiet">This move is your assistant’s.</span>}
        </p>
      )}
      <div class="coach-acts row gap-1">
        {note && (
          <>
            <Button
              size="small"
              label="Accept"
              onClick={() => editTree(model, (tree) => acceptChanges(tree, path, false))}
            />
            <Button size="small" label="Remove" onClick={() => editTree(model, (tree) => takeOutChanges(tree, path))} />
          </>
        )}
        <Button
          kind="quiet"
          size="small"
          label="Accept all"
          onClick={() => editTree(model, (tree) => acceptChanges(tree, [], true))}
        />
        <Button
          kind="quiet"
          size="small"
          label="Remove all"
          onClick={() => editTree(model, (tree) => takeOutChanges(tree, []))}
        />
      </div>
    </div>
  );
}

/** Changes the tree, which can be undone; the shown place stays as long as it is there. */
const editTree = (model: StudyModel, changesOf: (tree: Lines) => Parameters<typeof applyChanges>[1]) =>
  model.change(({ lines, node }) => {
    const next = applyChanges(lines, changesOf(lines));
    return { lines: next, node: nearestPlace(next, pathOf(lines, node)) };
  });
