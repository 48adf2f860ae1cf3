import { NumberField, Segmented } from "../ui/field.tsx";
import { type ClockChoice, clockPresets, wrongMinutes, wrongSeconds } from "./clocks.ts";
import * as strings from "./strings.ts";

/** Minutes for each side, and seconds for each move. */
export function ClockFields({ choice, onChange }: { choice: ClockChoice; onChange: (choice: ClockChoice) => void }) {
  return (
    <div class="new-game-row row">
      <Segmented
        legend={strings.clockMinutesSecondsPerMove}
        options={clockPresets}
        value={choice.preset}
        onChange={(preset) => onChange({ ...choice, preset })}
      />
      {choice.preset === "custom" && (
        <>
          <NumberField
            label={strings.minutesPerSide}
            text={choice.minutes}
            problem={wrongMinutes(choice)}
            onText={(minutes) => onChange({ ...choice, minutes })}
          />
          <NumberField
            label={strings.secondsPerMove}
            text={choice.increment}
            problem={wrongSeconds(choice)}
            onText={(increment) => onChange({ ...choice, increment })}
          />
        </>
      )}
    </div>
  );
}
