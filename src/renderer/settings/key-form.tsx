import { useState } from "preact/hooks";
import { Field } from "../ui/field.tsx";
import { SettingForm } from "./setting-form.tsx";
import * as strings from "./strings.ts";

export interface KeyFormProps {
  /** Null where the person also enters the name. */
  readonly name: string | null;
  /** Returns the problem, or null. */
  readonly onSave: (name: string, key: string) => Promise<string | null>;
  readonly onCancel: () => void;
}

/** The form of an environment variable's name, since a key may also come from the environment. */
const namePattern = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;

/** The form for a key, which is hidden while it is typed, and stays in the field until it is stored. */
export function KeyForm({ name, onSave, onCancel }: KeyFormProps) {
  const [own, setOwn] = useState("");
  const [key, setKey] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const wrongName = name === null && !namePattern.test(own) ? strings.lettersDigitsAndSuch : null;

  const save = async () => {
    setTried(true);
    setProblem(null);
    if (wrongName !== null || key.trim() === "") return;
    setBusy(true);
    const wrong = await onSave(name ?? own, key);
    // The form is removed once the key is stored.
    if (wrong === null) return;
    setBusy(false);
    setProblem(wrong);
  };
  return (
    <SettingForm onSubmit={() => void save()} asked={{ action: strings.keep, busy, onCancel }}>
      {name === null && (
        <Field label={strings.name} hint={strings.asInKeyEnv} error={tried ? wrongName : null}>
          {(ids) => (
            <input
              {...ids}
              class="input name"
              maxLength={100}
              spellcheck={false}
              value={own}
              onInput={(event) => setOwn(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      <Field label={strings.key} error={tried && key.trim() === "" ? strings.pasteKey : problem}>
        {(ids) => (
          <input
            {...ids}
            class="input name"
            type="password"
            autocomplete="off"
            maxLength={1000}
            value={key}
            onInput={(event) => {
              setKey(event.currentTarget.value);
              setProblem(null);
            }}
          />
        )}
      </Field>
    </SettingForm>
  );
}
