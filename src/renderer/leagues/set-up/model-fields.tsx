import { useId } from "preact/hooks";
import { modelProviders, usualKeys } from "../../../shared/model-providers.ts";
import { type Problems, problemIn } from "../../api/problems.ts";
import { Field } from "../../ui/field.tsx";
import { More } from "../../ui/more.tsx";
import type { ModelDraft, Told } from "./entrant-draft.ts";
import { Figure } from "./figure.tsx";

const providerTitles: Readonly<Record<ModelDraft["provider"], string>> = {
  anthropic: "Anthropic",
  openai: "OpenAI",
  google: "Google",
  "openai-compatible": "OpenAI-compatible",
};

const toldTitles: readonly (readonly [keyof Told, string])[] = [
  ["board", "Board"],
  ["fen", "FEN"],
  ["history", "Moves so far"],
  ["legal", "Legal moves"],
];

export interface ModelFieldsProps {
  readonly draft: ModelDraft;
  readonly problems: Problems;
  readonly onChange: (part: Partial<ModelDraft>) => void;
}

/** Which model, what it costs, and how it is asked. */
export function ModelFields({ draft, problems, onChange }: ModelFieldsProps) {
  const problem = (name: string) => problemIn(problems, name);
  const compatible = draft.provider === "openai-compatible";
  const price = problem("price");
  const priceId = useId();
  const further = problem("key_env") ?? problem("temperature") ?? problem("prompt") ?? null;
  const address = (
    <div class="model-wide">
      <Text
        label="Address"
        text={draft.address}
        placeholder={compatible ? "http://127.0.0.1:11434/v1" : "the provider’s own"}
        problem={problem("base_url")}
        onChange={(text) => onChange({ address: text })}
      />
    </div>
  );
  return (
    <div class="model-fields">
      <div class="model-choice">
        <Field label="Provider" error={problem("provider")}>
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
          label="Model"
          text={draft.model}
          placeholder="as the provider names it"
          problem={problem("model")}
          onChange={(model) => onChange({ model })}
        />
      </div>
      <Figure
        label="$ a million in"
        text={draft.priceIn}
        problem={null}
        saidBy={price === null ? null : priceId}
        onChange={(priceIn) => onChange({ priceIn })}
      />
      <Figure
        label="$ a million cached"
        text={draft.priceCached}
        placeholder="as in"
        problem={null}
        saidBy={price === null ? null : priceId}
        onChange={(priceCached) => onChange({ priceCached })}
      />
      <Figure
        label="$ a million out"
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
      <More class="model-further" summary="Key, temperature, what it is told" wrong={further !== null}>
        <div class="model-fields">
          <div class="model-wide">
            <Text
              label="Name of the key"
              text={draft.keyName}
              placeholder={usualKeys[draft.provider] ?? "none"}
              problem={problem("key_env")}
              onChange={(keyName) => onChange({ keyName })}
            />
          </div>
          <Figure
            label="Temperature"
            text={draft.temperature}
            placeholder="usual"
            problem={problem("temperature")}
            onChange={(temperature) => onChange({ temperature })}
          />
          {!compatible && address}
          <fieldset class="model-wide">
            <legend class="field-label">It is told</legend>
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
