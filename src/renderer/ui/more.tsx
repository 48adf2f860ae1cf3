import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

export interface MoreProps {
  readonly class: string;
  readonly summary: string;
  /** Whether something is wrong with what is in it: then it comes forward. */
  readonly wrong: boolean;
  readonly children: ComponentChildren;
}

/** What few need, folded away. */
export function More({ summary, wrong, children, ...rest }: MoreProps) {
  const [open, setOpen] = useState(false);
  return (
    <details
      class={rest.class}
      open={open || wrong}
      onToggle={(event) => {
        // Others may be folded away in here.
        if (event.currentTarget === event.target) setOpen(event.currentTarget.open);
      }}
    >
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
