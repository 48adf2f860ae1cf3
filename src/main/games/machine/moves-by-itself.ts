import type { PlayerKind } from "../../../shared/terms.ts";

/** The kinds of player that move by themselves, whose seats nobody holds. */
export const movesByItself: Readonly<Record<PlayerKind, boolean>> = { agent: false, human: false, computer: true };
