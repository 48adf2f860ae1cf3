import { useId } from "preact/hooks";
import { usualKeys } from "../../../shared/model-providers.ts";
import { type Problems, problemIn } from "../../api/problems.ts";
import { Field } from "../../ui/field.tsx";
import { More } from "../../ui/more.tsx";
import { Select, type SelectProps } from "../../ui/select.tsx";
import { NumberField, TextField, type TextFieldProps } from "../../ui/text-field.tsx";
import type { ModelDraft, Told } from "./entrant-draft.ts";
import * as strings from "./strings.ts";

const providers: SelectProps<ModelDraft["provider"]>["options"] = [
  { value: "anthropic", label: strings.anthropic },
  { value: "openai", label: "OpenAI" },
  { value: "google", label: strings.google },
  { value: "openai-compatible", label: "OpenAI-compatible" },
];

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
  const compatible = draft.provider === "openai-compatible";
  const price = problem("price");
  const priceId = useId();
  const priced = price === null ? {} : ({ "aria-describedby": priceId, "aria-invalid": true } as const);
  const further = problem("key_env") ?? problem("temperature") ?? problem("prompt") ?? null;
  const address = (
    <div class="model-wide">
      <Text
        label={strings.addressLabel}
        text={draft.address}
        placeholder={compatible ? "http://127.0.0.1:11434/v1" : strings.providersOwn}
        problem={problem("base_url")}
        onText={(text) => onChange({ address: text })}
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
        <Text
          label={strings.model}
          text={draft.model}
          placeholder={strings.asProviderNamesIt}
          problem={problem("model")}
          onText={(model) => onChange({ model })}
        />
      </div>
      <NumberField
        label={strings.millionIn}
        text={draft.priceIn}
        {...priced}
        onText={(priceIn) => onChange({ priceIn })}
      />
      <NumberField
        label={strings.millionCached}
        text={draft.priceCached}
        placeholder={strings.asIn}
        {...priced}
        onText={(priceCached) => onChange({ priceCached })}
      />
      <NumberField
        label={strings.millionOut}
        text={draft.priceOut}
        {...priced}
        onText={(priceOut) => onChange({ priceOut })}
      />
      {price !== null && (
        <p id={priceId} class="field-error model-wide">
          {price}
        </p>
      )}
      {compatible && address}
      <More class="model-further" summary={strings.keyTemperatureWhat} wrong={further !== null}>
        <div class="model-fields">
          <div class="model-wide">
            <Text
              label={strings.nameOfKey}
              text={draft.keyName}
              placeholder={usualKeys[draft.provider] ?? "none"}
              problem={problem("key_env")}
              onText={(keyName) => onChange({ keyName })}
            />
          </div>
          <NumberField
            label={strings.temperature}
            text={draft.temperature}
            placeholder={strings.usual}
            problem={problem("temperature")}
            onText={(temperature) => onChange({ temperature })}
          />
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
