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
  /** What is wrong with the value. */
  readonly error?: string | null;
  /** Draws the control with these attributes. */
  readonly children: (ids: FieldIds) => ComponentChildren;
}

/** A control with its name above and what there is to say about it below. */
export function Field({ label, hint, error = null, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
      </label>
      {children({
        id,
        ...(note === undefined ? {} : { "aria-describedby": noteId }),
        ...(error === null ? {} : { "aria-invalid": true }),
      })}
      {note !== undefined && (
        <p id={noteId} class={error === null ? "field-hint" : "field-error"}>
          {note}
        </p>
      )}
    </div>
  );
}
