import { version } from "../../shared/version.ts";
import { aboutAddress } from "../app/address.ts";
import { useTitle } from "../app/lazy.tsx";
import { ModelKeys } from "./model-keys.tsx";
import { OwnEngines } from "./own-engines.tsx";
import { capitalise, SettingFields, SettingForm } from "./setting-fields.tsx";
import "./settings-page.css";
import { useState } from "preact/hooks";
import { pages } from "../../games/pages.ts";
import { isHost } from "../../shared/addresses.ts";
import { settingEntries } from "../../shared/setting-entries.ts";
import { playSound, type Sound } from "../game/synthesiser.ts";
import { notices, wantNotices } from "../invitations/notices.ts";
import { MiniBoard } from "../mini-board/mini-board.tsx";
import { Button } from "../ui/button.tsx";
import { Field, Input, Radios, Toggle } from "../ui/field.tsx";
import { changeSettings, saveSettings, settings, settingsLoaded, soundVolume } from "./settings.ts";

/** The settings; each change takes effect at once. */
export function SettingsPage() {
  useTitle("Settings");
  return (
    <div class="page reading">
      <h1 tabIndex={-1}>Settings</h1>
      <section class="group" aria-labelledby="look">
        <h2 id="look">Look</h2>
        <div class="row gap-5">
          <div class="look-choices stack">
            <SettingFields group="look" slots={{ board: () => <Swatches /> }} />
          </div>
          <BoardPreview />
        </div>
      </section>
      <section class="group" aria-labelledby="play">
        <h2 id="play">Play</h2>
        <GameSettings />
      </section>
      <ModelKeys />
      <OwnEngines />
      <AllowedHosts />
      <section class="group" aria-labelledby="installation">
        <h2 id="installation">This Kibitz</h2>
        <SettingFields group="host" />
      </section>
      <p class="quiet small figures">
        <a href={aboutAddress.path({})}>{`About Kibitz ${version} and its licences`}</a>
      </p>
    </div>
  );
}

/** A board in the chosen colours and pieces. */
function BoardPreview() {
  const [{ showcase, Coordinates }] = pages;
  if (!showcase) return null;
  return (
    <div class="board-preview clips anchor rounded" aria-hidden="true">
      <MiniBoard view={showcase.preview.view} lastMove={showcase.preview.lastMove} />
      {settings.value.coordinates && Coordinates && <Coordinates />}
    </div>
  );
}

/** The choice of a board's colours, each shown as a swatch. */
const Swatches = () => (
  <Radios
    legend={settingEntries.board.field.label}
    kind="swatch"
    value={settings.value.board}
    onChange={(board) => void changeSettings({ board })}
    options={settingEntries.board.options.map((value) => ({
      value,
      title: capitalise(value),
      label: (
        <>
          <span class="swatch-face rounded" data-board={value} />
          <span class="visually-hidden">{capitalise(value)}</span>
        </>
      ),
    }))}
  />
);

const soundSamples: readonly (readonly [sound: Sound, title: string])[] = [
  ["move", "Move"],
  ["capture", "Capture"],
  ["check", "Check"],
  ["low", "Low time"],
  ["end", "End"],
];

/** The settings for showing and playing games. */
const GameSettings = () => (
  <>
    <SettingFields
      group="play"
      slots={{
        volume: (field) => (
          <>
            {field}
            <fieldset>
              <legend class="field-label">Try</legend>
              <div class="button-row">
                {soundSamples.map(([sound, title]) => (
                  <Button key={sound} size="small" onClick={() => playSound(sound, soundVolume.peek())}>
                    {title}
                  </Button>
                ))}
              </div>
            </fieldset>
          </>
        ),
      }}
      onChange={(name, value) => name === "volume" && playSound("move", Number(value) / 100)}
    />
    {notices.value !== "none" && (
      <Toggle
        label="Notifications"
        on={notices.value === "on"}
        onChange={(on) => void wantNotices(on)}
        disabled={notices.value === "blocked"}
        hint={
          notices.value === "blocked"
            ? "Blocked in this browser: allow them in its settings for this site."
            : "For your turns and matches, while this tab is hidden."
        }
      />
    )}
  </>
);

const MOST_HOSTS = 50;

/** The hosts beside this machine at which players of leagues may be called. */
function AllowedHosts() {
  const hosts = settings.value.endpoint_hosts;
  const [text, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);

  const change = async (next: readonly string[]): Promise<boolean> => {
    const wrong = await saveSettings({ endpoint_hosts: next });
    setProblem(wrong);
    return wrong === null;
  };
  const add = async () => {
    const host = text
      .trim()
      .replace(/^https?:\/\//i, "")
      .replace(/\/.*$/, "")
      .toLowerCase();
    if (!isHost(host)) return setProblem("Enter a host, such as 10.0.0.5 or 10.0.0.5:8101.");
    if (hosts.length >= MOST_HOSTS) return setProblem(`At most ${MOST_HOSTS} hosts.`);
    if (hosts.includes(host) || (await change([...hosts, host]))) setTyped("");
  };

  return (
    <section class="group" aria-labelledby="allowed-hosts">
      <div>
        <h2 id="allowed-hosts">Players on other machines</h2>
        <p class="quiet">
          Leagues call players on this machine, and on other machines only those at the hosts listed here.
        </p>
      </div>
      {hosts.length > 0 && (
        <ul class="setting-list">
          {hosts.map((host) => (
            <li key={host}>
              <div class="row middle gap-1-3">
                <span class="setting-words column shrinks">
                  <code class="quiet">{host}</code>
                </span>
                <span class="button-row setting-actions">
                  <Button
                    label="Remove"
                    size="small"
                    aria-label={`Remove ${host}`}
                    onClick={() => void change(hosts.filter((each) => each !== host))}
                  />
                </span>
              </div>
            </li>
          ))}
        </ul>
      )}
      {settingsLoaded.value && (
        <SettingForm onSubmit={() => void add()}>
          <Field label="Allow a host" hint="If you add a port, only that port is allowed." error={problem}>
            {(ids) => (
              <span class="button-row setting-entry whole">
                <Input
                  {...ids}
                  class="name"
                  maxLength={300}
                  spellcheck={false}
                  placeholder="10.0.0.5:8101"
                  text={text}
                  onText={(host) => {
                    setTyped(host);
                    setProblem(null);
                  }}
                />
                <Button label="Add" type="submit" />
              </span>
            )}
          </Field>
        </SettingForm>
      )}
    </section>
  );
}
