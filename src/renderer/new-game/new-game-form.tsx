import { seatsByKind, seatTitle } from "../../shared/game-terms.ts";
import { Field } from "../ui/field.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { ClockFields } from "./clock-fields.tsx";
import { type Draft, hasComputer, hasSides, pairings } from "./draft.ts";
import { LevelField } from "./level-field.tsx";
import { PairingField } from "./pairing-field.tsx";
import { PositionField } from "./position-field.tsx";

export interface NewGameFormProps {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly position: string;
  readonly setPosition: (text: string) => void;
}

const games = [
  { value: "chess", label: "Chess" },
  { value: "tic-tac-toe", label: "Tic-tac-toe" },
  { value: "odd-even", label: "Odd/even" },
] as const;

export function NewGameForm({ draft, change, position, setPosition }: NewGameFormProps) {
  const [first, second] = seatsByKind[draft.game];
  const sides = [
    { value: "first", label: seatTitle(first) },
    { value: "random", label: "Random" },
    { value: "second", label: seatTitle(second) },
  ] as const;
  const twoComputers = draft.pairing === "computer-computer";
  return (
    <>
      <PairingField pairing={draft.pairing} onChange={(pairing) => change({ pairing })} />
      <div class="new-game-row">
        <Segmented legend="Game" options={games} value={draft.game} onChange={(game) => change({ game })} />
        {hasSides(draft.pairing) && (
          <Segmented
            legend={pairings[draft.pairing][0] === "human" ? "You play" : "The agent plays"}
            options={sides}
            value={draft.side}
            onChange={(side) => change({ side })}
          />
        )}
      </div>
      {hasComputer(draft.pairing) && (
        <div class="new-game-row">
          <LevelField
            label={twoComputers ? `${seatTitle(first)}’s level` : "Computer’s level"}
            level={draft.level}
            onChange={(level) => change({ level })}
          />
          {twoComputers && (
            <LevelField
              label={`${seatTitle(second)}’s level`}
              level={draft.otherLevel}
              onChange={(otherLevel) => change({ otherLevel })}
            />
          )}
        </div>
      )}
      <ClockFields choice={draft.clock} onChange={(clock) => change({ clock })} />
      {draft.game === "odd-even" && (
        <Field label="Rounds">
          {(ids) => (
            <input
              {...ids}
              class="input number"
              inputMode="numeric"
              value={draft.rounds}
              onInput={(event) => change({ rounds: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
      {draft.game === "chess" && <PositionField text={position} onChange={setPosition} />}
    </>
  );
}
