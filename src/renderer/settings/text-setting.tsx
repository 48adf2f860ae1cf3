import { useState } from "preact/hooks";
import { Field } from "../ui/field.tsx";

export interface TextSettingProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly maxLength?: number;
  readonly numeric?: boolean;
  /** What is wrong with a text, or null. */
  readonly check?: (text: string) => string | null;
  /** Answers whether it was kept. */
  readonly onSave: (text: string) => Promise<boolean>;
}

/** A setting that is typed: kept when the field is left or Enter is pressed. */
export function TextSetting({ label, hint, value, maxLength, numeric = false, check, onSave }: TextSettingProps) {
  const [text, setText] = useState(value);
  const [saved, setSaved] = useState(false);
  const error = check?.(text) ?? null;
  const save = async () => {
    if (error !== null || text === value) return;
    if (await onSave(text)) setSaved(true);
    else setText(value);
  };
  return (
    <Field label={label} hint={saved ? `${hint} Saved.` : hint} error={error}>
      {(ids) => (
        <input
          {...ids}
          class={numeric ? "input number" : "input name"}
          inputMode={numeric ? "numeric" : "text"}
          autocomplete="off"
          maxLength={maxLength}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setSaved(false);
          }}
          onBlur={() => void save()}
          onKeyDown={(event) => {
            if (event.key === "Enter") void save();
          }}
        />
      )}
    </Field>
  );
}
