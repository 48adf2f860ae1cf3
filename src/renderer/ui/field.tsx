import type { ComponentChildren, InputHTMLAttributes, Ref, SelectHTMLAttributes } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
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

type InputProps = InputHTMLAttributes<HTMLInputElement> & {
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
  readonly problem?: string | null;
};

export const TextField = ({ label, hint, problem = null, ...rest }: TextFieldProps) => (
  <Field label={label} hint={hint} error={problem}>
    {(ids) => <Input {...ids} {...rest} />}
  </Field>
);

/** A field for a number, as it is typed. */
export const NumberField = (props: TextFieldProps) => (
  <TextField class="number" inputMode="decimal" maxLength={20} {...props} />
);

type LinesProps = Pick<TextFieldProps, "label" | "hint" | "text" | "problem" | "onText"> & { readonly rows?: number };

/** A field for a text of several lines, as many of which as `rows` are visible. */
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

type SelectAttributes = Omit<SelectHTMLAttributes<HTMLSelectElement>, "value" | "onChange" | "role">;

export interface SelectProps<Value extends string> extends SelectAttributes {
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly disabled?: boolean }[];
  readonly onChange: (value: Value) => void;
  /** A class beside `input`. */
  readonly class?: string;
}

/** A choice of one among many, without a label of its own. */
export function Select<Value extends string>(props: SelectProps<Value>): ComponentChildren {
  const { value: current, options, onChange, class: own = "", ...rest } = props;
  return (
    <select
      {...rest}
      class={`input ${own}`}
      value={current}
      onChange={({ currentTarget }) => {
        const option = options.find(({ value }) => value === currentTarget.value);
        if (option) onChange(option.value);
      }}
    >
      {options.map(({ value, label, disabled = false }) => (
        <option key={value} value={value} disabled={disabled}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** The options of a choice, from the label of each value. */
export function labelOptions<Value extends string>(
  labels: Readonly<Record<Value, string>>,
): readonly { readonly value: Value; readonly label: string }[];
export function labelOptions(labels: Readonly<Record<string, string>>): readonly object[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

/** A problem that belongs to no field, read aloud as it appears; nothing where there is none. */
export const Problem = ({ text }: { readonly text: string | null | undefined }) =>
  text === null || text === undefined ? null : (
    <p class="field-error" role="alert">
      {text}
    </p>
  );

interface MoreProps {
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

export interface SegmentedProps<Value extends string> {
  /** The label of the choice; shown above unless `hideLegend`. */
  readonly legend: string;
  readonly hideLegend?: boolean;
  readonly options: readonly { readonly value: Value; readonly label: ComponentChildren }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A choice of one among a few: radio buttons as a row of segments, which wraps. */
export const SegmentedChoice = <Value extends string>({ options, ...rest }: SegmentedProps<Value>) => (
  <Radios
    {...rest}
    kind="segment"
    options={options.map(({ value, label }) => ({ value, label: <span class="line">{label}</span> }))}
  />
);

interface RadiosProps<Value extends string> extends SegmentedProps<Value> {
  readonly options: readonly { readonly value: Value; readonly label: ComponentChildren; readonly title?: string }[];
  /** The class of a radio button with its label; with `-row` behind it, the class of all of them. */
  readonly kind: string;
}

/** Radio buttons that are not seen themselves: each lies over the drawing that its label is. */
export function Radios<Value extends string>({ legend, hideLegend = false, kind, ...props }: RadiosProps<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend class={hideLegend ? "visually-hidden" : "field-label"}>{legend}</legend>
      <div class={`${kind}-row row`}>
        {props.options.map(({ value, label, title }) => (
          <label key={value} class={`radio ${kind}`} title={title}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === props.value}
              onChange={() => props.onChange(value)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type ToggleProps = Pick<FieldProps, "label" | "hint"> & {
  on: boolean;
  onChange(on: boolean): void;
  disabled?: boolean;
};

/** A switch with its label before it. */
export function Toggle({ label, hint, on, onChange, disabled = false }: ToggleProps) {
  const hintId = useId();
  return (
    <label class="toggle gap-4 spread line">
      <span class="column">
        <span>{label}</span>
        {hint !== undefined && (
          <span class="quiet small" id={hintId}>
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        class="rigid anchor sunken"
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
