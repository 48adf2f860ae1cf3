import { settingEntries } from "../../shared/setting-entries.ts";
import { Radios } from "../ui/segmented.tsx";
import { named } from "./setting-fields.tsx";
import { changeSettings, settings } from "./settings.ts";

/** The choice of a board's colours, each shown as a swatch. */
export const Swatches = () => (
  <Radios
    legend={settingEntries.board.field.label}
    kind="swatch"
    value={settings.value.board}
    onChange={(board) => void changeSettings({ board })}
    options={settingEntries.board.options.map((value) => ({
      value,
      title: named(value),
      label: (
        <>
          <span class="swatch-face" data-board={value} />
          <span class="visually-hidden">{named(value)}</span>
        </>
      ),
    }))}
  />
);
