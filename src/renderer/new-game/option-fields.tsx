import { useState } from "preact/hooks";
import type { GamePage, StudyPart } from "../../games/page.ts";
import { findPage, pages } from "../../games/pages.ts";
import { missingCase } from "../../shared/result.ts";
import type { GameKind } from "../../shared/terms.ts";
import { loadPart } from "../app/load-part.ts";
import { MiniBoard } from "../mini-board/mini-board.tsx";
import { settings } from "../settings/settings.ts";
import { Button } from "../ui/button.tsx";
import { Lines, NumberField, SegmentedChoice, type SegmentedProps, Toggle } from "../ui/field.tsx";
import { useAnswerTo } from "../ui/hooks.ts";
import { valueOrToast } from "../ui/toasts.tsx";
import { type ClockChoice, clockPresets, wrongMinutes, wrongSeconds } from "./clocks.ts";
import type { Draft } from "./draft.ts";
import { type PositionField, readPosition, SWITCHED_ON } from "./option-texts.ts";

/** The game's own options, besides players and clock. */
export function OptionFields(
  props: Pick<Draft, "options"> & { page: GamePage; change(part: Pick<Draft, "options">): void },
) {
  const { page, options, change } = props;
  const texts = options[page.kind] ?? {};
  return (
    <>
      {page.options.map((field) => {
        const text = texts[field.name] ?? "";
        const onText = (next: string) =>
          change({ options: { ...options, [page.kind]: { ...texts, [field.name]: next } } });
        switch (field.kind) {
          case "number":
            return <NumberField key={field.name} label={field.label} inputMode="numeric" text={text} onText={onText} />;
          case "switch":
            return (
              <Toggle
                key={field.name}
                label={field.label}
                on={text === SWITCHED_ON}
                onChange={(set) => onText(set ? SWITCHED_ON : "")}
              />
            );
          case "position":
            return <PositionInput key={field.name} field={field} text={text} onChange={onText} />;
          default:
            return missingCase(field);
        }
      })}
    </>
  );
}

/** The field for another starting position, with a preview of the pasted one. */
function PositionInput(props: { field: PositionField; text: string; onChange(text: string): void }) {
  const { field, text, onChange } = props;
  const page = findPage(field.initial.kind);
  const Coordinates = page?.Coordinates;
  const [study, setStudy] = useState<StudyPart | null>(null);
  // A position that came along is seen at once.
  const [wasGiven] = useState(text !== "");
  const setUp = async () => page?.study && setStudy(await valueOrToast(loadPart(page.study)));
  const reading = useAnswerTo(() => readPosition(field, text), [text]);
  return (
    <details class="more position-field" open={wasGiven}>
      <summary>
        {field.summary}
        {text !== "" && <span class="quiet"> (one is set)</span>}
      </summary>
      <div class="position-parts gap-4 above-3 row">
        <Lines
          label={field.label}
          hint={field.hint}
          rows={4}
          text={text}
          problem={reading?.ok === false ? reading.message : null}
          onText={onChange}
        />
        {!study && (
          <div class="position-preview anchor">
            <MiniBoard view={reading?.ok ? reading.value.view : field.initial} />
            {settings.value.coordinates && Coordinates && <Coordinates />}
          </div>
        )}
      </div>
      {page?.study && !study && <Button label="Set up on a board" size="small" onClick={() => void setUp()} />}
      {study && (
        <study.Editor
          // The last position of a pasted game.
          text={reading?.ok && reading.value.isGame ? (reading.value.value ?? "") : text.trim() || study.startText}
          isFlipped={false}
          onChange={onChange}
        />
      )}
    </details>
  );
}

/** Minutes for each side, and seconds for each move. */
export const ClockFields = ({ choice, onChange }: { choice: ClockChoice; onChange: (choice: ClockChoice) => void }) => (
  <div class="new-game-row row top">
    <SegmentedChoice
      legend="Clock: minutes + seconds per move"
      options={clockPresets}
      value={choice.preset}
      onChange={(preset) => onChange({ ...choice, preset })}
    />
    {choice.preset === "custom" && (
      <>
        <NumberField
          label="Minutes per side"
          text={choice.minutes}
          problem={wrongMinutes(choice)}
          onText={(minutes) => onChange({ ...choice, minutes })}
        />
        <NumberField
          label="Seconds per move"
          text={choice.increment}
          problem={wrongSeconds(choice)}
          onText={(increment) => onChange({ ...choice, increment })}
        />
      </>
    )}
  </div>
);

const gameChoices = pages.map(({ kind, title }) => ({ value: kind, label: title }));

export const GameField = (props: Omit<SegmentedProps<GameKind>, "legend" | "options">) => (
  <SegmentedChoice legend="Game" options={gameChoices} {...props} />
);
