import { useId } from "preact/hooks";
import { foreignKey } from "../../../shared/foreign-key.ts";
import { modelProviders, usualKeys } from "../../../shared/model-providers.ts";
import { type Problems, problemIn } from "../../api/problems.ts";
import { Field, Lines, More, NumberField, Select, TextField, type TextFieldProps } from "../../ui/field.tsx";
import type { ModelDraft, ModelText } from "./entrant-draft.ts";
import * as strings from "./strings.ts";

const providers = modelProviders.map((value) => ({ value, label: strings.providerTitles[value] }));
const prices = ["price.input", "price.cached", "price.output"] as const;
const toldParts = ["board", "fen", "history", "legal"] as const;
const limits = [
  ...(["temperature", "thinking_tokens", "max_output_tokens", "seed", "votes"] as const),
  ...(["calls_at_once", "tokens_per_minute"] as const),
];

export interface ModelFieldsProps {
  readonly draft: ModelDraft;
  readonly problems: Problems;
  readonly onChange: (part: Partial<ModelDraft>) => void;
}

/** The fields of a model: its address, its price, and its prompt. */
export function ModelFields({ draft, problems, onChange }: ModelFieldsProps) {
  const problem = (name: string) => problemIn(problems, name);
  const fieldOf = (of: ModelText) => ({
    ...strings.modelTexts[of],
    text: draft.texts[of] ?? "",
    problem: problem(of),
    onText: (text: string) => onChange({ texts: { ...draft.texts, [of]: text } }),
  });
  const foreign = foreignKey(draft.provider, draft.texts.base_url, draft.texts.key_env);
  const compatible = draft.provider === "openai-compatible";
  const price = problem("price");
  const priceId = useId();
  // One problem for all of them, which stands below.
  const priceAttributes =
    price === null ? {} : ({ problem: null, "aria-describedby": priceId, "aria-invalid": true } as const);
  const visible = ["", "name", "provider", "model", "price", compatible ? "base_url" : ""];
  const isFurther = Object.keys(problems.fields).some((name) => !visible.includes(name.replace(/\..*/, "")));
  const address = (
    <div class="model-wide">
      <Text {...fieldOf("base_url")} {...(compatible && { placeholder: "http://127.0.0.1:11434/v1" })} />
    </div>
  );
  return (
    <div class="model-fields grid">
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
        <Text {...fieldOf("model")} />
      </div>
      {prices.map((of) => (
        <NumberField key={of} {...fieldOf(of)} {...priceAttributes} />
      ))}
      {price !== null && (
        <p id={priceId} class="field-error model-wide">
          {price}
        </p>
      )}
      {compatible && address}
      <More class="model-further" summary={strings.furtherOfModel} wrong={isFurther}>
        <div class="model-fields grid">
          <div class="model-wide">
            <Text {...fieldOf("key_env")} placeholder={usualKeys[draft.provider] ?? "none"} />
          </div>
          <Text {...fieldOf("reasoning_effort")} />
          {limits.map((of) => (
            <NumberField key={of} {...fieldOf(of)} />
          ))}
          {!compatible && address}
          {foreign && (
            <label class="check gap-1 small model-wide">
              <input
                type="checkbox"
                class="tick"
                checked={draft.allowedKey === foreign.text}
                onChange={(event) => onChange({ allowedKey: event.currentTarget.checked ? foreign.text : undefined })}
              />
              {strings.sendKeyTo(foreign.name, foreign.origin)}
            </label>
          )}
          <fieldset class="model-wide">
            <legend class="field-label">{strings.instructions}</legend>
            {toldParts.map((part) => (
              <label key={part} class="check gap-1 small">
                <input
                  type="checkbox"
                  class="tick"
                  checked={draft.parts[part]}
                  onChange={(event) => onChange({ parts: { ...draft.parts, [part]: event.currentTarget.checked } })}
                />
                {strings.promptPartLabels[part]}
              </label>
            ))}
          </fieldset>
          {problem("prompt") !== null && <p class="field-error model-wide">{problem("prompt")}</p>}
          <div class="model-wide">
            <Lines {...fieldOf("prompt_text")} rows={3} />
          </div>
        </div>
      </More>
    </div>
  );
}

/** A field for a name or an address. */
const Text = (props: TextFieldProps) => <TextField maxLength={500} spellcheck={false} {...props} />;
