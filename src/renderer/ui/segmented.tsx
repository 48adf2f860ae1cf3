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
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const name = useId();
  return (
    <fieldset class="segmented">
      <legend class={props.hideLegend ? "visually-hidden" : "field-label"}>{props.legend}</legend>
      <div class="segments">
        {props.options.map(({ value, label }) => (
          <label key={value} class="radio segment">
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === props.value}
              onChange={() => props.onChange(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
