import { computed, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { Confirmation as GameQuestion } from "../../games/page.ts";
import { Button, type ButtonProps, CloseIcon } from "./button.tsx";
import * as strings from "./strings.ts";
import { Toasts } from "./toasts.tsx";
import "./dialog.css";

const openCount = signal(0);
export const dialogOpen = computed(() => openCount.value > 0);

export interface DialogProps {
  readonly title: string;
  /** Called to close it: by Escape, the close button or a click beside it. */
  readonly onClose: () => void;
  /** The buttons at the lower edge, the confirming one last: one that closes it, unless others are given, or null. */
  readonly actions?: ComponentChildren;
  readonly wide?: boolean;
  readonly children: ComponentChildren;
}

interface CancelOrActProps extends Pick<ButtonProps, "kind" | "disabled" | "autofocus"> {
  readonly onCancel: () => void;
  readonly onAct: () => void;
  /** The label of the button that acts. */
  readonly act: string;
}

/** The buttons of a dialog that asks; with `autofocus`, the safe one takes the focus. */
export const CancelOrAct = ({ onCancel, onAct, act, autofocus = false, ...rest }: CancelOrActProps) => (
  <>
    <Button label={strings.cancel} onClick={onCancel} autofocus={autofocus} />
    <Button label={act} kind="primary" {...rest} onClick={onAct} />
  </>
);

/** A modal dialog for as long as it is rendered. The first field, or what has `autofocus`, takes the focus. */
export function Dialog({ title, onClose, actions, wide = false, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  /** Whether the press began beside the dialog: a text selection can also end there. */
  const beside = useRef(false);
  const titleId = useId();
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
        <div class="dialog-body scrolls stack">{children}</div>
        {actions !== null && (
          <footer class="dialog-actions middle ruled row">
            {actions ?? <Button label={strings.close} onClick={onClose} />}
          </footer>
        )}
        {/* Last, so that the first field takes the focus. */}
        <div class="dialog-close placed">
          <Button kind="quiet" label={strings.close} onClick={onClose}>
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
