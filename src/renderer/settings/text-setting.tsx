import { useState } from "preact/hooks";
import { TextField } from "../ui/text-field.tsx";
import * as strings from "./strings.ts";

export interface TextSettingProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly maxLength?: number;
  readonly numeric?: boolean;
  /** The problem with a text, or null. */
  readonly check?: (text: string) => string | null;
  /** Returns why it was not stored, or null. */
  readonly onSave: (text: string) => Promise<string | null>;
}

/**
 * A text field for a setting, saved when the field is left or Enter is pressed. Until the person types, and again once
 * it is saved, the field shows `value`, whenever that arrives. A refused text stays in the field.
 */
export function TextSetting({ label, hint, value, maxLength, numeric = false, check, onSave }: TextSettingProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [saved, setSaved] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const text = typed ?? value;
  const wrong = check?.(text) ?? null;
  const save = async () => {
    if (wrong !== null || typed === null) return;
    setTyped(null);
    const refused = await onSave(typed);
    setSaved(refused === null);
    setRefusal(refused);
    if (refused !== null) setTyped((since) => since ?? typed);
  };
  return (
    <TextField
      label={label}
      hint={
        <>
          {hint} <span role="status">{saved && typed === null && strings.saved}</span>
        </>
      }
      problem={wrong ?? refusal}
      class={numeric ? "number" : "name"}
      inputMode={numeric ? "numeric" : "text"}
      maxLength={maxLength}
      text={text}
      onText={(next) => {
        setTyped(next);
        setSaved(false);
        setRefusal(null);
      }}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key === "Enter") void save();
      }}
    />
  );
}
