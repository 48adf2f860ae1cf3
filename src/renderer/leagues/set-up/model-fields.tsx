import { useId } from "preact/hooks";
import { modelProviders, usualKeys } from "../../../shared/model-providers.ts";
import { type Problems, problemIn } from "../../api/problems.ts";
import { Field, Lines, More, NumberField, Select, TextField } from "../../ui/field.tsx";
import { consentFor, type ModelDraft, type ModelText } from "./entrant-draft.ts";
import * as strings from "./strings.ts";

const providerOptions = modelProviders.map((value) => ({ value, label: strings.providerTitles[value] }));
const promptParts = ["board", "fen", "history", "legal"] as const;
/** Names and addresses, by the room that they need; all others are numbers or single words. */
const fieldWidths: { readonly [Name in ModelText]?: string } = {
  command: "across",
  env: "across",
  model: "model-choice",
  key_env: "across",
  base_url: "across",
  reasoning_effort: "",
};
const priceFields = ["price.input", "price.cached", "price.output"] as const;
const limitFields = [
  ...(["temperature", "thinking_tokens", "max_output_tokens", "seed", "votes"] as const),
  ...(["calls_at_once", "tokens_per_minute"] as const),
];

export interface ModelFieldsProps {
  readonly draft: ModelDraft;
  readonly problems: Problems;
  readonly onChange: (part: Partial<ModelDraft>) => void;
}

/** The fields of a model or a command: what is asked, its price, what the person allows, and the prompt. */
export function ModelFields({ draft, problems, onChange }: ModelFieldsProps) {
  const isCommand = draft.kind === "command";
  const compatible = draft.provider === "openai-compatible";
  const problem = (name: string) => problemIn(problems, name);
  const onText = (of: ModelText) => (text: string) => onChange({ texts: { ...draft.texts, [of]: text } });
  const fieldOf = (of: ModelText) => ({
    ...strings.modelTexts[of],
    text: draft.texts[of] ?? "",
    problem: problem(of),
    onText: onText(of),
  });
  const price = problem("price");
  const priceId = useId();
  // One problem for all of them, which stands below.
  const priceAttributes =
    price === null ? {} : ({ problem: null, "aria-describedby": priceId, "aria-invalid": true } as const);
  const examples: { readonly [Name in ModelText]?: string | undefined } = {
    key_env: usualKeys[draft.provider] ?? "none",
    ...(compatible && { base_url: "http://127.0.0.1:11434/v1" }),
  };
  const fields = (...names: readonly ModelText[]) =>
    names.map((of) => {
      const width = fieldWidths[of];
      if (width === undefined)
        return <NumberField key={of} {...fieldOf(of)} {...(of.startsWith("price.") && priceAttributes)} />;
      const placeholder = examples[of];
      return (
        <div key={of} class={width}>
          <TextField
            maxLength={of === "command" ? 5_000 : 500}
            spellcheck={false}
            {...fieldOf(of)}
            {...(placeholder !== undefined && { placeholder })}
          />
        </div>
      );
    });
  const visible = ["", "name", "provider", "model", "price", "command", compatible ? "base_url" : ""];
  const isFurther = Object.keys(problems.fields).some((name) => !visible.includes(name.replace(/\..*/, "")));
  const request = consentFor(draft);
  const allow = request && (
    <Check
      label={request.question}
      on={draft.consent === request.text}
      onChange={(on) => onChange({ consent: on ? request.text : undefined })}
    />
  );
  return (
    <div class="model-fields grid top">
      {!isCommand && (
        <div class="model-choice">
          <Field label="Provider" error={problem("provider")}>
            {(ids) => (
              <Select
                {...ids}
                value={draft.provider}
                options={providerOptions}
                onChange={(provider) => onChange({ provider })}
              />
            )}
          </Field>
        </div>
      )}
      {isCommand ? fields("command") : fields("model", ...priceFields)}
      {price !== null && (
        <p id={priceId} class="field-error across">
          {price}
        </p>
      )}
      {isCommand && <div class="across">{allow}</div>}
      {compatible && fields("base_url")}
      <More
        class="across"
        summary={isCommand ? "More: variables, prompt" : "More: key, thinking, limits, prompt"}
        wrong={isFurther}
      >
        <div class="model-fields above-2 grid top">
          {isCommand ? fields("env", "votes") : fields("key_env", "reasoning_effort", ...limitFields)}
          {!isCommand && !compatible && fields("base_url")}
          {!isCommand && <div class="across">{allow}</div>}
          <fieldset class="across">
            <legend class="field-label">Instructions</legend>
            {promptParts.map((part) => (
              <Check
                key={part}
                label={strings.promptPartLabels[part]}
                on={draft.parts[part]}
                onChange={(on) => onChange({ parts: { ...draft.parts, [part]: on } })}
              />
            ))}
            {isCommand && (
              <Check
                label={strings.modelTexts.prompt_by.label}
                on={draft.texts.prompt_by === "argument"}
                onChange={(on) => onText("prompt_by")(on ? "argument" : "stdin")}
              />
            )}
          </fieldset>
          {problem("prompt") !== null && <p class="field-error across">{problem("prompt")}</p>}
          <div class="across">
            <Lines {...fieldOf("prompt_text")} rows={3} />
          </div>
        </div>
      </More>
    </div>
  );
}

const Check = ({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) => (
  <label class="check gap-1 middle small">
    <input type="checkbox" class="tick" checked={on} onChange={(event) => onChange(event.currentTarget.checked)} />
    <bdi>{label}</bdi>
  </label>
);
