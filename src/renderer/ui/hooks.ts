import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

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
  const shown = useRef(true);
  useEffect(
    () => () => {
      shown.current = false;
    },
    [],
  );
  return shown;
}
