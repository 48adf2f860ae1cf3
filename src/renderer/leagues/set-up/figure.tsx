import type { ComponentChildren } from "preact";
import { Field } from "../../ui/field.tsx";
import type { FigureName } from "./draft.ts";
import type { RulesProps } from "./props.ts";
import * as strings from "./strings.ts";

export interface FigureProps {
  readonly label: string;
  readonly text: string;
  readonly placeholder?: string | undefined;
  readonly hint?: string;
  /** Most characters, where it is more than a number. */
  readonly longest?: number;
  readonly problem: string | null;
  /** The id of the element with the problem, if it is not here. */
  readonly saidBy?: string | null;
  readonly onChange: (text: string) => void;
}

/** A field for a number. */
export function Figure({ label, text, placeholder, hint, longest, problem, saidBy = null, onChange }: FigureProps) {
  return (
    <Field label={label} hint={hint} error={problem}>
      {(ids) => (
        <input
          {...ids}
          {...(saidBy === null ? {} : { "aria-describedby": saidBy, "aria-invalid": true })}
          class="input number"
          inputMode={longest === undefined ? "decimal" : "text"}
          autocomplete="off"
          maxLength={longest ?? 20}
          placeholder={placeholder}
          value={text}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** A field for a figure of the league. */
export function LeagueFigure({ of, placeholder, draft, problem, change }: LeagueFigureProps) {
  return (
    <Figure
      placeholder={placeholder}
      {...strings.figures[of]}
      text={draft.figures[of] ?? ""}
      problem={problem(of)}
      onChange={(text) => change({ figures: { ...draft.figures, [of]: text } })}
    />
  );
}
type LeagueFigureProps = Pick<RulesProps, "draft" | "problem" | "change"> & {
  readonly of: FigureName;
  /** The default, where it depends on the rest of the league. */
  readonly placeholder?: string;
};

/** A problem that belongs to no field. */
export const Said = ({ text }: { text: string | null }): ComponentChildren =>
  text === null ? null : (
    <p class="field-error" role="alert">
      {text}
    </p>
  );
