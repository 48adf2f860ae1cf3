import { Field } from "./field.tsx";

export interface LinesProps {
  readonly label: string;
  readonly hint: string;
  readonly text: string;
  /** The problem with the text; null for none. */
  readonly problem: string | null;
  /** The number of visible lines. */
  readonly rows?: number;
  readonly onChange: (text: string) => void;
}

/** A field for a text of several lines. */
export const Lines = ({ label, hint, text, problem, rows = 2, onChange }: LinesProps) => (
  <Field label={label} hint={hint} error={problem}>
    {(ids) => (
      <textarea
        {...ids}
        class="input"
        rows={rows}
        spellcheck={false}
        value={text}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    )}
  </Field>
);
