import { computed, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { Button } from "./button.tsx";
import * as strings from "./strings.ts";
import "./dialog.css";
import { CloseIcon } from "./icons.tsx";
import { Toasts } from "./toasts.tsx";

const openCount = signal(0);
/** Whether a dialog is open. */
export const dialogOpen = computed(() => openCount.value > 0);

export interface DialogProps {
  readonly title: string;
  /** Called to close it: by Escape, the close button or a click beside it. */
  readonly onClose: () => void;
  /** The buttons at the lower edge, the confirming one last. */
  readonly actions?: ComponentChildren;
  readonly wide?: boolean;
  readonly children: ComponentChildren;
}

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
      <div class="dialog-frame">
        <h2 id={titleId} class="dialog-title">
          {title}
        </h2>
        <div class="dialog-body">{children}</div>
        {actions !== undefined && <footer class="dialog-actions">{actions}</footer>}
        {/* Last, so that the first field takes the focus. */}
        <div class="dialog-close">
          <Button kind="quiet" label={strings.close} onClick={onClose}>
            <CloseIcon />
          </Button>
        </div>
      </div>
      <Toasts />
    </dialog>
  );
}
