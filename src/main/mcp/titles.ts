import { seatTitle } from "../../shared/terms.ts";
import { quoted } from "../../shared/text.ts";
import type { Seated } from "../games/machine/game-state.ts";

/** How a player is called in a sentence: `Computer`, `Human`, `opponent`. */
export function kindTitle({ kind }: Seated): string {
  return { computer: "Computer", human: "Human", agent: "opponent" }[kind];
}

export const nameOf = (seated: Seated): string => seated.name ?? "(seat open)";

/** `White “Deep Thought”` */
export const playerTitle = (seated: Seated): string =>
  seated.name === null ? seatTitle(seated.seat) : `${seatTitle(seated.seat)} ${quoted(seated.name)}`;
