import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import {
  type ApiSettings,
  changeOf,
  type SettingField,
  type SettingName,
  settingEntries,
} from "../../shared/setting-entries.ts";
import { Button } from "../ui/button.tsx";
import { labelOptions, SegmentedChoice, TextField, type TextFieldProps, Toggle } from "../ui/field.tsx";
import { submitHandler, useSavedText } from "../ui/hooks.ts";
import { numberIn } from "../ui/number-in.ts";
import { changeSettings, saveSettings, settings } from "./settings.ts";

interface SettingFormProps {
  readonly onSubmit: () => void;
  /** Whether the person has just opened the form: then it takes the focus, and can be cancelled. */
  readonly ask?: {
    /** The label of the button that submits it. */
    readonly action: string;
    readonly busy: boolean;
    readonly onCancel: () => void;
  };
  readonly children: ComponentChildren;
}

/**
 * A form among the settings, whose fields are submitted together. Problems are shown by their fields, and not by the
 * browser.
 */
export function SettingForm({ onSubmit, ask, children }: SettingFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (ask) form.current?.querySelector("input")?.focus();
  }, []);
  return (
    <form class="setting-form stack gap-3" noValidate autocomplete="off" ref={form} onSubmit={submitHandler(onSubmit)}>
      {children}
      {ask && (
        <div class="button-row">
          <Button label={ask.action} type="submit" kind="primary" size="small" disabled={ask.busy} />
          <Button label="Cancel" size="small" onClick={ask.onCancel} />
        </div>
      )}
    </form>
  );
}

const registerEntries = Object.entries(settingEntries);
const isName = (name: string): name is SettingName => Object.hasOwn(settingEntries, name);

export interface SettingGroupProps {
  readonly group: SettingField["group"];
  /** Elements in the place of a setting's field, or beside it. */
  readonly slots?: { readonly [Name in SettingName]?: (field: ComponentChildren) => ComponentChildren };
  readonly onChange?: ((name: SettingName, value: ApiSettings[SettingName]) => void) | undefined;
}

/** The fields of a group of settings; each change takes effect at once. */
export const SettingFields = ({ group, slots = {}, onChange }: SettingGroupProps) => (
  <>
    {registerEntries.map(([name, { field }]) => {
      if (!isName(name) || field?.group !== group || (field.inWindow && !window.kibitz)) return null;
      if (Object.entries(settings.value).some(([other, on]) => other === field.needs && on === false)) return null;
      const own = <Setting key={name} name={name} field={field} onChange={onChange} />;
      return slots[name]?.(own) ?? own;
    })}
  </>
);

/** The name of a choice: `green`, but with a capital. */
export const capitalise = (value: string): string => value.charAt(0).toUpperCase() + value.slice(1);

type SettingProps = Pick<SettingGroupProps, "onChange"> & { readonly name: SettingName; readonly field: SettingField };

function Setting({ name, field: { label, hint, steps }, onChange }: SettingProps) {
  const entry = settingEntries[name];
  const value = settings.value[name];
  const change = (next: typeof value) => {
    void changeSettings(changeOf(name, next));
    onChange?.(name, next);
  };
  if (entry.kind === "flag") return <Toggle label={label} on={value === true} onChange={change} hint={hint} />;
  if (entry.kind === "choice") {
    const options = entry.options.map((each) => ({ value: each, label: capitalise(each) }));
    const option = options.find((each) => each.value === value)?.value ?? entry.usual;
    return <SegmentedChoice legend={label} value={option} onChange={change} options={options} />;
  }
  if (entry.kind === "whole" && steps) {
    const options = labelOptions(steps);
    const away = (step: string) => Math.abs(Number(step) - Number(value));
    const [nearest] = options.toSorted((one, other) => away(one.value) - away(other.value));
    return (
      <SegmentedChoice
        legend={label}
        value={nearest?.value ?? ""}
        onChange={(step) => change(Number(step))}
        options={options}
      />
    );
  }
  const isWhole = entry.kind === "whole";
  return (
    <TextSetting
      label={label}
      hint={hint}
      value={String(value)}
      {...(isWhole
        ? { class: "number", inputMode: "numeric", check: (text: string) => misfitOf(text, entry) }
        : entry.kind === "text" && { maxLength: entry.most })}
      onSave={(text) => saveSettings(changeOf(name, isWhole ? numberIn(text) : text.trim()))}
    />
  );
}

const misfitOf = (text: string, { least, most }: { readonly least: number; readonly most: number }): string | null =>
  Number.isInteger(numberIn(text)) && numberIn(text) >= least && numberIn(text) <= most
    ? null
    : `Enter a whole number from ${least} to ${most}.`;

interface TextSettingProps extends Pick<TextFieldProps, "label" | "hint" | "class" | "inputMode" | "maxLength"> {
  readonly value: string;
  /** The problem with a text, or null. */
  readonly check?: (text: string) => string | null;
  /** Returns why it was not stored, or null. */
  readonly onSave: (text: string) => Promise<string | null>;
}

/** A text field for a setting, with the problem with its text, or that it is saved. */
function TextSetting({ hint, value, check, onSave, ...rest }: TextSettingProps) {
  const { refusal, field } = useSavedText(value, onSave, check);
  return (
    <TextField
      class="name"
      {...rest}
      {...field}
      hint={
        <>
          {hint} <span role="status">{refusal === null && field.text === value && "Saved."}</span>
        </>
      }
      problem={check?.(field.text) ?? refusal ?? null}
    />
  );
}
