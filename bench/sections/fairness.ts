import type { Figure, Section } from "../section.ts";
import { type Response, type Responses, runManyLeagues } from "../support/many-leagues.ts";

const many = { leagues: 100, players: 64, asked: 200, warmUp: 30, aloneMs: 5_000 };

/** How long people and agents wait for an answer while a hundred leagues take all the time they get. */
export const fairness: Section = {
  name: "fairness",
  title: `${many.leagues} leagues of ${many.players} strategies at once, and how long somebody else waits meanwhile, against a host that does nothing`,
  run: async (say) => {
    say(`${many.leagues} leagues, each answer asked for ${many.asked} times`);
    const { idle, busy, matchesPerSecond, areOver } = await runManyLeagues(many);
    if (areOver) throw new Error("the leagues were over before the last thing was asked for");
    const figure = (name: string, thing: keyof Responses, of: keyof Response): Figure => ({
      name,
      value: busy[thing][of],
      unit: "ms",
      against: { name: "idle", value: idle[thing][of] },
    });
    return [
      figure("a move of a person, median", "move", "median"),
      figure(`a move of a person, slowest of ${many.asked}`, "move", "slowest"),
      figure("a question of an agent over HTTP, median", "question", "median"),
      figure(`a question of an agent over HTTP, slowest of ${many.asked}`, "question", "slowest"),
      {
        name: "matches, while somebody asks",
        value: matchesPerSecond.asked,
        unit: "per s",
        against: { name: "while nobody does", value: matchesPerSecond.alone },
      },
    ];
  },
};
