import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

export interface MoreProps {
  readonly class: string;
  readonly summary: string;
  /** Whether a field in it has a problem, which opens it. */
  readonly wrong: boolean;
  readonly children: ComponentChildren;
}

/** A collapsed group of rarely used fields. The browser keeps whether it is open; a problem inside opens it. */
export function More({ summary, wrong, children, ...rest }: MoreProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    if (wrong && details.current) details.current.open = true;
  }, [wrong]);
  return (
    <details class={`more ${rest.class}`} ref={details}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
