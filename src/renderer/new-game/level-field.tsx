import { findPage } from "../../games/pages.ts";
import { Z95 } from "../../shared/normal.ts";
import type { GameKind } from "../../shared/terms.ts";
import { Field } from "../ui/field.tsx";
import { levelWord } from "./levels.ts";
import * as strings from "./strings.ts";

export interface LevelFieldProps {
  readonly label: string;
  readonly kind: GameKind;
  readonly level: number;
  onChange(level: number): void;
}

/** The field for the computer's level, with its strength in words and its measured rating. */
export function LevelField(props: LevelFieldProps) {
  const rating = findPage(props.kind)?.engine?.levelRatings[props.level - 1];
  const words = `${props.level} · ${levelWord(props.level)}`;
  return (
    <Field
      label={
        <>
          {props.label} <span class="level-words figures">{words}</span>
        </>
      }
      hint={rating && eloInWords(rating.elo, rating.covariance[props.level - 1] ?? 0)}
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

/**
 * `About 1296 Elo (± 39) on the Kibitz scale. …`
 * @param variance of the measured strength, in Elo²
 */
const eloInWords = (elo: number, variance: number): string =>
  strings.aboutEloOnKibitzScale(elo, Math.round(Z95 * Math.sqrt(variance)));
