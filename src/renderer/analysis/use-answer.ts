import { type ReadonlySignal, useSignal, useSignalEffect } from "@preact/signals";
import type { Answer } from "../api/answer.ts";

/**
 * The host's answer to a question, which is asked anew when a signal that it reads changes. The former answer stays
 * until then, so that nothing flickers, and where no answer comes.
 */
export function useAnswer<T>(ask: (asked: AbortSignal) => Promise<Answer<T>> | null): ReadonlySignal<T | null> {
  const told = useSignal<T | null>(null);
  useSignalEffect(() => {
    const asked = new AbortController();
    void ask(asked.signal)?.then((answer) => {
      if (answer.ok && !asked.signal.aborted) told.value = answer.value;
    });
    return () => asked.abort();
  });
  return told;
}
