import type { ComponentChildren } from "preact";
import { useNearView } from "./near-view.ts";

export interface WhenNearProps {
  /** The height that it will have, as CSS says it: until then its room is kept, so that nothing moves. */
  readonly height: string;
  readonly children: () => ComponentChildren;
}

/** Draws something long only while it is in view or soon will be, or is printed. */
export function WhenNear({ height, children }: WhenNearProps) {
  const { ref, near } = useNearView<HTMLDivElement>();
  return (
    <div ref={ref} style={{ minHeight: height }}>
      {near && children()}
    </div>
  );
}
