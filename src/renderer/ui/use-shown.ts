import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

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
