import { seatTitle } from "../../../shared/terms.ts";
import type { Place } from "../layout.ts";
import type { Side } from "../rules.ts";

interface PlaceWords {
  readonly place: Place;
  /** The point's number as it is shown. */
  readonly number: number | null;
  readonly on: { readonly side: Side; readonly count: number } | null;
  readonly isSelected: boolean;
  readonly isSource: boolean;
  readonly isTarget: boolean;
}
const placeName = (place: Place, number: number | null): string =>
  number === null
    ? `${seatTitle(String(place).split("-")[1] ?? "")} ${String(place).split("-")[0]}`
    : `point ${number}`;
export const placeLabel = ({ place, number, on, isSelected, isSource, isTarget }: PlaceWords) =>
  [
    placeName(place, number),
    on === null ? "empty" : `${on.count} ${on.side}${number === null ? "" : on.count === 1 ? " checker" : " checkers"}`,
    isSelected ? "selected" : isSource && !isTarget && "can move",
    isTarget && "can move here",
  ]
    .filter(Boolean)
    .join(", ");

export const pipsText = (count: number) => (count === 1 ? "1 pip" : `${count} pips`);
const diceWords = (dice: readonly number[]): string => dice.join(" and ");
export const diceOf = (side: Side, dice: readonly number[]) => `${seatTitle(side)} has the dice ${diceWords(dice)}.`;
export const stillToPlay = (steps: string, dice: readonly number[]) =>
  `${steps}. ${dice.length === 0 ? "The turn is complete." : `Still to play: ${diceWords(dice)}.`}`;
export const couldNotMove = (side: Side, dice: readonly number[]) =>
  `${seatTitle(side)} rolled ${dice.join("-")} and could not move.`;

export const rules = [
  "Move your fifteen checkers around the board into your home, points 1 to 6, and then off the board. Each die moves one checker; a double is played four times.",
  "A checker may not go to a point that two or more checkers of the other side hold. A single checker there is hit: it goes to the bar, and has to enter again before its side moves anything else.",
  "Play both dice if you can. If you cannot move at all, your turn passes by itself.",
  "The first to bear off all checkers wins 1 point, or 2 if the other side has none off, or 3 if it also has one on the bar or in the winner’s home.",
];
