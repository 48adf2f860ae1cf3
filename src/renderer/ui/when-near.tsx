import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/**
 * Renders long content only while it is visible or soon will be, or is printed. The space of its expected `height` in CSS
 * is kept, so that nothing moves.
 */
export function WhenNear({ height, children }: { height: string; children: () => ComponentChildren }) {
  const { ref, near } = useNearView<HTMLDivElement>();
  return (
    <div ref={ref} style={{ minHeight: height }}>
      {near && children()}
    </div>
  );
}

/** The distance from the window up to which an element counts as near. */
const MARGIN = "600px 0px";

const nearListeners = new Map<Element, (near: boolean) => void>();
let observer: IntersectionObserver | null = null;

function createObserver(): IntersectionObserver {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) nearListeners.get(target)?.(isIntersecting);
    },
    { rootMargin: MARGIN },
  );
  // In print, every element is visible.
  addEventListener("beforeprint", () => {
    for (const listener of nearListeners.values()) listener(true);
  });
  addEventListener("afterprint", () => {
    observer.disconnect();
    // Observing reports each element's state at once.
    for (const element of nearListeners.keys()) observer.observe(element);
  });
  return observer;
}

/** Calls whenever an element comes near the visible area or leaves it. Returns a function that stops it. */
function observeNear(element: Element, listener: (near: boolean) => void): () => void {
  observer ??= createObserver();
  nearListeners.set(element, listener);
  observer.observe(element);
  return () => {
    observer?.unobserve(element);
    nearListeners.delete(element);
  };
}

/** Whether an element is visible or soon will be, or is printed: distant content need not be drawn. */
export function useNearView<Kind extends Element>(): { readonly ref: RefObject<Kind | null>; readonly near: boolean } {
  const ref = useRef<Kind>(null);
  const [near, setNear] = useState(false);
  useEffect(() => (ref.current ? observeNear(ref.current, setNear) : undefined), []);
  return { ref, near };
}
