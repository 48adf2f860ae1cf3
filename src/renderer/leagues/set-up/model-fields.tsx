import { useId } from "preact/hooks";
import { modelProviders, usualKeys } from "../../../shared/model-providers.ts";
import { type Problems, problemIn } from "../../api/problems.ts";
import { Field } from "../../ui/field.tsx";
import { More } from "../../ui/more.tsx";
import type { ModelDraft, Told } from "./entrant-draft.ts";
import { Figure } from "./figure.tsx";
import * as strings from "./strings.ts";

const providerTitles: Readonly<Record<ModelDraft["provider"], string>> = {
  anthropic: strings.anthropic,
  openai: "OpenAI",
  google: strings.google,
  "openai-compatible": "OpenAI-compatible",
};

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
  const further = problem("key_env") ?? problem("temperature") ?? problem("prompt") ?? null;
  const address = (
    <div class="model-wide">
      <Text
        label={strings.addressLabel}
        text={draft.address}
        placeholder={compatible ? "http://127.0.0.1:11434/v1" : strings.providersOwn}
        problem={problem("base_url")}
        onChange={(text) => onChange({ address: text })}
      />
    </div>
  );
  return (
    <div class="model-fields">
      <div class="model-choice">
        <Field label={strings.provider} error={problem("provider")}>
          {(ids) => (
            <select
              {...ids}
              class="input"
              value={draft.provider}
              onChange={({ currentTarget: { value } }) =>
                onChange({ provider: modelProviders.find((each) => each === value) ?? draft.provider })
              }
            >
              {modelProviders.map((each) => (
                <option key={each} value={each}>
                  {providerTitles[each]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <div class="model-choice">
        <Text
          label={strings.model}
          text={draft.model}
          placeholder={strings.asProviderNamesIt}
          problem={problem("model")}
          onChange={(model) => onChange({ model })}
        />
      </div>
      <Figure
        label={strings.millionIn}
        text={draft.priceIn}
        problem={null}
        saidBy={price === null ? null : priceId}
        onChange={(priceIn) => onChange({ priceIn })}
      />
      <Figure
        label={strings.millionCached}
        text={draft.priceCached}
        placeholder={strings.asIn}
        problem={null}
        saidBy={price === null ? null : priceId}
        onChange={(priceCached) => onChange({ priceCached })}
      />
      <Figure
        label={strings.millionOut}
        text={draft.priceOut}
        problem={null}
        saidBy={price === null ? null : priceId}
        onChange={(priceOut) => onChange({ priceOut })}
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
              onChange={(keyName) => onChange({ keyName })}
            />
          </div>
          <Figure
            label={strings.temperature}
            text={draft.temperature}
            placeholder={strings.usual}
            problem={problem("temperature")}
            onChange={(temperature) => onChange({ temperature })}
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

interface TextProps {
  readonly label: string;
  readonly text: string;
  readonly placeholder: string;
  readonly problem: string | null;
  readonly onChange: (text: string) => void;
}

function Text({ label, text, placeholder, problem, onChange }: TextProps) {
  return (
    <Field label={label} error={problem}>
      {(ids) => (
        <input
          {...ids}
          class="input"
          maxLength={500}
          autocomplete="off"
          spellcheck={false}
          placeholder={placeholder}
          value={text}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
