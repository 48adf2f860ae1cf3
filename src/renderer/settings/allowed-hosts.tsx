import { useState } from "preact/hooks";
import { isHost } from "../../shared/addresses.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { SettingForm } from "./setting-form.tsx";
import { saveSettings, settings, settingsLoaded } from "./settings.ts";

const MOST = 50;

/** The hosts beside this machine at which players of leagues may be called. */
export function AllowedHosts() {
  const hosts = settings.value.endpoint_hosts;
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);

  const change = async (next: readonly string[]): Promise<boolean> => {
    const wrong = await saveSettings({ endpoint_hosts: next });
    setProblem(wrong);
    return wrong === null;
  };
  const add = async () => {
    const host = typed
      .trim()
      .replace(/^https?:\/\//i, "")
      .replace(/\/.*$/, "")
      .toLowerCase();
    if (!isHost(host)) return setProblem("A host is expected, such as 10.0.0.5 or 10.0.0.5:8101.");
    if (hosts.length >= MOST) return setProblem(`There is room for ${MOST}.`);
    if (hosts.includes(host) || (await change([...hosts, host]))) setTyped("");
  };

  return (
    <section class="group" aria-labelledby="allowed-hosts">
      <div>
        <h2 id="allowed-hosts">Players that are servers</h2>
        <p class="quiet">
          A league calls players on this machine. Those on other machines it calls only at the hosts named here.
        </p>
      </div>
      {hosts.length > 0 && (
        <ul class="setting-list">
          {hosts.map((host) => (
            <li key={host}>
              <div class="setting-line">
                <span class="setting-words">
                  <code>{host}</code>
                </span>
                <span class="setting-actions">
                  <Button
                    size="small"
                    aria-label={`Remove ${host}`}
                    onClick={() => void change(hosts.filter((each) => each !== host))}
                  >
                    Remove
                  </Button>
                </span>
              </div>
            </li>
          ))}
        </ul>
      )}
      {settingsLoaded.value && (
        <SettingForm onSubmit={() => void add()}>
          <Field label="Allow a host" hint="With a port, that port alone." error={problem}>
            {(ids) => (
              <span class="setting-entry">
                <input
                  {...ids}
                  class="input name"
                  maxLength={300}
                  autocomplete="off"
                  spellcheck={false}
                  placeholder="10.0.0.5:8101"
                  value={typed}
                  onInput={(event) => {
                    setTyped(event.currentTarget.value);
                    setProblem(null);
                  }}
                />
                <Button type="submit">Add</Button>
              </span>
            )}
          </Field>
        </SettingForm>
      )}
    </section>
  );
}
