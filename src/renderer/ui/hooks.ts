import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

/** Whether an action is under way, and a function that runs one. */
export function useBusy(): readonly [busy: boolean, run: (action: () => Promise<unknown>) => Promise<void>] {
  const [busy, setBusy] = useState(false);
  const run = async (action: () => Promise<unknown>) => {
    setBusy(true);
    await action();
    setBusy(false);
  };
  return [busy, run];
}

/** Whether a component is still mounted: a request may be answered after the person has gone elsewhere. */
export function useShown(): Readonly<RefObject<boolean>> {
  const isShown = useRef(true);
  useEffect(
    () => () => {
      isShown.current = false;
    },
    [],
  );
  return isShown;
}

/**
 * The answer to a question, which is asked anew when what it is about changes. The former answer stays until then, so that
 * nothing flickers, and where the answer is null.
 */
export function useAnswerTo<T>(
  ask: (signal: AbortSignal) => Promise<T | null> | null,
  about: readonly unknown[],
): T | null {
  const [answer, setAnswer] = useState<T | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    void ask(signal)?.then((told) => signal.aborted || setAnswer((before) => told ?? before));
    return () => controller.abort();
  }, about);
  return answer;
}

/**
 * The attributes of a text field that is saved when it is left or Enter is pressed. Until the person types, and again once
 * it is saved, it shows `value`, whenever that arrives. A refused text stays in the field.
 * @param save resolves to why the text was not stored, or to null, as `refusal` has it until the person types again
 * @param check returns why the text is not to be saved, or null
 */
export function useSavedText(
  value: string,
  save: (text: string) => Promise<string | null>,
  check: (text: string) => string | null = () => null,
) {
  const [draft, setDraft] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>();
  const end = async () => {
    if (draft === null || check(draft) !== null) return;
    setDraft(null);
    const problem = await save(draft);
    setRefusal(problem);
    if (problem !== null) setDraft((since) => since ?? draft);
  };
  const onText = (text: string) => {
    setDraft(text);
    setRefusal(undefined);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => key === "Enter" && void end();
  // A reload would not lose what is stored.
  return { refusal, field: { text: draft ?? value, defaultValue: value, onText, onBlur: end, onKeyDown } };
}

/** Gives a signal its next value, where a handler does no more. */
export function assign<Value>(signal: Signal<Value>, value: NoInfer<Value>): void {
  signal.value = value;
}

/** Whether the window matches a media query. */
export function matchingMedia(query: string): ReadonlySignal<boolean> {
  const list = matchMedia(query);
  const matches = signal(list.matches);
  list.addEventListener("change", (event) => assign(matches, event.matches));
  return matches;
}

/** Handles a form's submission in the page. */
export const submitHandler = (run: () => unknown) => (event: Event) => {
  event.preventDefault();
  run();
};

/** Elements in which all keys have another meaning; those that use only some, as a board does, handle them themselves. */
const formControls = 'input:not([type="checkbox"]), textarea, select, [role="radiogroup"], dialog';

/**
 * Listens for keys on the whole page; returns a function that stops it. Keys with Control or Command are named after
 * both, as `Control+z`; with Shift, only `?` is listened for, which is typed so.
 * @param keys what each key does; a key that answers false is left to the browser
 */
export function onKeys(keys: Readonly<Record<string, (event: KeyboardEvent) => unknown>>): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const key = event.ctrlKey || event.metaKey ? `Control+${event.key}` : event.key;
    if (event.defaultPrevented || event.altKey || (event.shiftKey && key !== "?")) return;
    if (event.target instanceof Element && event.target.closest(formControls)) return;
    if (Object.hasOwn(keys, key) && keys[key]?.(event) !== false) event.preventDefault();
  };
  document.addEventListener("keydown", onKeyDown);
  return () => document.removeEventListener("keydown", onKeyDown);
}

/**
 * Scrolls a box until an element in it is visible; to its start without one. Not by scrollIntoView, which would scroll
 * the page too.
 */
export function keepInSight(box: HTMLElement, part: HTMLElement | null): void {
  if (!part) {
    box.scrollTo(0, 0);
    return;
  }
  const { top, bottom } = part.getBoundingClientRect();
  const frame = box.getBoundingClientRect();
  if (top < frame.top) box.scrollTop += top - frame.top;
  else if (bottom > frame.bottom) box.scrollTop += bottom - frame.bottom;
}

/**
 * Scrolls a box to what `show` shows in it, when that changes, and when the box gets another height.
 * @param show is given the box, and how to scroll it
 */
export function useInSight(
  list: RefObject<HTMLElement | null>,
  show: (box: HTMLElement, scrollTo: typeof keepInSight) => void,
  about: readonly unknown[],
): void {
  const latest = useRef(show);
  latest.current = show;
  useLayoutEffect(() => {
    const box = list.current;
    if (!box) return;
    // The focus goes along, for keyboard users.
    const isFocused = box.contains(document.activeElement);
    show(box, (_, part) => {
      if (isFocused) part?.focus({ preventScroll: true });
      keepInSight(box, part);
    });
  }, about);
  useLayoutEffect(() => {
    const box = list.current;
    if (!box) return;
    const observer = new ResizeObserver(() => latest.current(box, keepInSight));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
}

/** Keeps a list scrolled to its end while it grows, unless somebody has scrolled up to read. */
export function useNewestBelow(list: RefObject<HTMLElement | null>, length: number): void {
  const before = useRef(-1);
  useLayoutEffect(() => {
    const box = list.current;
    if (!box) return;
    const growth = box.scrollHeight - before.current;
    const wasAtEnd = before.current < 0 || box.scrollTop + box.clientHeight >= box.scrollHeight - growth - 40;
    before.current = box.scrollHeight;
    if (wasAtEnd) box.scrollTop = box.scrollHeight;
  }, [length]);
}
