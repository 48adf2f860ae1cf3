import { ClockFields } from "../../new-game/clock-fields.tsx";
import { GameField } from "../../new-game/game-field.tsx";
import * as strings from "./strings.ts";
import "../../new-game/new-game.css";
import { formats } from "../../../shared/formats/register.ts";
import { Field } from "../../ui/field.tsx";
import { More } from "../../ui/more.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Select, type SelectProps } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { isFurther, usualTimesOf } from "./draft.ts";
import { Figure, typed } from "./draft-fields.tsx";
import { withoutGame } from "./entrant-draft.ts";
import { EntrantRows } from "./entrant-rows.tsx";
import type { SetUpFormProps } from "./props.ts";
import { Rules } from "./rules.tsx";

const formatOptions: SelectProps<string>["options"] = formats.map(({ name, title }) => ({ value: name, label: title }));

/** The usual fields, and behind “More” the others. */
export function SetUpForm(props: SetUpFormProps) {
  const { draft, page, problems, problem, change } = props;
  return (
    <>
      <div class="new-game-row row">
        <GameField
          value={draft.game}
          // Strategies, engines and positions belong to one game.
          onChange={(game) =>
            change({
              game,
              choices: { ...draft.choices, openings: "none", decider: "lot" },
              switches: { ...draft.switches, resigning: false, drawing: false },
              entrants: withoutGame(draft.entrants),
            })
          }
        />
        <TextField
          class="league-name"
          maxLength={60}
          placeholder={strings.league(page.title)}
          {...typed("name", props)}
        />
      </div>
      <EntrantRows {...props} />
      <div class="new-game-row row">
        <Field label={strings.format} error={problem("format")}>
          {(ids) => (
            <Select {...ids} value={draft.format} options={formatOptions} onChange={(format) => change({ format })} />
          )}
        </Field>
        <Figure of="games_per_match" {...props} />
        <Figure of="move_seconds" {...props} placeholder={String(usualTimesOf(draft).move)} />
      </div>
      <ClockFields choice={draft.clock} onChange={(clock) => change({ clock })} />
      <Problem text={problem("clock")} />
      <More class="position-field" summary={strings.moreRoundsPointsOpeningsRules} wrong={isFurther(problems)}>
        <Rules {...props} />
      </More>
    </>
  );
}
