import { ClockFields, GameField } from "../../new-game/option-fields.tsx";
import "../../new-game/new-game.css";
import { useEffect, useRef } from "preact/hooks";
import { durationText } from "../../../shared/duration.ts";
import { measurement } from "../../../shared/formats/measurement.ts";
import { formats } from "../../../shared/formats/register.ts";
import { Button, PlusIcon } from "../../ui/button.tsx";
import { Field, More, Problem, Select, type SelectProps, TextField } from "../../ui/field.tsx";
import { kindTitle } from "../../ui/player-icon.tsx";
import { canTest, entrantProblems, inFormat, isFurther, type LeagueDraft, measures, usualTimesOf } from "./draft.ts";
import { Figure, type SetUpFormProps, textAttributes } from "./draft-fields.tsx";
import { type DraftKind, newEntrant, withoutGame } from "./entrant-draft.ts";
import { EntrantRow } from "./entrant-row.tsx";
import { Rules } from "./rules.tsx";

const formatOptions: SelectProps<string>["options"] = [
  ...formats.map(({ name, title }) => ({ value: name, label: title })),
  { value: measurement.name, label: "Measure one entrant" },
];

/** The usual fields, and behind “More” the others. */
export function SetUpForm(props: SetUpFormProps) {
  const { draft, page, problems, problem, change } = props;
  return (
    <>
      <div class="new-game-row row top">
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
        {!measures(draft) && (
          <TextField
            class="league-name"
            maxLength={60}
            placeholder={`${page.title} league`}
            {...textAttributes("name", props)}
          />
        )}
      </div>
      <EntrantRows {...props} />
      <div class="new-game-row row top">
        <Field label="Format" error={problem("format")}>
          {(ids) => (
            <Select
              {...ids}
              value={draft.format}
              options={formatOptions}
              onChange={(format) => change(inFormat(draft, format))}
            />
          )}
        </Field>
        {(measures(draft) ? (["within", "games"] as const) : (["games_per_match"] as const)).map((of) => (
          <Figure key={of} of={of} {...props} />
        ))}
        <Figure
          of="move_seconds"
          {...props}
          placeholder={String(usualTimesOf(draft).move)}
          hint={`Usually ${durationText(usualTimesOf(draft).move * 1000)}.`}
        />
      </div>
      <ClockFields choice={draft.clock} onChange={(clock) => change({ clock })} />
      <Problem text={problem("clock")} />
      <More
        class="position-field"
        summary="More: schedule and points, starting position, late and illegal moves, adjudication"
        wrong={isFurther(problems)}
      >
        <Rules {...props} />
      </More>
    </>
  );
}

const offeredKinds: readonly DraftKind[] = ["computer", "strategy", "agent", "human", "llm", "command", "endpoint"];

/** The entrants, a line each, and buttons for more. */
function EntrantRows({ draft, page, choice, engines, problems, hasTried, change }: SetUpFormProps) {
  const { entrants } = draft;
  const strategies = choice?.strategies ?? [];
  const onChange = (next: LeagueDraft["entrants"]) =>
    change({
      entrants: next,
      ...(canTest({ entrants: next }) ? {} : { switches: { ...draft.switches, testing: false } }),
    });
  const list = useRef<HTMLOListElement>(null);
  /** The row that was removed last, so that the focus goes to the one that took its place. */
  const lastRemoved = useRef<number | null>(null);
  useEffect(() => {
    const buttons = list.current?.querySelectorAll<HTMLElement>(".entrant-row > button") ?? [];
    if (lastRemoved.current !== null) buttons[Math.min(lastRemoved.current, buttons.length - 1)]?.focus();
    lastRemoved.current = null;
  }, [entrants.length]);
  const own = entrantProblems(draft, problems);
  return (
    <fieldset>
      <legend class="field-label">
        Entrants <span class="figures">{entrants.length}</span>
      </legend>
      <ol class="below-3" ref={list}>
        {entrants.map((entrant, index) => (
          <EntrantRow
            key={entrant.key}
            entrant={entrant}
            place={index + 1}
            strategies={strategies}
            engines={page.engine ? engines : []}
            problems={own[index] ?? {}}
            hasTried={hasTried}
            onChange={(next) => onChange(entrants.map((each) => (each.key === next.key ? next : each)))}
            onRemove={() => {
              lastRemoved.current = index;
              onChange(entrants.filter(({ key }) => key !== entrant.key));
            }}
          />
        ))}
      </ol>
      <Problem text={problems.fields.entrants} />
      <div class="button-row">
        {offeredKinds.map(
          (kind) =>
            (kind !== "strategy" || strategies.length > 0) &&
            !(measures(draft) && entrants.length > 0) && (
              <Button
                key={kind}
                size="small"
                aria-label={`Add: ${kindTitle(kind)}`}
                onClick={() => onChange([...entrants, newEntrant(kind, entrants, strategies)])}
              >
                <PlusIcon />
                {kindTitle(kind)}
              </Button>
            ),
        )}
      </div>
    </fieldset>
  );
}
