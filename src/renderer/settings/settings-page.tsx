import { pieceSets } from "../../shared/api.ts";
import { version } from "../../shared/version.ts";
import { useTitle } from "../app/use-title.ts";
import { Segmented } from "../ui/segmented.tsx";
import { Toggle } from "../ui/toggle.tsx";
import { AllowedHosts } from "./allowed-hosts.tsx";
import { BoardPreview } from "./board-preview.tsx";
import { GameSettings } from "./game-settings.tsx";
import { InstallationSettings } from "./installation-settings.tsx";
import { ModelKeys } from "./model-keys.tsx";
import { OwnEngines } from "./own-engines.tsx";
import { changeSettings, saveSettings, settings } from "./settings.ts";
import * as strings from "./strings.ts";
import "./settings-page.css";
import { named, Swatches } from "./swatches.tsx";
import { TextSetting } from "./text-setting.tsx";

/** What a person may have otherwise; each change counts at once. */
export function SettingsPage() {
  useTitle(strings.settings);
  const { theme, pieces, coordinates, name } = settings.value;
  return (
    <div class="page reading">
      <h1 tabIndex={-1}>{strings.settings}</h1>
      <section class="group" aria-labelledby="look">
        <h2 id="look">{strings.look}</h2>
        <div class="look">
          <div class="look-choices">
            <Segmented
              legend={strings.theme}
              value={theme}
              onChange={(value) => void changeSettings({ theme: value })}
              options={[
                { value: "system", label: strings.system },
                { value: "light", label: strings.light },
                { value: "dark", label: strings.dark },
              ]}
            />
            <Swatches />
            <Segmented
              legend={strings.pieces}
              value={pieces}
              onChange={(value) => void changeSettings({ pieces: value })}
              options={pieceSets.map((value) => ({ value, label: named(value) }))}
            />
            <Toggle on={coordinates} onChange={(on) => void changeSettings({ coordinates: on })}>
              {strings.coordinates}
            </Toggle>
          </div>
          <BoardPreview />
        </div>
      </section>
      <section class="group" aria-labelledby="play">
        <h2 id="play">{strings.play}</h2>
        <TextSetting
          label={strings.yourName}
          hint={strings.howOthersAtTableSee}
          value={name}
          maxLength={40}
          onSave={(value) => saveSettings({ name: value.trim() })}
        />
        <GameSettings />
      </section>
      <ModelKeys />
      <OwnEngines />
      <AllowedHosts />
      <InstallationSettings />
      <p class="quiet small figures">
        <a href="/about">{strings.aboutKibitzAndItsLicences(version)}</a>
      </p>
    </div>
  );
}
