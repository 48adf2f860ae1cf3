import type { ComponentChildren } from "preact";
import { useNearView } from "./near-view.ts";

export interface WhenNearProps {
  /** The expected height in CSS: the space is kept, so that nothing moves. */
  readonly height: string;
  readonly children: () => ComponentChildren;
}

/** Renders long content only while it is visible or soon will be, or is printed. */
export function WhenNear({ height, children }: WhenNearProps) {
  const { ref, near } = useNearView<HTMLDivElement>();
  return (
    <div ref={ref} style={{ minHeight: height }}>
      {near && children()}
    </div>
  );
}
