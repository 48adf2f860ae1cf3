import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Whether a part of the page is still there: what it asked for may be answered when the person has gone elsewhere. */
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
