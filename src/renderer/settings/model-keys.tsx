import { useEffect, useState } from "preact/hooks";
import type { AddedEngine, EngineLeagues, KnownEngines, KnownKeys } from "../../shared/api.ts";
import { usualKeys } from "../../shared/model-providers.ts";
import { onReturn } from "../api/live.ts";
import { problemsIn } from "../api/problems.ts";
import { type Answer, get, send } from "../api/request.ts";
import { Button, CheckIcon } from "../ui/button.tsx";
import { useConfirm } from "../ui/dialog.tsx";
import { Problem, TextField } from "../ui/field.tsx";
import { useBusy } from "../ui/hooks.ts";
import { SettingForm } from "./setting-fields.tsx";

/** Requests for what only the person can give to players: keys of models, and engines. */

const keyPath = (name: string): string => `/api/keys/${encodeURIComponent(name)}`;
const enginePath = (name: string, suffix = ""): string => `/api/engines/${encodeURIComponent(name)}${suffix}`;

const getKeys = () => get<KnownKeys>("/api/keys");
/** Stores a key in the system's keychain. */
const putKey = (name: string, key: string) => send<KnownKeys>("PUT", keyPath(name), { key });
const deleteKey = (name: string) => send<KnownKeys>("DELETE", keyPath(name));

export const getEngines = () => get<KnownEngines>("/api/engines");
/** Adds an engine after starting it once; adds nothing where the request is cancelled. */
export const addEngine = (engine: AddedEngine, signal: AbortSignal) =>
  send<KnownEngines>("POST", "/api/engines", engine, signal);
export const deleteEngine = (name: string) => send<KnownEngines>("DELETE", enginePath(name));
/** The leagues in which it plays. */
export const getEngineLeagues = (name: string) => get<EngineLeagues>(enginePath(name, "/leagues"));
/** Returns the name that it gives itself. */
export const testEngine = (name: string) => send<{ readonly title: string }>("POST", enginePath(name, "/test"));

const keyTitles: Readonly<Record<string, string>> = {
  [usualKeys.anthropic ?? ""]: "Anthropic",
  [usualKeys.openai ?? ""]: "OpenAI",
  [usualKeys.google ?? ""]: "Google",
};

/** The list of API keys by name; their values are never shown. */
export function ModelKeys() {
  const [keys, setKnown] = useState<KnownKeys | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** The name of the key that is being typed; `new` for another name. */
  const [open, setOpen] = useState<string | null>(null);
  const { confirm, dialog } = useConfirm();

  /** Shows an answer's list; returns the problem, or null. */
  const take = (answer: Answer<KnownKeys>): string | null => {
    if (!answer.ok) return answer.message;
    setKnown(answer.value);
    return null;
  };
  useEffect(() => onReturn(() => void getKeys().then((answer) => setProblem(take(answer)))), []);

  const keep = (form: string) => async (name: string, key: string) => {
    const refusal = take(await putKey(name, key));
    const wrong = refusal === null ? null : (problemsIn(refusal, ["key"]).fields["key"] ?? refusal);
    // The person may have gone on to another key meanwhile.
    if (wrong === null) setOpen((now) => (now === form ? null : now));
    return wrong;
  };
  const remove = (name: string) =>
    confirm({
      title: `Remove the key ${name}?`,
      text: "Models that use it cannot play until you set it again.",
      action: "Remove the key",
      danger: true,
      run: () => void deleteKey(name).then((answer) => setProblem(take(answer))),
    });

  const keyNames = keys?.keys.map(({ name }) => name) ?? [];
  const names = [...new Set([...Object.keys(keyTitles), ...keyNames])];
  const canKeep = keys?.obstacle === null;
  return (
    <section class="group" aria-labelledby="model-keys">
      <div>
        <h2 id="model-keys">API keys</h2>
        <p class="quiet">
          For language models that play in leagues.{" "}
          {canKeep && "A key is kept in the system’s keychain and never shown again."}
        </p>
      </div>
      {keys !== null && keys.obstacle !== null && (
        <p class="setting-note pad-2 rounded" role="note">
          {`${keys.obstacle} with the name below before Kibitz starts.`}
        </p>
      )}
      <Problem text={problem} />
      {keys !== null && (
        <ul class="setting-list">
          {names.map((name) => {
            const from = keys.keys.flatMap((key) => (key.name === name ? [key.from] : []));
            return (
              <li key={name} data-key={name}>
                <div class="row middle gap-1-3">
                  <span class="setting-words column shrinks">
                    {keyTitles[name] !== undefined && <span>{keyTitles[name]}</span>}
                    <code class="quiet">{name}</code>
                  </span>
                  <KeyState from={from} />
                  <span class="button-row setting-actions">
                    {canKeep && !from.includes("environment") && open !== name && (
                      <Button size="small" aria-label={`Set the key ${name}`} onClick={() => setOpen(name)}>
                        {from.length > 0 ? "Replace" : "Set"}
                      </Button>
                    )}
                    {from.includes("keychain") && (
                      <Button size="small" aria-label={`Remove the key ${name}`} onClick={() => remove(name)}>
                        Remove
                      </Button>
                    )}
                  </span>
                </div>
                {open === name && <KeyForm name={name} onSave={keep(name)} onCancel={() => setOpen(null)} />}
              </li>
            );
          })}
        </ul>
      )}
      {canKeep &&
        (open === "new" ? (
          <KeyForm name={null} onSave={keep("new")} onCancel={() => setOpen(null)} />
        ) : (
          <div>
            <Button label="Add a key by another name" size="small" onClick={() => setOpen("new")} />
          </div>
        ))}
      {dialog}
    </section>
  );
}

function KeyState({ from }: { from: KnownKeys["keys"][number]["from"][] }) {
  if (from.length === 0) return <span class="line gap-1 small quiet">Not set</span>;
  return (
    <span class="setting-state line gap-1 small set">
      <CheckIcon />
      {from.includes("environment") ? "Set by the environment" : "Set"}
    </span>
  );
}

interface KeyFormProps {
  /** Null where the person also enters the name. */
  readonly name: string | null;
  /** Returns the problem, or null. */
  readonly onSave: (name: string, key: string) => Promise<string | null>;
  readonly onCancel: () => void;
}

/** The form of an environment variable's name, since a key may also come from the environment. */
const namePattern = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;

/** The form for a key, which is hidden while it is typed, and stays in the field until it is stored. */
function KeyForm({ name, onSave, onCancel }: KeyFormProps) {
  const [own, setOwn] = useState("");
  const [key, setKey] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [hasTried, setTried] = useState(false);
  const [busy, run] = useBusy();
  const wrongName = name === null && !namePattern.test(own) ? "Letters, digits and _, such as OLLAMA_API_KEY." : null;

  const save = async () => {
    setTried(true);
    setProblem(null);
    if (wrongName === null && key.trim() !== "") setProblem(await onSave(name ?? own, key));
  };
  return (
    <SettingForm onSubmit={() => void run(save)} ask={{ action: "Keep", busy, onCancel }}>
      {name === null && (
        <TextField
          label="Name"
          hint="The name that an entrant’s key_env gives."
          class="name"
          maxLength={100}
          spellcheck={false}
          text={own}
          problem={hasTried ? wrongName : null}
          onText={setOwn}
        />
      )}
      <TextField
        label="Key"
        class="name"
        type="password"
        maxLength={1000}
        text={key}
        problem={hasTried && key.trim() === "" ? "Enter the key." : problem}
        onText={(text) => {
          setKey(text);
          setProblem(null);
        }}
      />
    </SettingForm>
  );
}
