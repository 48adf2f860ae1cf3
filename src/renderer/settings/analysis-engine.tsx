import type { KnownEngines } from "../../shared/api.ts";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { changeSettings, settings } from "./settings.ts";
import * as strings from "./strings.ts";

/** A value that is no engine's name. */
const OURS = "";

/** The choice of the engine for analysis. */
export function AnalysisEngine({ known: { engines, analysis_engine } }: { known: KnownEngines }) {
  const { analysis_engine: chosen } = settings.value;
  const isUnknown = chosen !== null && engines.every(({ name }) => name !== chosen);
  // An engine that was chosen after this list was loaded is still being fetched.
  const isGone = isUnknown && analysis_engine === chosen;
  if (engines.length === 0 && !isUnknown) return null;
  return (
    <Field
      label={strings.analyseWith}
      hint={strings.forScoresBestLinesReviews}
      error={isGone ? strings.engineIsMissing(chosen) : null}
    >
      {(ids) => (
        <Select
          {...ids}
          class="name"
          value={chosen ?? OURS}
          options={[
            { value: OURS, label: strings.kibitzsOwnEngine },
            ...engines.map(({ name }) => ({ value: name, label: name })),
            ...(isUnknown ? [{ value: chosen, label: chosen, disabled: true }] : []),
          ]}
          onChange={(name) => void changeSettings({ analysis_engine: name === OURS ? null : name })}
        />
      )}
    </Field>
  );
}
