import { Field } from "./field.tsx";

export interface LinesProps {
  readonly label: string;
  readonly hint: string;
  readonly text: string;
  /** The message that says why it cannot be taken; null where it can. */
  readonly problem: string | null;
  /** How many lines of it are seen. */
  readonly rows?: number;
  readonly onChange: (text: string) => void;
}

/** A text of several lines, as it is typed. */
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
