import { pages } from "../../../games/pages.ts";
import { problemIn } from "../../api/problems.ts";
import { ClockFields } from "../../new-game/clock-fields.tsx";
import * as strings from "./strings.ts";
import "../../new-game/new-game.css";
import { formats } from "../../../shared/formats/register.ts";
import { Field } from "../../ui/field.tsx";
import { More } from "../../ui/more.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { canTest, isFurther, usualTimesOf } from "./draft.ts";
import { withoutGame } from "./entrant-draft.ts";
import { EntrantRows } from "./entrant-rows.tsx";
import { LeagueFigure, Said } from "./figure.tsx";
import type { SetUpFormProps } from "./props.ts";
import { Rules } from "./rules.tsx";

const games = pages.map(({ kind, title }) => ({ value: kind, label: title }));
/** The usual fields, and behind “More” the others. */
export function SetUpForm(props: SetUpFormProps) {
  const { draft, page, choice, engines, problems, tried, change } = props;
  const problem = (name: string): string | null => problemIn(problems, name);
  const rules = { ...props, problem };
  return (
    <>
      <div class="new-game-row">
        <Segmented
          legend={strings.game}
          options={games}
          value={draft.game}
          // Strategies, engines and positions belong to one game.
          onChange={(game) =>
            change({
              game,
              openings: "none",
              resigning: false,
              drawing: false,
              decider: "lot",
              entrants: withoutGame(draft.entrants),
            })
          }
        />
        <Field label={strings.name} error={problem("name")}>
          {(ids) => (
            <input
              {...ids}
              class="input league-name"
              maxLength={60}
              placeholder={strings.league(page.title)}
              autocomplete="off"
              value={draft.name}
              onInput={(event) => change({ name: event.currentTarget.value })}
            />
          )}
        </Field>
      </div>
      <EntrantRows
        entrants={draft.entrants}
        strategies={choice?.strategies ?? []}
        engines={page.engine ? engines : []}
        problems={problems}
        tried={tried}
        onChange={(entrants) => change({ entrants, ...(canTest({ ...draft, entrants }) ? {} : { testing: false }) })}
      />
      <div class="new-game-row set-up-figures">
        <Field label={strings.format} error={problem("format")}>
          {(ids) => (
            <select
              {...ids}
              class="input"
              value={draft.format}
              onChange={(event) => change({ format: event.currentTarget.value })}
            >
              {formats.map(({ name, title }) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </Field>
        <LeagueFigure of="games_per_match" {...rules} />
        <LeagueFigure of="move_seconds" {...rules} placeholder={String(usualTimesOf(draft).move)} />
      </div>
      <ClockFields choice={draft.clock} onChange={(clock) => change({ clock })} />
      <Said text={problem("clock")} />
      <More class="position-field" summary={strings.moreRoundsPointsOpeningsRules} wrong={isFurther(problems)}>
        <Rules {...rules} />
      </More>
    </>
  );
}
