import { useState } from "preact/hooks";
import { CancelOrAct, Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/text-field.tsx";
import type { Subject } from "./load-study.ts";
import * as strings from "./strings.ts";

export interface SetupDialogProps {
  readonly subject: Subject;
  /** The initial position. */
  readonly text: string;
  readonly flipped: boolean;
  onClose(): void;
  /** Called with the position in the game's notation. */
  onDone(text: string): void;
}

/** Sets up a position by hand for analysis. */
export function SetupDialog({ subject: { study }, text: first, flipped, onClose, onDone }: SetupDialogProps) {
  const [text, setText] = useState(first);
  const read = study.read(text);
  return (
    <Dialog
      title={strings.setUpPosition}
      wide
      onClose={onClose}
      actions={
        <CancelOrAct
          onCancel={onClose}
          act={strings.analyse}
          disabled={!read.ok}
          onAct={() => read.ok && onDone(study.write(read.value.view))}
        />
      }
    >
      <TextField
        label={study.name}
        class="setup-text"
        spellcheck={false}
        text={text}
        problem={read.ok ? null : read.message}
        onText={setText}
      />
      <study.Editor text={text} flipped={flipped} onChange={setText} />
    </Dialog>
  );
}
