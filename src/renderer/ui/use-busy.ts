import { useState } from "preact/hooks";

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
