import type { GamePage } from "../../games/page.ts";
import { seatTitle } from "../../shared/terms.ts";
import { Segmented } from "../ui/segmented.tsx";
import { TextField } from "../ui/text-field.tsx";
import { ClockFields } from "./clock-fields.tsx";
import { type Draft, hasComputer, hasFriend, hasSides, pairings } from "./draft.ts";
import { GameField } from "./game-field.tsx";
import { LevelField } from "./level-field.tsx";
import { OptionFields } from "./option-fields.tsx";
import { PairingField } from "./pairing-field.tsx";
import * as strings from "./strings.ts";

export interface NewGameFormProps {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  /** The chosen game. */
  readonly page: GamePage;
}

export function NewGameForm({ draft, change, page }: NewGameFormProps) {
  const [first, second] = page.seats;
  const sides = [
    { value: "first", label: seatTitle(first) },
    { value: "random", label: strings.random },
    { value: "second", label: seatTitle(second) },
  ] as const;
  const twoComputers = draft.pairing === "computer-computer";
  return (
    <>
      <PairingField pairing={draft.pairing} onChange={(pairing) => change({ pairing })} />
      <div class="new-game-row row">
        <GameField value={draft.game} onChange={(game) => change({ game })} />
        {hasSides(draft.pairing) && (
          <Segmented
            legend={pairings[draft.pairing][0] === "human" ? strings.youPlay : strings.agentPlays}
            options={sides}
            value={draft.side}
            onChange={(side) => change({ side })}
          />
        )}
      </div>
      {hasFriend(draft.pairing) && <Names draft={draft} change={change} page={page} />}
      {hasComputer(draft.pairing) && (
        <div class="new-game-row row">
          <LevelField
            kind={draft.game}
            label={twoComputers ? strings.levelOf(seatTitle(first)) : strings.computersLevel}
            level={draft.level}
            onChange={(level) => change({ level })}
          />
          {twoComputers && (
            <LevelField
              kind={draft.game}
              label={strings.levelOf(seatTitle(second))}
              level={draft.otherLevel}
              onChange={(otherLevel) => change({ otherLevel })}
            />
          )}
        </div>
      )}
      <ClockFields choice={draft.clock} onChange={(clock) => change({ clock })} />
      <OptionFields key={draft.game} page={page} options={draft.options} change={change} />
    </>
  );
}

/** The names of two people who share the board. */
function Names({ draft, change, page }: NewGameFormProps) {
  const [one, other] = draft.names;
  const field = (place: 0 | 1) => (
    <TextField
      label={strings.seatIs(seatTitle(page.seats[place]))}
      maxLength={40}
      placeholder={seatTitle(page.seats[place])}
      text={draft.names[place]}
      onText={(name) => change({ names: place === 0 ? [name, other] : [one, name] })}
    />
  );
  return (
    <div class="new-game-row row">
      {field(0)}
      {field(1)}
      <p class="quiet small">{strings.youShareThisBoard}</p>
    </div>
  );
}
