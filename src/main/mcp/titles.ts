import { seatTitle } from "../../shared/terms.ts";
import { quote } from "../../shared/text.ts";
import type { SeatState } from "../games/machine/game-state.ts";

/** How a player is called in a sentence: `Computer`, `Human`, `opponent`. */
export function kindTitle({ kind }: SeatState): string {
  return { computer: "Computer", human: "Human", agent: "opponent" }[kind];
}

export const nameOf = (seatState: SeatState): string => seatState.name ?? "(seat open)";

/** `White “Deep Thought”` */
export const playerTitle = (seatState: SeatState): string =>
  seatState.name === null ? seatTitle(seatState.seat) : `${seatTitle(seatState.seat)} ${quote(seatState.name)}`;
