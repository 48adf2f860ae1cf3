import { useState } from "preact/hooks";
import { readLines } from "../api/client.ts";
import { CancelOrAct, Dialog } from "../ui/dialog.tsx";
import { Lines } from "../ui/lines.tsx";
import { takePasted } from "./open-study.ts";
import * as strings from "./strings.ts";
import type { StudyModel } from "./study-model.ts";

/** A field for a PGN to analyse, which is not stored until the person saves it. */
export function PasteDialog({ model, onClose }: { readonly model: StudyModel; onClose(): void }) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const read = async () => {
    const answer = await readLines(text);
    if (!answer.ok) return setProblem(answer.message);
    onClose();
    takePasted(model, answer.value);
  };
  return (
    <Dialog
      title={strings.pastePgn}
      onClose={onClose}
      actions={
        <CancelOrAct onCancel={onClose} act={strings.analyse} disabled={text.trim() === ""} onAct={() => void read()} />
      }
    >
      <Lines
        label={strings.pgn}
        hint={strings.oneGameWithVariations}
        text={text}
        problem={problem}
        rows={8}
        onText={(changed) => {
          setText(changed);
          setProblem(null);
        }}
      />
    </Dialog>
  );
}
