import type { Judgement } from "../../shared/terms.ts";

/** How a judged move is marked on a scoresheet. */
export const signOf: Readonly<Record<Judgement, string>> = { inaccuracy: "?!", mistake: "?", blunder: "??" };
