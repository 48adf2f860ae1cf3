import { useState } from "preact/hooks";
import { CancelOrAct, Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/text-field.tsx";
import { setUp } from "./open-study.ts";
import * as strings from "./strings.ts";
import type { StudyProps } from "./study-model.ts";

export interface SetupDialogProps extends StudyProps {
  /** The initial position. */
  readonly text: string;
  readonly flipped: boolean;
  onClose(): void;
}

/** Sets up a position by hand for analysis. */
export function SetupDialog({ model, subject: { study }, text: first, flipped, onClose }: SetupDialogProps) {
  const [text, setText] = useState(first);
  const read = study.read(text);
  const analyse = () => {
    if (!read.ok) return;
    onClose();
    setUp(model, study.write(read.value.view));
  };
  return (
    <Dialog
      title={strings.setUpPosition}
      wide
      onClose={onClose}
      actions={<CancelOrAct onCancel={onClose} act={strings.analyse} disabled={!read.ok} onAct={analyse} />}
    >
      <TextField
        label={study.name}
        class="whole"
        spellcheck={false}
        text={text}
        problem={read.ok ? null : read.message}
        onText={setText}
      />
      <study.Editor text={text} flipped={flipped} onChange={setText} />
    </Dialog>
  );
}
