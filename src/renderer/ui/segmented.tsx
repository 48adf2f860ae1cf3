import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import "./segmented.css";

export interface SegmentedProps<Value extends string> {
  /** The label of the choice; shown above unless `hideLegend`. */
  readonly legend: string;
  readonly hideLegend?: boolean;
  readonly options: readonly { readonly value: Value; readonly label: ComponentChildren }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A choice of one among a few: radio buttons as a row of segments, which wraps. */
export const Segmented = <Value extends string>({ options, ...rest }: SegmentedProps<Value>) => (
  <Radios
    {...rest}
    kind="segment"
    options={options.map(({ value, label }) => ({ value, label: <span>{label}</span> }))}
  />
);

export interface RadiosProps<Value extends string> extends SegmentedProps<Value> {
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
