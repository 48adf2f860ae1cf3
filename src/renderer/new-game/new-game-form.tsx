import type { GamePage } from "../../games/page.ts";
import { findPage } from "../../games/pages.ts";
import { Z95 } from "../../shared/normal.ts";
import { type GameKind, seatTitle } from "../../shared/terms.ts";
import { Field, labelOptions, Radios, SegmentedChoice, TextField, Toggle } from "../ui/field.tsx";
import { KindIcon } from "../ui/player-icon.tsx";
import { allPairings, type Draft, hasFriend, hasSides, kindPairings, levelWord, type Pairing } from "./draft.ts";
import { ClockFields, GameField, OptionFields } from "./option-fields.tsx";

export interface NewGameFormProps {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  /** The chosen game. */
  readonly page: GamePage;
}

export function NewGameForm({ draft, change, page }: NewGameFormProps) {
  const [first, second] = page.seats;
  const sides = labelOptions({ first: seatTitle(first), random: "Random", second: seatTitle(second) });
  const twoComputers = draft.pairing === "computer-computer";
  return (
    <>
      <PairingField pairing={draft.pairing} onChange={(pairing) => change({ pairing })} />
      <div class="new-game-row row top">
        <GameField value={draft.game} onChange={(game) => change({ game })} />
        {hasSides(draft.pairing) && (
          <SegmentedChoice
            legend={kindPairings[draft.pairing][0] === "human" ? "You play" : "The assistant plays"}
            options={sides}
            value={draft.side}
            onChange={(side) => change({ side })}
          />
        )}
      </div>
      {hasFriend(draft.pairing) && <Names draft={draft} change={change} page={page} />}
      {kindPairings[draft.pairing][1] === "computer" && (
        <div class="new-game-row row top">
          <LevelField
            kind={draft.game}
            label={twoComputers ? `${seatTitle(first)}’s level` : "Computer’s level"}
            level={draft.level}
            onChange={(level) => change({ level })}
          />
          {twoComputers && (
            <LevelField
              kind={draft.game}
              label={`${seatTitle(second)}’s level`}
              level={draft.otherLevel}
              onChange={(otherLevel) => change({ otherLevel })}
            />
          )}
        </div>
      )}
      <ClockFields choice={draft.clock} onChange={(clock) => change({ clock })} />
      {kindPairings[draft.pairing][0] === "agent" && (
        <Toggle
          label="Spectators see thoughts at once"
          on={draft.openThoughts}
          onChange={(openThoughts) => change({ openThoughts })}
        />
      )}
      <OptionFields key={draft.game} page={page} options={draft.options} change={change} />
    </>
  );
}

/** The names of two people who share the board. */
function Names({ draft, change, page }: NewGameFormProps) {
  const [one, other] = draft.names;
  const field = (place: 0 | 1) => (
    <TextField
      label={`${seatTitle(page.seats[place])} is`}
      maxLength={40}
      placeholder={seatTitle(page.seats[place])}
      text={draft.names[place]}
      onText={(name) => change({ names: place === 0 ? [name, other] : [one, name] })}
    />
  );
  return (
    <div class="new-game-row row top">
      {field(0)}
      {field(1)}
      <p class="quiet small">You share this board and move in turn.</p>
    </div>
  );
}

const nameOf = { human: "You", agent: "Assistant", computer: "Computer" } as const;
const namesIn = (pairing: Pairing): readonly string[] =>
  hasFriend(pairing) ? ["You", "A friend"] : kindPairings[pairing].map((kind) => nameOf[kind]);

const PairingField = (props: { pairing: Pairing; onChange: (pairing: Pairing) => void }) => (
  <Radios
    legend="Players"
    kind="pairing"
    value={props.pairing}
    onChange={props.onChange}
    options={allPairings.map((pairing) => ({
      value: pairing,
      label: (
        <>
          <span class="pairing-face grow gap-1 weight-medium rounded stack small" aria-hidden="true">
            {namesIn(pairing).map((each, index) => (
              <span key={index} class="pairing-player line">
                <KindIcon kind={kindPairings[pairing][index === 0 ? 0 : 1]} />
                {each}
              </span>
            ))}
          </span>
          <span class="visually-hidden">{namesIn(pairing).join(" – ")}</span>
        </>
      ),
    }))}
  />
);

/** The field for the computer's level, with its strength in words and its measured rating. */
function LevelField(props: { label: string; kind: GameKind; level: number; onChange(level: number): void }) {
  const rating = findPage(props.kind)?.engine?.levelRatings[props.level - 1];
  const words = `${props.level} · ${levelWord(props.level)}`;
  const margin = Math.round(Z95 * Math.sqrt(rating?.covariance[props.level - 1] ?? 0));
  return (
    <Field
      label={
        <>
          {props.label} <span class="level-words figures">{words}</span>
        </>
      }
      hint={
        rating && `About ${rating.elo} Elo (± ${margin}) on Kibitz’s own scale, not comparable with people’s ratings.`
      }
    >
      {(ids) => (
        <input
          {...ids}
          class="range"
          type="range"
          min="1"
          max="10"
          value={props.level}
          aria-valuetext={words}
          onInput={(event) => props.onChange(event.currentTarget.valueAsNumber)}
        />
      )}
    </Field>
  );
}
