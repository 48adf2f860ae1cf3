import { useEffect, useState } from "preact/hooks";
import { findPage } from "../../games/pages.ts";
import { glyphSign, glyphWords, verdictNags } from "../../shared/glyphs.ts";
import { mainLine } from "../../shared/lines.ts";
import { amount } from "../../shared/text.ts";
import { getPgn, readLines, studyAsPgn } from "../api/client.ts";
import { MoveFacts } from "../lines/line-tree.tsx";
import { showNewGameFrom } from "../new-game/dialog-state.ts";
import { Button, FlipButton, StepButton, UndoIcon } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Lines, TextField } from "../ui/field.tsx";
import { useShown } from "../ui/hooks.ts";
import { saveAnswer } from "../ui/save-file.ts";
import { toast } from "../ui/toasts.tsx";
import { setUp, takePasted } from "./open-study.ts";
import { newStudyOf, type StudyModel, type StudyProps } from "./study-model.ts";

/** The buttons for the shown study. */
export function StudyBar({ model, subject, isFlipped, onFlip }: StudyProps & { isFlipped: boolean; onFlip(): void }) {
  /** The reason to save the study under a name; null where it is the person's own wish. */
  const [naming, setNaming] = useState<string | null>(null);
  const [asking, setAsking] = useState<"position" | "record" | null>(null);
  const close = () => setAsking(null);
  const { study, kind, id } = subject;
  const { node } = model.spot.value;
  const view = model.view.value;
  const position = view ? study.write(view) : "";
  const isWritten = findPage(kind)?.records !== undefined;
  const isChanged = model.isChanged.value;
  const goesOn = model.goesOn.value;
  const keep = async (title: string) => {
    const problem = await model.keep(title);
    if (problem?.code === "CONFLICT" && id !== null) return setNaming(problem.message);
    if (problem !== null) return toast(problem.message, "problem");
    setNaming(null);
    toast("Saved with your finished games.");
  };
  const download = () => {
    model.settle();
    const isKept = id !== null && !model.isChanged.peek();
    const pgn = isKept
      ? getPgn(id)
      : studyAsPgn(newStudyOf(subject, subject.title || "Analysis", model.spot.peek().lines));
    void saveAnswer(`kibitz-${id ?? "analysis"}.pgn`, pgn);
  };
  const steps = [
    { step: "first", label: "First position", disabled: node < 0 },
    { step: "back", label: "Previous move", disabled: node < 0 },
    { step: "on", label: "Next move", disabled: !goesOn },
    { step: "last", label: "Last position", disabled: !goesOn },
  ] as const;
  return (
    <div class="study-bar stack gap-1">
      <div class="study-steps spread row gap-1">
        {steps.map((each) => (
          <StepButton key={each.step} size="small" {...each} onClick={() => model.step(each.step)} />
        ))}
        <FlipButton size="small" onClick={onFlip} />
        <Button kind="quiet" size="small" label="Undo" disabled={!model.canUndo.value} onClick={model.undo}>
          <UndoIcon />
        </Button>
      </div>
      <div class="study-acts row gap-1">
        <Button size="small" disabled={!model.inVariation.value} onClick={model.promote}>
          Promote variation
        </Button>
        <Button label="Delete from here" size="small" disabled={node < 0} onClick={model.remove} />
        <Button label="Set up position" size="small" onClick={() => setAsking("position")} />
        {isWritten && <Button label="Paste PGN" size="small" onClick={() => setAsking("record")} />}
        <CopyButton label={`Copy ${study.name}`} size="small" text={position} note={`${study.name} copied.`} />
        <Button label="Play from here" size="small" onClick={() => showNewGameFrom(kind, position)} />
        {isWritten && (
          <Button size="small" title="With all variations and comments" onClick={download}>
            Save PGN
          </Button>
        )}
        <Button
          label={id === null ? "Save as study" : isChanged ? "Save changes" : "Saved"}
          kind="primary"
          size="small"
          disabled={!isChanged && id !== null}
          onClick={() => (id === null ? setNaming("") : void keep(subject.title))}
        />
      </div>
      {asking === "position" && (
        <SetupDialog model={model} subject={subject} text={position} isFlipped={isFlipped} onClose={close} />
      )}
      {asking === "record" && <PasteDialog model={model} onClose={close} />}
      {naming !== null && (
        <NameDialog model={model} subject={subject} why={naming} onClose={() => setNaming(null)} onName={keep} />
      )}
    </div>
  );
}

