import { Field } from "../ui/field.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { type ClockChoice, clockPresets, wrongMinutes, wrongSeconds } from "./clocks.ts";

/** Minutes for each side, and seconds for each move. */
export function ClockFields({ choice, onChange }: { choice: ClockChoice; onChange: (choice: ClockChoice) => void }) {
  return (
    <div class="new-game-row">
      <Segmented
        legend="Clock: minutes + seconds per move"
        options={clockPresets}
        value={choice.preset}
        onChange={(preset) => onChange({ ...choice, preset })}
      />
      {choice.preset === "custom" && (
        <>
          <Field label="Minutes per side" error={wrongMinutes(choice)}>
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
          <Field label="Seconds per move" error={wrongSeconds(choice)}>
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
