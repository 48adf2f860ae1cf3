import type { ComponentChildren, InputHTMLAttributes, Ref } from "preact";
import { Field } from "./field.tsx";

export type InputProps = InputHTMLAttributes<HTMLInputElement> & {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** A class beside `input`. */
  readonly class?: string;
  readonly ref?: Ref<HTMLInputElement>;
};

/** A line of text, without a label of its own. */
export const Input = ({ text, onText, class: own = "", ...rest }: InputProps) => (
  <input
    autocomplete="off"
    {...rest}
    class={`input ${own}`}
    value={text}
    onInput={(event) => onText(event.currentTarget.value)}
  />
);

export type TextFieldProps = InputProps & {
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
  /** The problem with the text. */
  readonly problem?: string | null;
};

/** A field for a line of text. */
export const TextField = ({ label, hint, problem = null, ...rest }: TextFieldProps) => (
  <Field label={label} hint={hint} error={problem}>
    {(ids) => <Input {...ids} {...rest} />}
  </Field>
);

/** A field for a number, as it is typed. */
export const NumberField = (props: TextFieldProps) => (
  <TextField class="number" inputMode="decimal" maxLength={20} {...props} />
);

interface LinesProps extends Pick<TextFieldProps, "label" | "hint" | "text" | "problem" | "onText"> {
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
