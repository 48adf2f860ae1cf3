import { useState } from "preact/hooks";
import { TextField } from "../ui/text-field.tsx";
import { useBusy } from "../ui/use-busy.ts";
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
  const [busy, run] = useBusy();
  const wrongName = name === null && !namePattern.test(own) ? strings.lettersDigitsAndSuch : null;

  const save = async () => {
    setTried(true);
    setProblem(null);
    if (wrongName === null && key.trim() !== "") setProblem(await onSave(name ?? own, key));
  };
  return (
    <SettingForm onSubmit={() => void run(save)} asked={{ action: strings.keep, busy, onCancel }}>
      {name === null && (
        <TextField
          label={strings.name}
          hint={strings.asInKeyEnv}
          class="name"
          maxLength={100}
          spellcheck={false}
          text={own}
          problem={tried ? wrongName : null}
          onText={setOwn}
        />
      )}
      <TextField
        label={strings.key}
        class="name"
        type="password"
        maxLength={1000}
        text={key}
        problem={tried && key.trim() === "" ? strings.pasteKey : problem}
        onText={(typed) => {
          setKey(typed);
          setProblem(null);
        }}
      />
    </SettingForm>
  );
}
