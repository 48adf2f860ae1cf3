import { useState } from "preact/hooks";
import { findPage } from "../../games/pages.ts";
import { getPgn, writeStudy } from "../api/client.ts";
import { showNewGameFrom } from "../new-game/shown.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icons.tsx";
import { saveAnswer } from "../ui/save-file.ts";
import { StepIcon } from "../ui/step-icon.tsx";
import { TextField } from "../ui/text-field.tsx";
import { toast } from "../ui/toasts.tsx";
import type { Subject } from "./load-study.ts";
import * as strings from "./strings.ts";
import { type StudyModel, unkept } from "./study-model.ts";

export interface StudyBarProps {
  readonly model: StudyModel;
  readonly subject: Subject;
  onFlip(): void;
  onSetup(): void;
  onPaste(): void;
}

/** The buttons for the shown study. */
export function StudyBar({ model, subject, onFlip, onSetup, onPaste }: StudyBarProps) {
  /** The reason to save the study under a name; null where it is the person's own wish. */
  const [naming, setNaming] = useState<string | null>(null);
  const { study, kind, id } = subject;
  const { lines, here } = model.spot.value;
  const view = model.view.value;
  const position = view ? study.write(view) : "";
  const isWritten = findPage(kind)?.records !== undefined;
  const changed = model.changed.value;
  const goesOn = model.goesOn.value;
  const keep = async (title: string) => {
    const problem = await model.keep(title);
    if (problem?.code === "CONFLICT" && id !== null) return setNaming(problem.message);
    if (problem !== null) return toast(problem.message, "problem");
    setNaming(null);
    toast(strings.savedWithFinishedGames);
  };
  const download = () => {
    model.settle();
    const isKept = id !== null && !model.changed.peek();
    const pgn = isKept
      ? getPgn(id)
      : writeStudy(unkept(subject, subject.title || strings.analysis, model.spot.peek().lines));
    void saveAnswer(`kibitz-${id ?? "analysis"}.pgn`, pgn);
  };
  return (
    <div class="study-bar">
      <div class="study-steps">
        <Button
          kind="quiet"
          size="small"
          label={strings.firstPosition}
          disabled={here < 0}
          onClick={() => model.step("first")}
        >
          <StepIcon step="first" />
        </Button>
        <Button
          kind="quiet"
          size="small"
          label={strings.previousMove}
          disabled={here < 0}
          onClick={() => model.step("back")}
        >
          <StepIcon step="back" />
        </Button>
        <Button kind="quiet" size="small" label={strings.nextMove} disabled={!goesOn} onClick={() => model.step("on")}>
          <StepIcon step="on" />
        </Button>
        <Button
          kind="quiet"
          size="small"
          label={strings.lastPosition}
          disabled={!goesOn}
          onClick={() => model.step("last")}
        >
          <StepIcon step="last" />
        </Button>
        <Button kind="quiet" size="small" label={strings.flipBoard} onClick={onFlip}>
          <StepIcon step="flip" />
        </Button>
        <Button kind="quiet" size="small" label={strings.undo} disabled={!model.canUndo.value} onClick={model.undo}>
          <Icon>
            <path d="M3 6h6.5a3.5 3.5 0 0 1 0 7H6M5.5 3L2.5 6l3 3" />
          </Icon>
        </Button>
      </div>
      <div class="study-acts">
        <Button size="small" disabled={!model.inVariation.value} onClick={model.promote}>
          {strings.promoteVariation}
        </Button>
        <Button size="small" disabled={here < 0} onClick={model.remove}>
          {strings.deleteFromHere}
        </Button>
        <Button size="small" onClick={onSetup}>
          {strings.setUpPositionLabel}
        </Button>
        {isWritten && (
          <Button size="small" onClick={onPaste}>
            {strings.pastePgnLabel}
          </Button>
        )}
        <CopyButton size="small" text={position} done={strings.copied(study.name)}>
          {strings.copy(study.name)}
        </CopyButton>
        <Button size="small" onClick={() => showNewGameFrom(kind, position)}>
          {strings.playFromHere}
        </Button>
        {isWritten && (
          <Button size="small" title={strings.withAllVariationsAndComments} onClick={download}>
            {strings.downloadPgn}
          </Button>
        )}
        <Button
          kind="primary"
          size="small"
          disabled={!changed && id !== null}
          onClick={() => (id === null ? setNaming("") : void keep(subject.title))}
        >
          {id === null ? strings.saveAsStudy : changed ? strings.saveChanges : strings.saved}
        </Button>
      </div>
      {naming !== null && (
        <NameDialog
          why={naming}
          title={subject.title}
          moves={lines.moves.length}
          onClose={() => setNaming(null)}
          onName={keep}
        />
      )}
    </div>
  );
}

interface NameDialogProps {
  readonly why: string;
  readonly title: string;
  readonly moves: number;
  onClose(): void;
  onName(title: string): Promise<unknown>;
}

function NameDialog({ why, title, moves, onClose, onName }: NameDialogProps) {
  const [name, setName] = useState(title);
  const save = () => name.trim() !== "" && void onName(name.trim());
  return (
    <Dialog
      title={strings.saveAsStudy}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{strings.cancel}</Button>
          <Button kind="primary" disabled={name.trim() === ""} onClick={save}>
            {strings.save}
          </Button>
        </>
      }
    >
      {why !== "" && <p role="alert">{why}</p>}
      <TextField
        label={strings.name}
        hint={strings.appearsAmongFinishedGames(moves === 1 ? strings.oneMove : strings.moves(moves))}
        class="study-name"
        maxLength={80}
        text={name}
        onText={setName}
        onKeyDown={({ key }) => key === "Enter" && save()}
      />
    </Dialog>
  );
}
