import type { Judgement } from "../../shared/terms.ts";

/** The signs of judged moves on a scoresheet. */
export const signOf: Readonly<Record<Judgement, string>> = { inaccuracy: "?!", mistake: "?", blunder: "??" };
