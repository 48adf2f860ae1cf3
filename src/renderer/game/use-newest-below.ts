import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** Keeps a list scrolled to its end while it grows, unless somebody has scrolled up to read. */
export function useNewestBelow(list: RefObject<HTMLElement | null>, length: number): void {
  const before = useRef(-1);
  useLayoutEffect(() => {
    const box = list.current;
    if (!box) return;
    const added = box.scrollHeight - before.current;
    const wasAtEnd = before.current < 0 || box.scrollTop + box.clientHeight >= box.scrollHeight - added - 40;
    before.current = box.scrollHeight;
    if (wasAtEnd) box.scrollTop = box.scrollHeight;
  }, [length]);
}