type DialogProps = StudyProps & { onClose(): void };

function NameDialog(props: DialogProps & { why: string; onName(title: string): unknown }) {
  const { model, subject, why, onClose } = props;
  const [name, setName] = useState(subject.title);
  const save = () => name.trim() !== "" && void props.onName(name.trim());
  return (
    <Dialog title="Save as study" onClose={onClose} act={{ label: "Save", disabled: name.trim() === "", run: save }}>
      {why !== "" && <p role="alert">{why}</p>}
      <TextField
        label="Name"
        hint={`Saved with your finished games (${amount(Math.ceil(mainLine(model.spot.value.lines).length / 2), "move")}).`}
        class="whole"
        maxLength={80}
        text={name}
        onText={setName}
      />
    </Dialog>
  );
}

/** A field for a PGN to analyse, which is not stored until the person saves it. */
function PasteDialog({ model, onClose }: { readonly model: StudyModel; onClose(): void }) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const isShown = useShown();
  const load = async () => {
    const answer = await readLines(text);
    if (!isShown.current) return;
    if (!answer.ok) return setProblem(answer.message);
    onClose();
    takePasted(model, answer.value);
  };
  return (
    <Dialog title="Paste a PGN" onClose={onClose} act={{ label: "Analyse", disabled: text.trim() === "", run: load }}>
      <Lines
        label="PGN"
        hint="One game, with variations and comments if you like. It joins your games only when you save it."
        text={text}
        problem={problem}
        rows={8}
        onText={(value) => {
          setText(value);
          setProblem(null);
        }}
      />
    </Dialog>
  );
}

/** Sets up a position by hand for analysis. */
function SetupDialog({ model, onClose, ...props }: DialogProps & { text: string; isFlipped: boolean }) {
  const [text, setText] = useState(props.text);
  const { study } = props.subject;
  const reading = study.parse(text);
  const analyse = () => {
    if (!reading.ok) return;
    onClose();
    setUp(model, study.write(reading.value.view));
  };
  return (
    <Dialog
      title="Set up a position"
      wide
      onClose={onClose}
      act={{ label: "Analyse", disabled: !reading.ok, run: analyse }}
    >
      <study.Editor text={text} isFlipped={props.isFlipped} onChange={setText} />
      {/* Below the board, which its problems would push away. */}
      <TextField
        label={study.name}
        hint="The same position as text, to copy or to paste."
        class="whole"
        spellcheck={false}
        text={text}
        problem={reading.ok ? null : reading.message}
        onText={setText}
      />
    </Dialog>
  );
}

/** The notes on the shown move, or on the whole study at the start. */
export function NotesPanel({ model }: { model: StudyModel }) {
  const { lines, node } = model.spot.value;
  const move = lines.moves[node];
  // Leaving the page saves the text that is being written.
  useEffect(() => model.settle, [model]);
  const nags = move?.nags ?? [];
  const name = move ? `${model.numberOf(node)} ${move.text}` : "the start";
  return (
    <section class="notes pad-1 stack gap-1" aria-label="Notes">
      {move && (
        <fieldset class="notes-glyphs line gap-1">
          <legend class="visually-hidden">{`Assessment of ${name}`}</legend>
          {verdictNags.map((nag) => (
            <button
              type="button"
              key={nag}
              class="button quiet small"
              aria-pressed={nags.includes(nag)}
              aria-label={glyphWords(nag)}
              title={glyphWords(nag)}
              onClick={() => {
                const others = nags.filter((each) => !verdictNags.some((verdict) => verdict === each));
                model.annotate({ nags: nags.includes(nag) ? others : [nag, ...others] });
              }}
            >
              {glyphSign(nag)}
            </button>
          ))}
          <MoveFacts move={move} />
        </fieldset>
      )}
      <textarea
        class="input"
        rows={1}
        aria-label={`Comment on ${name}`}
        placeholder={`Comment on ${name}`}
        value={model.comment.value}
        maxLength={5_000}
        onInput={({ currentTarget }) => model.write(currentTarget.value)}
        onFocus={() => model.write(null)}
        onBlur={model.settle}
      />
    </section>
  );
}
