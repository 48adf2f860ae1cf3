import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

export interface MoreProps {
  readonly class: string;
  readonly summary: string;
  /** Whether something is wrong with what is in it: then it comes forward. */
  readonly wrong: boolean;
  readonly children: ComponentChildren;
}

/** Fields that few people need, folded away. The browser knows whether it is open; a problem inside opens it. */
export function More({ summary, wrong, children, ...rest }: MoreProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    if (wrong && details.current) details.current.open = true;
  }, [wrong]);
  return (
    <details class={rest.class} ref={details}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
