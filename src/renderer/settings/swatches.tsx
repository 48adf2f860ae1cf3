import { useId } from "preact/hooks";
import { boardStyles } from "../../shared/api.ts";
import { changeSettings, settings } from "./settings.ts";
import * as strings from "./strings.ts";

/** The name of a board's colours or a set of pieces: `green`, but with a capital. */
export const named = (value: string): string => value.charAt(0).toUpperCase() + value.slice(1);

/** The board's colours, each shown as itself. */
export function Swatches() {
  const name = useId();
  return (
    <fieldset>
      <legend class="field-label">{strings.board}</legend>
      <div class="swatches">
        {boardStyles.map((value) => (
          <label key={value} class="swatch" title={named(value)}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={settings.value.board === value}
              onChange={() => void changeSettings({ board: value })}
            />
            <span class="swatch-face" data-board={value} />
            <span class="visually-hidden">{named(value)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
