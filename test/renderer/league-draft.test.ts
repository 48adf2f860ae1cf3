import { describe, expect, it } from "vitest";
import {
  type FigureName,
  firstLeague,
  type LeagueDraft,
  leagueRequestOf,
} from "../../src/renderer/leagues/set-up/draft.ts";

const asked = (change: Partial<LeagueDraft>) => leagueRequestOf({ ...firstLeague, ...change }, {}, "Chess");
/** The figures of a new league but for one. */
const withFigure = (name: FigureName, text: string) => ({ figures: { ...firstLeague.figures, [name]: text } });

describe("the dialog for a new league asks", () => {
  it("the request names a decider of level matches in a knockout alone, and where it is not the default", () => {
    expect(asked({ format: "knockout" })).not.toHaveProperty("decider");
    expect(asked({ format: "swiss", choices: { ...firstLeague.choices, decider: "armageddon" } })).not.toHaveProperty(
      "decider",
    );
    const armageddon: Partial<LeagueDraft> = {
      format: "knockout",
      choices: { ...firstLeague.choices, decider: "armageddon" },
    };
    expect(asked(armageddon)).toMatchObject({ decider: { last: "armageddon" } });
    expect(asked({ ...armageddon, ...withFigure("decider.extra_games", "2") })["decider"]).toEqual({
      last: "armageddon",
      extra_games: 2,
    });
    const pairs = { format: "knockout", ...withFigure("decider.extra_pairs", "1"), switches: { extraInPairs: true } };
    expect(asked(pairs)["decider"]).toEqual({ last: "lot", extra_pairs: 1 });
  });

  it("the request names late entries in a Swiss league alone, and keeps room for them", () => {
    expect(asked({ format: "swiss" })).toMatchObject({ max_entrants: 4 });
    expect(asked({ format: "round-robin", ...withFigure("late_entries.rounds", "1") })).not.toHaveProperty(
      "late_entries",
    );
    const late = asked({ format: "swiss", ...withFigure("late_entries.rounds", "2"), switches: { lateForHalf: true } });
    expect(late["late_entries"]).toEqual({ rounds: 2, worth: "half" });
    expect(late).not.toHaveProperty("max_entrants");
  });
});
