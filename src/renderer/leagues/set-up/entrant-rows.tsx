import { useEffect, useRef } from "preact/hooks";
import { Button } from "../../ui/button.tsx";
import { PlusIcon } from "../../ui/icons.tsx";
import { Problem } from "../../ui/problem.tsx";
import { kindTitle } from "../league-words.ts";
import { canTest, entrantProblems, type LeagueDraft } from "./draft.ts";
import { type DraftKind, newEntrant } from "./entrant-draft.ts";
import { EntrantRow } from "./entrant-row.tsx";
import type { SetUpFormProps } from "./props.ts";
import * as strings from "./strings.ts";

const kinds: readonly DraftKind[] = ["computer", "strategy", "agent", "human", "llm", "endpoint"];

/** The entrants, a line each, and buttons for more. */
export function EntrantRows({ draft, page, choice, engines, problems, tried, change }: SetUpFormProps) {
  const { entrants } = draft;
  const strategies = choice?.strategies ?? [];
  const onChange = (next: LeagueDraft["entrants"]) =>
    change({
      entrants: next,
      ...(canTest({ entrants: next }) ? {} : { switches: { ...draft.switches, testing: false } }),
    });
  const list = useRef<HTMLOListElement>(null);
  /** The row that was removed last, so that the focus goes to the one that took its place. */
  const removed = useRef<number | null>(null);
  useEffect(() => {
    const buttons = list.current?.querySelectorAll<HTMLElement>(".entrant-row > button") ?? [];
    if (removed.current !== null) buttons[Math.min(removed.current, buttons.length - 1)]?.focus();
    removed.current = null;
  }, [entrants.length]);
  const own = entrantProblems(draft, problems);
  return (
    <fieldset class="entrant-rows">
      <legend class="field-label">
        {strings.entrants} <span class="figures">{entrants.length}</span>
      </legend>
      <ol ref={list}>
        {entrants.map((entrant, index) => (
          <EntrantRow
            key={entrant.key}
            entrant={entrant}
            place={index + 1}
            strategies={strategies}
            engines={page.engine ? engines : []}
            problems={own[index] ?? {}}
            tried={tried}
            onChange={(next) => onChange(entrants.map((each) => (each.key === next.key ? next : each)))}
            onRemove={() => {
              removed.current = index;
              onChange(entrants.filter(({ key }) => key !== entrant.key));
            }}
          />
        ))}
      </ol>
      <Problem text={problems.fields.entrants} />
      <div class="button-row">
        {kinds.map(
          (kind) =>
            (kind !== "strategy" || strategies.length > 0) && (
              <Button
                key={kind}
                size="small"
                aria-label={strings.add(kindTitle(kind))}
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
