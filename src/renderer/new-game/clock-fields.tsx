import { Field } from "../ui/field.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { type ClockChoice, clockPresets, wrongMinutes, wrongSeconds } from "./clocks.ts";
import * as strings from "./strings.ts";

/** Minutes for each side, and seconds for each move. */
export function ClockFields({ choice, onChange }: { choice: ClockChoice; onChange: (choice: ClockChoice) => void }) {
  return (
    <div class="new-game-row">
      <Segmented
        legend={strings.clockMinutesSecondsPerMove}
        options={clockPresets}
        value={choice.preset}
        onChange={(preset) => onChange({ ...choice, preset })}
      />
      {choice.preset === "custom" && (
        <>
          <Field label={strings.minutesPerSide} error={wrongMinutes(choice)}>
            {(ids) => (
              <input
                {...ids}
                class="input number"
                inputMode="decimal"
                value={choice.minutes}
                onInput={(event) => onChange({ ...choice, minutes: event.currentTarget.value })}
              />
            )}
          </Field>
          <Field label={strings.secondsPerMove} error={wrongSeconds(choice)}>
            {(ids) => (
              <input
                {...ids}
                class="input number"
                inputMode="decimal"
                value={choice.increment}
                onInput={(event) => onChange({ ...choice, increment: event.currentTarget.value })}
              />
            )}
          </Field>
        </>
      )}
    </div>
  );
}
