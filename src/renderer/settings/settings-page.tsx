import { version } from "../../shared/version.ts";
import { aboutAddress } from "../about/address.ts";
import { useTitle } from "../app/use-title.ts";
import { AllowedHosts } from "./allowed-hosts.tsx";
import { BoardPreview } from "./board-preview.tsx";
import { GameSettings } from "./game-settings.tsx";
import { ModelKeys } from "./model-keys.tsx";
import { OwnEngines } from "./own-engines.tsx";
import { SettingFields } from "./setting-fields.tsx";
import * as strings from "./strings.ts";
import "./settings-page.css";
import { Swatches } from "./swatches.tsx";

/** The settings; each change takes effect at once. */
export function SettingsPage() {
  useTitle(strings.settings);
  return (
    <div class="page reading">
      <h1 tabIndex={-1}>{strings.settings}</h1>
      <section class="group" aria-labelledby="look">
        <h2 id="look">{strings.look}</h2>
        <div class="look row">
          <div class="look-choices stack">
            <SettingFields group="look" around={{ board: () => <Swatches /> }} />
          </div>
          <BoardPreview />
        </div>
      </section>
      <section class="group" aria-labelledby="play">
        <h2 id="play">{strings.play}</h2>
        <GameSettings />
      </section>
      <ModelKeys />
      <OwnEngines />
      <AllowedHosts />
      <section class="group" aria-labelledby="installation">
        <h2 id="installation">{strings.host}</h2>
        <SettingFields group="host" />
      </section>
      <p class="quiet small figures">
        <a href={aboutAddress.path({})}>{strings.aboutKibitzAndItsLicences(version)}</a>
      </p>
    </div>
  );
}
