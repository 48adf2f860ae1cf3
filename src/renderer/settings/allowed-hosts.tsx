import { useState } from "preact/hooks";
import { isHost } from "../../shared/addresses.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/text-field.tsx";
import { SettingForm } from "./setting-form.tsx";
import { saveSettings, settings, settingsLoaded } from "./settings.ts";
import * as strings from "./strings.ts";

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
    if (!isHost(host)) return setProblem(strings.hostIsExpectedSuch);
    if (hosts.length >= MOST) return setProblem(strings.atMostHosts(MOST));
    if (hosts.includes(host) || (await change([...hosts, host]))) setTyped("");
  };

  return (
    <section class="group" aria-labelledby="allowed-hosts">
      <div>
        <h2 id="allowed-hosts">{strings.playersThatAreServers}</h2>
        <p class="quiet">{strings.leagueCallsPlayers}</p>
      </div>
      {hosts.length > 0 && (
        <ul class="setting-list">
          {hosts.map((host) => (
            <li key={host}>
              <div class="setting-line row">
                <span class="setting-words">
                  <code>{host}</code>
                </span>
                <span class="button-row setting-actions">
                  <Button
                    size="small"
                    aria-label={strings.remove(host)}
                    onClick={() => void change(hosts.filter((each) => each !== host))}
                  >
                    {strings.removeLabel}
                  </Button>
                </span>
              </div>
            </li>
          ))}
        </ul>
      )}
      {settingsLoaded.value && (
        <SettingForm onSubmit={() => void add()}>
          <Field label={strings.allowHost} hint={strings.withPortThatPortAlone} error={problem}>
            {(ids) => (
              <span class="button-row setting-entry">
                <Input
                  {...ids}
                  class="name"
                  maxLength={300}
                  spellcheck={false}
                  placeholder="10.0.0.5:8101"
                  text={typed}
                  onText={(host) => {
                    setTyped(host);
                    setProblem(null);
                  }}
                />
                <Button type="submit">{strings.add}</Button>
              </span>
            )}
          </Field>
        </SettingForm>
      )}
    </section>
  );
}
