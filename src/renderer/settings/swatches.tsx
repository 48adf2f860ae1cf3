import { useId } from "preact/hooks";
import { settingEntries } from "../../shared/setting-entries.ts";
import { named } from "./setting-fields.tsx";
import { changeSettings, settings } from "./settings.ts";
import "../ui/segmented.css";

/** The choice of a board's colours, each shown as a swatch. */
export function Swatches() {
  const name = useId();
  return (
    <fieldset>
      <legend class="field-label">{settingEntries.board.field.label}</legend>
      <div class="swatches">
        {settingEntries.board.options.map((value) => (
          <label key={value} class="radio swatch" title={named(value)}>
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
