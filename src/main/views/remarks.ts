import type { GameState } from "../games/machine/game-state.ts";

/** Whether what spectators remark must be kept from the person at the pages: while that person plays. */
export const concealsRemarks = ({ outcome, imported, seats }: GameState): boolean =>
  outcome === null && imported === null && seats.some(({ kind }) => kind === "human");
