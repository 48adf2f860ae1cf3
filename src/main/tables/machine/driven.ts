import type { PlayerKind } from "../../../shared/terms.ts";

/** Who moves by itself, and is nobody's to hold. */
export const driven: Readonly<Record<PlayerKind, boolean>> = { agent: false, human: false, computer: true };
