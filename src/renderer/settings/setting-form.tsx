import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Button } from "../ui/button.tsx";
import * as strings from "./strings.ts";

export interface SettingFormProps {
  readonly onSubmit: () => void;
  /** Of a form that the person has just asked for: it takes the focus, and can be called off. */
  readonly asked?: {
    /** On the button that sends it. */
    readonly action: string;
    readonly busy: boolean;
    readonly onCancel: () => void;
  };
  readonly children: ComponentChildren;
}

/** Fields among the settings that are sent together. What is wrong with them stands by them, and not in the browser's bubbles. */
export function SettingForm({ onSubmit, asked, children }: SettingFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (asked) form.current?.querySelector("input")?.focus();
  }, []);
  return (
    <form
      class="setting-form"
      noValidate
      autocomplete="off"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      {asked && (
        <div class="button-row">
          <Button type="submit" kind="primary" size="small" disabled={asked.busy}>
            {asked.action}
          </Button>
          <Button size="small" onClick={asked.onCancel}>
            {strings.cancel}
          </Button>
        </div>
      )}
    </form>
  );
}
