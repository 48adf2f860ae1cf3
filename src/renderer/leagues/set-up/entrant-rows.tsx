import { levelWord } from "../../new-game/levels.ts";
import { Button } from "../../ui/button.tsx";
import { CloseIcon } from "../../ui/icons.tsx";
import { EntrantIcon } from "../entrant-icon.tsx";
import { kindTitle } from "../league-words.ts";
import type { DraftEntrant, DraftKind } from "./draft.ts";

export interface EntrantRowsProps {
  readonly entrants: readonly DraftEntrant[];
  /** Of the game that is chosen. */
  readonly strategies: readonly string[];
  /** What is wrong with the entrants, by the place of those who move by themselves. */
  problem(place: number): string | null;
  readonly onChange: (entrants: readonly DraftEntrant[]) => void;
}

/** Who takes part, a line each, and buttons for more. */
export function EntrantRows({ entrants, strategies, problem, onChange }: EntrantRowsProps) {
  const add = (...kinds: readonly NewDraft[]) => {
    const last = Math.max(0, ...entrants.map(({ key }) => key));
    onChange([...entrants, ...kinds.map((each, index) => ({ ...each, key: last + index + 1, name: "" }))]);
  };
  const replace = (entrant: DraftEntrant) =>
    onChange(entrants.map((each) => (each.key === entrant.key ? entrant : each)));
  const levels = entrants.flatMap((each) => (each.kind === "computer" ? [each.level] : []));
  const used = entrants.flatMap((each) => (each.kind === "strategy" ? [each.strategy] : []));
  // Agents are not sent: the host counts the others alone.
  const driven = entrants.filter(({ kind }) => kind !== "agent");
  return (
    <fieldset class="entrant-rows">
      <legend class="field-label">
        Entrants <span class="figures">{entrants.length}</span>
      </legend>
      <ol>
        {entrants.map((entrant, index) => (
          <Row
            key={entrant.key}
            entrant={entrant}
            place={index + 1}
            strategies={strategies}
            problem={entrant.kind === "agent" ? null : problem(driven.indexOf(entrant))}
            onChange={replace}
            onRemove={() => onChange(entrants.filter(({ key }) => key !== entrant.key))}
          />
        ))}
      </ol>
      <div class="button-row">
        <Button size="small" onClick={() => add({ kind: "computer", level: nextLevel(levels) })}>
          Add a computer
        </Button>
        {strategies.length > 0 && (
          <Button
            size="small"
            onClick={() =>
              add({
                kind: "strategy",
                strategy: strategies.find((each) => !used.includes(each)) ?? strategies[0] ?? "",
              })
            }
          >
            Add a strategy
          </Button>
        )}
        <Button size="small" onClick={() => add({ kind: "agent" })}>
          Add an agent
        </Button>
      </div>
    </fieldset>
  );
}

type NewDraft =
  | { readonly kind: "computer"; readonly level: number }
  | { readonly kind: "strategy"; readonly strategy: string }
  | { readonly kind: "agent" };

/** The first level above the last that is not there yet. */
function nextLevel(levels: readonly number[]): number {
  const all = Array.from({ length: 10 }, (_, index) => index + 1);
  const last = levels.at(-1) ?? 0;
  return all.find((each) => each > last && !levels.includes(each)) ?? all.find((each) => !levels.includes(each)) ?? 5;
}

interface RowProps {
  readonly entrant: DraftEntrant;
  readonly place: number;
  readonly strategies: readonly string[];
  readonly problem: string | null;
  readonly onChange: (entrant: DraftEntrant) => void;
  readonly onRemove: () => void;
}

const usualName: Readonly<Record<DraftKind, (entrant: DraftEntrant) => string>> = {
  computer: (entrant) => (entrant.kind === "computer" ? `Level ${entrant.level}` : ""),
  strategy: (entrant) => (entrant.kind === "strategy" ? entrant.strategy : ""),
  agent: () => "",
};

function Row({ entrant, place, strategies, problem, onChange, onRemove }: RowProps) {
  const who = `Entrant ${place}`;
  return (
    <li class="entrant-row">
      <span class="entrant-kind">
        <EntrantIcon kind={entrant.kind} />
        <span class="one-line">{kindTitle(entrant.kind)}</span>
      </span>
      {entrant.kind === "agent" ? (
        <span class="quiet entrant-note">joins with the prompt that you get, by a name of its own</span>
      ) : (
        <>
          {entrant.kind === "computer" ? (
            <select
              class="input"
              aria-label={`${who}, level`}
              value={String(entrant.level)}
              onChange={(event) => onChange({ ...entrant, level: Number(event.currentTarget.value) })}
            >
              {Array.from({ length: 10 }, (_, index) => (
                <option key={index} value={String(index + 1)}>
                  {index + 1} · {levelWord(index + 1)}
                </option>
              ))}
            </select>
          ) : (
            <select
              class="input"
              aria-label={`${who}, strategy`}
              value={entrant.strategy}
              onChange={(event) => onChange({ ...entrant, strategy: event.currentTarget.value })}
            >
              {strategies.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </select>
          )}
          <input
            class="input"
            aria-label={`${who}, name`}
            aria-invalid={problem !== null || undefined}
            placeholder={usualName[entrant.kind](entrant)}
            maxLength={40}
            autocomplete="off"
            value={entrant.name}
            onInput={(event) => onChange({ ...entrant, name: event.currentTarget.value })}
          />
        </>
      )}
      <Button size="small" kind="quiet" label={`Remove entrant ${place}`} onClick={onRemove}>
        <CloseIcon />
      </Button>
      {problem !== null && <p class="field-error entrant-problem">{problem}</p>}
    </li>
  );
}
