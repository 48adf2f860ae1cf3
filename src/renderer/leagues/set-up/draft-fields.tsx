import type { GamePage } from "../../../games/page.ts";
import type { AddedEngine } from "../../../shared/api.ts";
import type { LeagueChoices } from "../../../shared/leagues.ts";
import type { Problems } from "../../api/problems.ts";
import { NumberField, SegmentedChoice, Toggle } from "../../ui/field.tsx";
import type { ChoiceName, FigureName, LeagueDraft, SwitchName, TextName } from "./draft.ts";
import * as strings from "./strings.ts";

/** The data and actions of the form for a new league. */
export interface SetUpFormProps {
  readonly draft: LeagueDraft;
  readonly page: GamePage;
  /** The host's choices for the game; null until they are loaded. */
  readonly choice: LeagueChoices["games"][number] | null;
  /** The person's engines. */
  readonly engines: readonly AddedEngine[];
  readonly problems: Problems;
  readonly problem: (name: string) => string | null;
  /** Whether the person tried to create the league: then empty fields are reported too. */
  readonly hasTried: boolean;
  readonly change: (part: Partial<LeagueDraft>) => void;
}

type FigureProps = Pick<SetUpFormProps, "draft" | "problem" | "change"> & {
  readonly of: FigureName;
  /** The default, where it depends on the rest of the league; and what is said of it. */
  readonly placeholder?: string;
  readonly hint?: string;
};

/** A field for a number of the league. */
export const Figure = ({ of, placeholder, hint, draft, problem, change }: FigureProps) => (
  <NumberField
    placeholder={placeholder}
    {...(hint !== undefined && { hint })}
    {...strings.numberFields[of]}
    text={draft.figures[of] ?? ""}
    problem={problem(of)}
    onText={(text) => change({ figures: { ...draft.figures, [of]: text } })}
  />
);

/** One or several of them, side by side. */
export const Figures = ({ of, ...rest }: SetUpFormProps & { readonly of: readonly FigureName[] }) => (
  <div class="set-up-more grid top">
    {of.map((each) => (
      <Figure key={each} of={each} {...rest} />
    ))}
  </div>
);

/** The attributes of a field for another text of the league. */
export const textAttributes = <Name extends TextName>(of: Name, { draft, problem, change }: SetUpFormProps) => ({
  ...strings.textFields[of],
  text: draft.texts[of] ?? "",
  problem: problem(of),
  onText: (text: string) => change({ texts: { ...draft.texts, [of]: text } }),
});

export const Switch = ({ of, draft, change }: SetUpFormProps & { readonly of: SwitchName }) => (
  <Toggle
    {...strings.switchFields[of]}
    on={draft.switches[of] ?? false}
    onChange={(on) => change({ switches: { ...draft.switches, [of]: on } })}
  />
);

export const Choice = ({ of, draft, change }: SetUpFormProps & { readonly of: ChoiceName }) => (
  <SegmentedChoice
    {...strings.choiceFields[of]}
    value={draft.choices[of]}
    onChange={(value) => change({ choices: { ...draft.choices, [of]: value } })}
  />
);
