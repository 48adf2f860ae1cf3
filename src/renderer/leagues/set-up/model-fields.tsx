import { useId } from "preact/hooks";
import { modelProviders, usualKeys } from "../../../shared/model-providers.ts";
import { type Problems, problemIn } from "../../api/problems.ts";
import { Field } from "../../ui/field.tsx";
import { More } from "../../ui/more.tsx";
import { Select } from "../../ui/select.tsx";
import { NumberField, TextField, type TextFieldProps } from "../../ui/text-field.tsx";
import type { ModelDraft, ModelText, Told } from "./entrant-draft.ts";
import * as strings from "./strings.ts";

const providerTitles: Readonly<Record<ModelDraft["provider"], string>> = {
  anthropic: strings.anthropic,
  openai: "OpenAI",
  google: strings.google,
  "openai-compatible": "OpenAI-compatible",
};
const providers = modelProviders.map((value) => ({ value, label: providerTitles[value] }));

const toldTitles: readonly (readonly [keyof Told, string])[] = [
  ["board", strings.board],
  ["fen", "FEN"],
  ["history", strings.movesSoFar],
  ["legal", strings.legalMoves],
];

export interface ModelFieldsProps {
  readonly draft: ModelDraft;
  readonly problems: Problems;
  readonly onChange: (part: Partial<ModelDraft>) => void;
}

/** The fields of a model: its address, its price, and its prompt. */
export function ModelFields({ draft, problems, onChange }: ModelFieldsProps) {
  const problem = (name: string) => problemIn(problems, name);
  const typed = (of: ModelText) => ({
    text: draft.texts[of] ?? "",
    problem: problem(of),
    onText: (text: string) => onChange({ texts: { ...draft.texts, [of]: text } }),
  });
  const compatible = draft.provider === "openai-compatible";
  const price = problem("price");
  const priceId = useId();
  // One problem for all of them, which stands below.
  const priced = price === null ? {} : ({ problem: null, "aria-describedby": priceId, "aria-invalid": true } as const);
  const further = problem("key_env") ?? problem("temperature") ?? problem("prompt") ?? null;
  const address = (
    <div class="model-wide">
      <Text
        label={strings.addressLabel}
        placeholder={compatible ? "http://127.0.0.1:11434/v1" : strings.providersOwn}
        {...typed("base_url")}
      />
    </div>
  );
  return (
    <div class="model-fields">
      <div class="model-choice">
        <Field label={strings.provider} error={problem("provider")}>
          {(ids) => (
            <Select
              {...ids}
              value={draft.provider}
              options={providers}
              onChange={(provider) => onChange({ provider })}
            />
          )}
        </Field>
      </div>
      <div class="model-choice">
        <Text label={strings.model} placeholder={strings.asProviderNamesIt} {...typed("model")} />
      </div>
      <NumberField label={strings.millionIn} {...typed("price.input")} {...priced} />
      <NumberField label={strings.millionCached} placeholder={strings.asIn} {...typed("price.cached")} {...priced} />
      <NumberField label={strings.millionOut} {...typed("price.output")} {...priced} />
      {price !== null && (
        <p id={priceId} class="field-error model-wide">
          {price}
        </p>
      )}
      {compatible && address}
      <More class="model-further" summary={strings.keyTemperatureWhat} wrong={further !== null}>
        <div class="model-fields">
          <div class="model-wide">
            <Text label={strings.nameOfKey} placeholder={usualKeys[draft.provider] ?? "none"} {...typed("key_env")} />
          </div>
          <NumberField label={strings.temperature} placeholder={strings.usual} {...typed("temperature")} />
          {!compatible && address}
          <fieldset class="model-wide">
            <legend class="field-label">{strings.instructions}</legend>
            {toldTitles.map(([part, title]) => (
              <label key={part} class="check">
                <input
                  type="checkbox"
                  checked={draft.told[part]}
                  onChange={(event) => onChange({ told: { ...draft.told, [part]: event.currentTarget.checked } })}
                />
                {title}
              </label>
            ))}
          </fieldset>
          {problem("prompt") !== null && <p class="field-error model-wide">{problem("prompt")}</p>}
        </div>
      </More>
    </div>
  );
}

/** A field for a name or an address. */
const Text = (props: TextFieldProps) => <TextField maxLength={500} spellcheck={false} {...props} />;
