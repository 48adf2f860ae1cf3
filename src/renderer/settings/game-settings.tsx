import { play, type Sound } from "../game/synthesiser.ts";
import { notices, wantNotices } from "../invitations/notices.ts";
import { Button } from "../ui/button.tsx";
import { Toggle } from "../ui/toggle.tsx";
import { SettingFields } from "./setting-fields.tsx";
import { volume as loudness } from "./settings.ts";
import * as strings from "./strings.ts";

const heard: readonly Sound[] = ["move", "capture", "check", "low", "end"];

/** The settings for showing and playing games. */
export const GameSettings = () => (
  <>
    <SettingFields
      group="play"
      around={{
        volume: (field) => (
          <>
            {field}
            <fieldset>
              <legend class="field-label">{strings.listen}</legend>
              <div class="button-row">
                {heard.map((sound) => (
                  <Button key={sound} size="small" onClick={() => play(sound, loudness.peek())}>
                    {strings.sounds[sound]}
                  </Button>
                ))}
              </div>
            </fieldset>
          </>
        ),
      }}
      onChange={(name, value) => name === "volume" && play("move", Number(value) / 100)}
    />
    {notices.value !== "none" && (
      <Toggle
        on={notices.value === "on"}
        onChange={(on) => void wantNotices(on)}
        disabled={notices.value === "blocked"}
        hint={notices.value === "blocked" ? strings.blockedInThisBrowserAllow : strings.forYourTurnsAndMatches}
      >
        {strings.notifications}
      </Toggle>
    )}
  </>
);
