import { useId } from "preact/hooks";
import type { ApiSettings } from "../../shared/api.ts";
import { changeSettings, settings } from "./settings.ts";

const boards: readonly { readonly value: ApiSettings["board"]; readonly label: string }[] = [
  { value: "green", label: "Green" },
  { value: "brown", label: "Brown" },
  { value: "blue", label: "Blue" },
  { value: "grey", label: "Grey" },
];

/** The board's colours, each shown as itself. */
export function Swatches() {
  const name = useId();
  return (
    <fieldset>
      <legend class="field-label">Board</legend>
      <div class="swatches">
        {boards.map(({ value, label }) => (
          <label key={value} class="swatch" title={label}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={settings.value.board === value}
              onChange={() => void changeSettings({ board: value })}
            />
            <span class="swatch-face" data-board={value} />
            <span class="visually-hidden">{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
