import { useId, useState } from "preact/hooks";
import type { AddedEngine } from "../../../shared/api.ts";
import { missingCase } from "../../../shared/result.ts";
import type { Problems } from "../../api/problems.ts";
import { levelWord } from "../../new-game/draft.ts";
import { Button, CloseIcon } from "../../ui/button.tsx";
import { type FieldIds, Input, Select } from "../../ui/field.tsx";
import { KindIcon, kindTitle } from "../../ui/player-icon.tsx";
import { type DraftEntrant, isPlace, usualName } from "./entrant-draft.ts";
import { ModelFields } from "./model-fields.tsx";

/** The beginning of the value that stands for an engine of one's own; levels are numbers. */
const OWN = "engine ";

export interface EntrantRowProps {
  readonly entrant: DraftEntrant;
  readonly place: number;
  readonly strategies: readonly string[];
  readonly engines: readonly AddedEngine[];
  /** The problems of this entrant by field; with an empty name those about all of it. */
  readonly problems: Problems["fields"];
  readonly hasTried: boolean;
  readonly onChange: (entrant: DraftEntrant) => void;
  readonly onRemove: () => void;
}

/** One entrant: its kind, its settings, its name. A problem stands by its field. */
export function EntrantRow(props: EntrantRowProps) {
  const { entrant, place, problems, hasTried, onChange, onRemove } = props;
  const who = `Entrant ${place}`;
  // An untouched row shows no complaints about empty fields.
  const [isTouched, setTouched] = useState(false);
  const visible = isTouched || hasTried ? problems : {};
  const id = useId();
  const named = visible.name ?? visible[""] ?? null;
  const played = visible.level ?? visible.engine ?? visible.strategy ?? visible.endpoint ?? visible.kind ?? null;
  return (
    <li class="entrant-row grid middle" data-kind={entrant.kind} onChange={() => setTouched(true)}>
      <span class="entrant-kind line shrinks small">
        <KindIcon kind={entrant.kind} />
        <span class="one-line">{kindTitle(entrant.kind)}</span>
      </span>
      <Plays {...props} ids={played === null ? {} : { "aria-invalid": true, "aria-describedby": `${id}-played` }} />
      <Input
        aria-label={`${who}, name`}
        aria-invalid={visible.name !== undefined || undefined}
        aria-describedby={named === null ? undefined : `${id}-named`}
        placeholder={usualName(entrant)}
        maxLength={40}
        text={entrant.name}
        onText={(name) => {
          setTouched(true);
          onChange({ ...entrant, name });
        }}
      />
      <Button size="small" kind="quiet" label={`Remove entrant ${place}`} onClick={onRemove}>
        <CloseIcon />
      </Button>
      {(entrant.kind === "llm" || entrant.kind === "command") && (
        <ModelFields
          draft={entrant}
          problems={{ fields: visible, other: null }}
          onChange={(part) => onChange({ ...entrant, ...part })}
        />
      )}
      {Object.entries({ named, played }).map(
        ([part, text]) =>
          text !== null && (
            <p key={part} class="field-error entrant-problem" id={`${id}-${part}`}>
              {text}
            </p>
          ),
      )}
    </li>
  );
}

/** The choice of the entrant's strategy, level or engine. */
function Plays({ ids, ...props }: EntrantRowProps & { ids: Omit<FieldIds, "id"> }) {
  const { entrant, place, strategies, engines, onChange } = props;
  const who = `Entrant ${place}`;
  switch (entrant.kind) {
    case "computer":
      return (
        <select
          {...ids}
          class="input"
          aria-label={`${who}, level`}
          value={entrant.engine === "" ? String(entrant.level) : OWN + entrant.engine}
          onChange={({ currentTarget: { value } }) =>
            onChange(
              value.startsWith(OWN)
                ? { ...entrant, engine: value.slice(OWN.length) }
                : { ...entrant, engine: "", level: Number(value) },
            )
          }
        >
          {Array.from({ length: 10 }, (_, index) => (
            <option key={index} value={String(index + 1)}>
              {index + 1} · {levelWord(index + 1)}
            </option>
          ))}
          {engines.length > 0 && (
            <optgroup label="Engines of your own">
              {engines.map(({ name }) => (
                <option key={name} value={OWN + name}>
                  {name}
                </option>
              ))}
            </optgroup>
          )}
        </select>
      );
    case "strategy":
      return (
        <Select
          {...ids}
          aria-label={`${who}, strategy`}
          value={entrant.strategy}
          options={strategies.map((each) => ({ value: each, label: each }))}
          onChange={(strategy) => onChange({ ...entrant, strategy })}
        />
      );
    case "endpoint":
      return (
        <Input
          {...ids}
          aria-label={`${who}, address`}
          placeholder="http://127.0.0.1:8101/mcp"
          inputMode="url"
          maxLength={500}
          spellcheck={false}
          text={entrant.address}
          onText={(address) => onChange({ ...entrant, address })}
        />
      );
    case "llm":
      return <span class="quiet small">asked by Kibitz, with your key</span>;
    case "command":
      return <span class="quiet small">started by Kibitz for each move</span>;
    case "human":
      return <span class="quiet small">plays here and is called to each match</span>;
    case "agent":
      return (
        <span class="quiet small">{isPlace(entrant) ? "joins under a name of its own" : "joins under this name"}</span>
      );
    default:
      return missingCase(entrant);
  }
}
