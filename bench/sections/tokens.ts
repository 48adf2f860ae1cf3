import { positionViews } from "../../src/shared/terms.ts";
import { answersOf } from "../../test/mcp/middlegame.ts";
import { tokensOf } from "../../test/support/answer-tokens.ts";
import type { Figure, Section } from "../section.ts";

/** The cost of a game for the model that plays it. */
export const tokens: Section = {
  name: "tokens",
  title: "A game of 49 plies against the computer: the tokens of its answers (o200k)",
  run: async (say) => {
    const figures: Figure[] = [];
    let full: ReturnType<typeof tokensOf> | null = null;
    for (const view of positionViews) {
      say(view);
      const found = tokensOf(await answersOf(view));
      for (const half of ["text", "structured"] as const) {
        const against = full && { name: "full", value: full[half] };
        figures.push({ name: `${view}, the ${half} half`, value: found[half], unit: "tokens", against });
      }
      full ??= found;
    }
    return figures;
  },
};
