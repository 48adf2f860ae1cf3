import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import "./field.css";

export interface FieldIds {
  readonly id: string;
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: true;
}

export interface FieldProps {
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
  /** The problem with the value. */
  readonly error?: string | null;
  /** Renders the control with these attributes. */
  readonly children: (ids: FieldIds) => ComponentChildren;
}

/** A control with its label above, and its hint and problem below. */
export function Field({ label, hint, error = null, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
      </label>
      {children({
        id,
        ...(error === null && hint === undefined ? {} : { "aria-describedby": noteId }),
        ...(error === null ? {} : { "aria-invalid": true }),
      })}
      {error !== null ? (
        // An element of its own, so that a new problem is read aloud, and the hint is not.
        <p key="error" id={noteId} class="field-error" role="alert">
          {error}
        </p>
      ) : (
        hint !== undefined && (
          <p key="hint" id={noteId} class="quiet small">
            {hint}
          </p>
        )
      )}
    </div>
  );
}
