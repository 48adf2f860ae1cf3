import type { ComponentChildren, SelectHTMLAttributes } from "preact";

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
  const { value: chosen, options, onChange, class: own = "", ...rest } = props;
  return (
    <select
      {...rest}
      class={`input ${own}`}
      value={chosen}
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
