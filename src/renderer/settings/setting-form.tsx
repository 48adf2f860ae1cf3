import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Button } from "../ui/button.tsx";
import * as strings from "./strings.ts";

export interface SettingFormProps {
  readonly onSubmit: () => void;
  /** Whether the person has just opened the form: then it takes the focus, and can be cancelled. */
  readonly asked?: {
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
export function SettingForm({ onSubmit, asked, children }: SettingFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (asked) form.current?.querySelector("input")?.focus();
  }, []);
  return (
    <form
      class="setting-form stack"
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
