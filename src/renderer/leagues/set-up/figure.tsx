import { NumberField } from "../../ui/text-field.tsx";
import type { FigureName } from "./draft.ts";
import type { RulesProps } from "./props.ts";
import * as strings from "./strings.ts";

type FigureProps = Pick<RulesProps, "draft" | "problem" | "change"> & {
  readonly of: FigureName;
  /** The default, where it depends on the rest of the league. */
  readonly placeholder?: string;
};

/** A field for a number of the league. */
export const Figure = ({ of, placeholder, draft, problem, change }: FigureProps) => (
  <NumberField
    placeholder={placeholder}
    {...strings.figures[of]}
    text={draft.figures[of] ?? ""}
    problem={problem(of)}
    onText={(text) => change({ figures: { ...draft.figures, [of]: text } })}
  />
);

/** One or several of them, side by side. */
export const Figures = ({ of, ...rest }: RulesProps & { readonly of: readonly FigureName[] }) => (
  <div class="set-up-more">
    {of.map((each) => (
      <Figure key={each} of={each} {...rest} />
    ))}
  </div>
);
