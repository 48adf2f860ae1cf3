import { useEffect, useRef } from "preact/hooks";
import type { AddedEngine } from "../../../shared/api.ts";
import type { Problems } from "../../api/problems.ts";
import { Button } from "../../ui/button.tsx";
import { PlusIcon } from "../../ui/icons.tsx";
import { Problem } from "../../ui/problem.tsx";
import { kindTitle } from "../league-words.ts";
import { namedIn } from "./draft.ts";
import { type DraftEntrant, type DraftKind, newEntrant } from "./entrant-draft.ts";
import { EntrantRow } from "./entrant-row.tsx";
import * as strings from "./strings.ts";

export interface EntrantRowsProps {
  readonly entrants: readonly DraftEntrant[];
  /** The strategies of the chosen game. */
  readonly strategies: readonly string[];
  /** The person's engines that play it. */
  readonly engines: readonly AddedEngine[];
  readonly problems: Problems;
  /** Whether the person tried to create the league: then empty fields are reported too. */
  readonly tried: boolean;
  readonly onChange: (entrants: readonly DraftEntrant[]) => void;
}

const kinds: readonly DraftKind[] = ["computer", "strategy", "agent", "human", "llm", "endpoint"];

/** The entrants, a line each, and buttons for more. */
export function EntrantRows({ entrants, strategies, engines, problems, tried, onChange }: EntrantRowsProps) {
  const list = useRef<HTMLOListElement>(null);
  /** The row that was removed last, so that the focus goes to the one that took its place. */
  const removed = useRef<number | null>(null);
  useEffect(() => {
    const buttons = list.current?.querySelectorAll<HTMLElement>(".entrant-row > button") ?? [];
    if (removed.current !== null) buttons[Math.min(removed.current, buttons.length - 1)]?.focus();
    removed.current = null;
  }, [entrants.length]);
  // Places are not sent, so the host numbers only the others.
  const named = namedIn({ entrants });
  const none: Problems["fields"] = {};
  return (
    <fieldset class="entrant-rows">
      <legend class="field-label">
        {strings.entrants} <span class="figures">{entrants.length}</span>
      </legend>
      <ol ref={list}>
        {entrants.map((entrant, index) => {
          const place = named.indexOf(entrant);
          const path = `entrants.${place}`;
          const own = Object.entries(problems.fields).filter(([name]) => name === path || name.startsWith(`${path}.`));
          return (
            <EntrantRow
              key={entrant.key}
              entrant={entrant}
              place={index + 1}
              strategies={strategies}
              engines={engines}
              problems={{
                fields:
                  place < 0 ? none : Object.fromEntries(own.map(([name, text]) => [name.slice(path.length + 1), text])),
                rest: null,
              }}
              tried={tried}
              onChange={(next) => onChange(entrants.map((each) => (each.key === next.key ? next : each)))}
              onRemove={() => {
                removed.current = index;
                onChange(entrants.filter(({ key }) => key !== entrant.key));
              }}
            />
          );
        })}
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
