import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Question as GameQuestion } from "../../games/page.ts";
import { CancelOrAct, Dialog } from "./dialog.tsx";

/** The text names the consequence, and says so where it cannot be undone. */
export interface Question extends GameQuestion {
  readonly danger?: boolean;
}

/** Asks before an action. The dialog is rendered where the caller puts it. */
export function useConfirm(): { readonly confirm: (question: Question) => void; readonly dialog: ComponentChildren } {
  const [question, setQuestion] = useState<Question | null>(null);
  const close = () => setQuestion(null);
  const dialog = question && (
    <Dialog
      title={question.title}
      onClose={close}
      actions={
        <CancelOrAct
          autofocus
          kind={question.danger ? "danger" : "primary"}
          act={question.action}
          onCancel={close}
          onAct={() => {
            close();
            question.run();
          }}
        />
      }
    >
      <p>{question.text}</p>
    </Dialog>
  );
  return { confirm: setQuestion, dialog };
}
