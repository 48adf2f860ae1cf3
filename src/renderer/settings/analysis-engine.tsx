import type { KnownEngines } from "../../shared/api.ts";
import { Field } from "../ui/field.tsx";
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
        <select
          {...ids}
          class="input name"
          value={chosen ?? OURS}
          onChange={({ currentTarget: { value } }) =>
            void changeSettings({ analysis_engine: value === OURS ? null : value })
          }
        >
          <option value={OURS}>{strings.kibitzsOwnEngine}</option>
          {engines.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
          {isUnknown && (
            <option value={chosen} disabled>
              {chosen}
            </option>
          )}
        </select>
      )}
    </Field>
  );
}
