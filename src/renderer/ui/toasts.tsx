import { signal } from "@preact/signals";
import "./toasts.css";

export type ToastKind = "done" | "problem";

interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
  readonly action: ToastAction | null;
}

/** The remedy that is offered while the toast is shown. */
export interface ToastAction {
  readonly label: string;
  run(): void;
}

const SHOWN_MS: Record<ToastKind, number> = { done: 3_000, problem: 8_000 };
/** Long enough to think better of it. */
const SHOWN_WITH_ACTION_MS = 12_000;
const MOST = 3;

const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

/** Tells the person something in passing, to the eye and to a screen reader. */
export function toast(text: string, kind: ToastKind = "done", action: ToastAction | null = null): void {
  lastId += 1;
  const id = lastId;
  // The same words again replace themselves, so that pressing a button twice says it twice but shows it once.
  const others = toasts.value.filter((shown) => shown.text !== text);
  toasts.value = [...others, { id, kind, text, action }].slice(-MOST);
  setTimeout(() => close(id), action ? SHOWN_WITH_ACTION_MS : SHOWN_MS[kind]);
}

function close(id: number): void {
  toasts.value = toasts.value.filter((shown) => shown.id !== id);
}

/**
 * The place where toasts appear: in the page, and in each dialog, outside of which nothing is seen or heard. It is there
 * before them, since only what comes into such a place is read aloud; while it is silent none appear.
 */
export function Toasts({ silent = false }: { readonly silent?: boolean }) {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {!silent &&
        toasts.value.map(({ id, kind, text, action }) => (
          <p key={id} class={`toast ${kind}`}>
            {text}
            {action && (
              <button
                type="button"
                class="toast-action"
                onClick={() => {
                  close(id);
                  action.run();
                }}
              >
                {action.label}
              </button>
            )}
          </p>
        ))}
    </div>
  );
}
