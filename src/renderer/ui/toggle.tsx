import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import "./toggle.css";

export interface ToggleProps {
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  readonly hint?: ComponentChildren;
  readonly disabled?: boolean;
  readonly children: ComponentChildren;
}

/** A switch with its label before it. */
export function Toggle({ on, onChange, hint, disabled = false, children }: ToggleProps) {
  const hintId = useId();
  return (
    <label class="toggle">
      <span class="toggle-words">
        <span>{children}</span>
        {hint !== undefined && (
          <span class="quiet small" id={hintId}>
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        checked={on}
        aria-checked={on}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : hintId}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
