import { Toggle } from "../ui/toggle.tsx";
import { changeSettings, saveSettings, settings } from "./settings.ts";
import { TextSetting } from "./text-setting.tsx";

const wholeNumber = (least: number, most: number) => (text: string) =>
  /^\d{1,5}$/.test(text) && Number(text) >= least && Number(text) <= most
    ? null
    : `A whole number from ${least} to ${most}.`;

/** What concerns the host and the application. */
export function InstallationSettings() {
  const { wait_seconds, port, start_at_login, close_to_tray } = settings.value;
  return (
    <section class="group" aria-labelledby="installation">
      <h2 id="installation">Host</h2>
      <TextSetting
        label="Wait for a turn, in seconds"
        hint="How long an agent’s wait holds before it asks again. 30 suits every assistant."
        value={String(wait_seconds)}
        numeric
        check={wholeNumber(0, 55)}
        onSave={(text) => saveSettings({ wait_seconds: Number(text) })}
      />
      <TextSetting
        label="Port on this machine"
        hint="Takes effect at the next start."
        value={String(port)}
        numeric
        check={wholeNumber(0, 65_535)}
        onSave={(text) => saveSettings({ port: Number(text) })}
      />
      {window.kibitz && (
        <>
          <Toggle on={start_at_login} onChange={(on) => void changeSettings({ start_at_login: on })}>
            Start when you log in
          </Toggle>
          <Toggle
            on={close_to_tray}
            onChange={(on) => void changeSettings({ close_to_tray: on })}
            hint="Games go on while the window is closed."
          >
            Close to the tray
          </Toggle>
        </>
      )}
    </section>
  );
}
