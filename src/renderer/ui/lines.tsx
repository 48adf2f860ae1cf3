import { Field } from "./field.tsx";
import type { TextFieldProps } from "./text-field.tsx";

export interface LinesProps extends Pick<TextFieldProps, "label" | "hint" | "text" | "problem" | "onText"> {
  /** The number of visible lines. */
  readonly rows?: number;
}

/** A field for a text of several lines. */
export const Lines = ({ label, hint, text, problem = null, rows = 2, onText }: LinesProps) => (
  <Field label={label} hint={hint} error={problem}>
    {(ids) => (
      <textarea
        {...ids}
        class="input"
        rows={rows}
        spellcheck={false}
        value={text}
        onInput={(event) => onText(event.currentTarget.value)}
      />
    )}
  </Field>
);
