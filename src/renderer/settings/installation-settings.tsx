import { Toggle } from "../ui/toggle.tsx";
import { changeSettings, saveSettings, settings } from "./settings.ts";
import * as strings from "./strings.ts";
import { TextSetting } from "./text-setting.tsx";

const wholeNumber = (least: number, most: number) => (text: string) =>
  /^\d{1,5}$/.test(text) && Number(text) >= least && Number(text) <= most
    ? null
    : strings.wholeNumberFromTo(least, most);

/** What concerns the host and the application. */
export function InstallationSettings() {
  const { wait_seconds, port, start_at_login, close_to_tray } = settings.value;
  return (
    <section class="group" aria-labelledby="installation">
      <h2 id="installation">{strings.host}</h2>
      <TextSetting
        label={strings.waitForTurnInSeconds}
        hint={strings.howLongAgentsWaitHolds}
        value={String(wait_seconds)}
        numeric
        check={wholeNumber(0, 55)}
        onSave={(text) => saveSettings({ wait_seconds: Number(text) })}
      />
      <TextSetting
        label={strings.portOnThisMachine}
        hint={strings.takesEffectAtNextStart}
        value={String(port)}
        numeric
        check={wholeNumber(0, 65_535)}
        onSave={(text) => saveSettings({ port: Number(text) })}
      />
      {window.kibitz && (
        <>
          <Toggle on={start_at_login} onChange={(on) => void changeSettings({ start_at_login: on })}>
            {strings.startWhenYouLogIn}
          </Toggle>
          <Toggle
            on={close_to_tray}
            onChange={(on) => void changeSettings({ close_to_tray: on })}
            hint={strings.gamesGoOnWhileWindow}
          >
            {strings.closeToTray}
          </Toggle>
        </>
      )}
    </section>
  );
}
