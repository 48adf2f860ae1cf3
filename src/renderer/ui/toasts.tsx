import { signal } from "@preact/signals";
import type { EngineNotice } from "../../shared/terms.ts";
import type { Answer } from "../api/request.ts";
import "./toasts.css";

export type ToastKind = "done" | "problem";

/** The action that the toast offers, such as undo. */
export interface ToastAction {
  readonly label: string;
  run(): void;
}

const SHOWN_MS: Record<ToastKind, number> = { done: 3_000, problem: 8_000 };
/** Milliseconds for a toast with an action: long enough to reconsider. */
const SHOWN_WITH_ACTION_MS = 12_000;
const MOST_TOASTS = 3;

const toasts = signal<readonly { id: number; kind: ToastKind; text: string; action: ToastAction | null }[]>([]);
let lastId = 0;

/** Shows a short message, also to screen readers. */
export function toast(text: string, kind: ToastKind = "done", action: ToastAction | null = null): void {
  lastId += 1;
  const id = lastId;
  // The same message replaces itself, so that a second click announces it again but shows it once; each action stays.
  const others = toasts.value.filter((toast) => toast.text !== text || toast.action);
  toasts.value = [...others, { id, kind, text, action }].slice(-MOST_TOASTS);
  setTimeout(() => close(id), action ? SHOWN_WITH_ACTION_MS : SHOWN_MS[kind]);
}

/** The value of an answer; null, after a message that says why, where it has none. */
export async function valueOrToast<Value>(request: Promise<Answer<Value>>): Promise<Value | null> {
  const answer = await request;
  if (answer.ok) return answer.value;
  toast(answer.message, "problem");
  return null;
}

function close(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/**
 * The container of toasts: in the page, and in each dialog, which makes everything outside it inert. It is rendered
 * before them, since screen readers announce only additions; while `silent`, none appear.
 */
export const Toasts = ({ silent = false }: { readonly silent?: boolean }) => (
  <div class="toasts middle gap-2 stack" role="status" aria-live="polite">
    {!silent &&
      toasts.value.map(({ id, kind, text, action }) => (
        <p key={id} class={`toast rounded ${kind}`}>
          {text}
          {action && (
            <button
              type="button"
              class="toast-action weight-strong bare"
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

let lastNotice: EngineNotice = null;

/** Tells the person once that another engine than the chosen one analyses. */
export function tellNotice(notice: EngineNotice): void {
  if (notice === null || notice === lastNotice) return;
  lastNotice = notice;
  toast(notice, "problem");
}
