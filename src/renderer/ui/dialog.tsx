import { computed, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { Confirmation as GameQuestion } from "../../games/page.ts";
import { Button, type ButtonProps, CloseIcon } from "./button.tsx";
import { submitHandler } from "./hooks.ts";
import { Toasts } from "./toasts.tsx";
import "./dialog.css";

const openCount = signal(0);
export const dialogOpen = computed(() => openCount.value > 0);

/** The act of a dialog: its button, which Enter in one of its fields presses, too. */
export interface DialogAct extends Pick<ButtonProps, "label" | "kind" | "disabled"> {
  run(): unknown;
  /** Stands before the buttons, such as a problem. */
  readonly note?: ComponentChildren;
  /** Whether the button that cancels it takes the focus. */
  readonly asks?: boolean;
}

export interface DialogProps {
  readonly title: string;
  /** Called to close it: by Escape, the close button or a click beside it. */
  readonly onClose: () => void;
  readonly act?: DialogAct;
  /** The buttons at the lower edge, the confirming one last; null for none, absent for those of its act, or one that closes it. */
  readonly actions?: ComponentChildren;
  readonly wide?: boolean;
  readonly children: ComponentChildren;
}

/** A modal dialog for as long as it is rendered. The first field, or what has `autofocus`, takes the focus. */
export function Dialog({ title, onClose, act, actions, wide = false, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  /** Whether the press began beside the dialog: a text selection can also end there. */
  const beside = useRef(false);
  const titleId = useId();
  const formId = useId();
  const Body = act ? "form" : "div";
  const { run: _, note, asks = false, ...button } = act ?? {};
  useEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    dialog?.showModal();
    openCount.value += 1;
    return () => {
      openCount.value -= 1;
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the dialog; Escape is the key for it
    <dialog
      ref={element}
      class={`dialog${wide ? " wide" : ""}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        beside.current = event.target === element.current;
      }}
      onClick={(event) => {
        if (beside.current && event.target === element.current) onClose();
      }}
    >
      <div class="dialog-frame column anchor">
        <h2 id={titleId} class="dialog-title">
          {title}
        </h2>
        <Body
          class="dialog-body scrolls stack"
          {...(act && { id: formId, noValidate: true, onSubmit: submitHandler(act.run) })}
        >
          {children}
        </Body>
        {actions !== null && (
          <footer class="dialog-actions middle ruled row">
            {note}
            {actions ?? <Button label={act ? "Cancel" : "Close"} autofocus={asks} onClick={onClose} />}
            {act && <Button kind="primary" {...button} type="submit" form={formId} />}
          </footer>
        )}
        {/* Last, so that the first field takes the focus. */}
        <div class="dialog-close placed">
          <Button kind="quiet" label="Close" onClick={onClose}>
            <CloseIcon />
          </Button>
        </div>
      </div>
      <Toasts />
    </dialog>
  );
}

/** The text names the consequence, and says so where it cannot be undone. */
export interface Warning extends GameQuestion {
  readonly danger?: boolean;
}

/** Asks before an action. The dialog is rendered where the caller puts it. */
export function useConfirm(): { readonly confirm: (question: Warning) => void; readonly dialog: ComponentChildren } {
  const [question, setQuestion] = useState<Warning | null>(null);
  const close = () => setQuestion(null);
  const dialog = question && (
    <Dialog
      title={question.title}
      onClose={close}
      act={{
        label: question.action,
        kind: question.danger ? "danger" : "primary",
        asks: true,
        run: () => {
          close();
          question.run();
        },
      }}
    >
      <p>{question.text}</p>
    </Dialog>
  );
  return { confirm: setQuestion, dialog };
}
