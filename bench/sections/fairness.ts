import { provideCluster } from "../../test/support/postgres.ts";
import type { Figure, Section } from "../section.ts";
import { type ManyLeagues, type Response, type Responses, runManyLeagues } from "../support/many-leagues.ts";

const many = { leagues: 100, players: 128, asked: 200, warmUp: 30, aloneMs: 5_000 };

/** How long people and agents wait for an answer while a hundred leagues take all the time they get. */
export const fairness: Section = {
  name: "fairness",
  title: `${many.leagues} leagues of ${many.players} strategies at once, and how long somebody else waits meanwhile, against a host that does nothing`,
  run: async (say) => {
    say(`${many.leagues} leagues, each answer asked for ${many.asked} times`);
    const onFile = figuresOf("", await runManyLeagues(many));
    const provided = await provideCluster("fsync=on");
    if (typeof provided === "string") {
      say(provided);
      return onFile;
    }
    await using cluster = provided;
    say("the same on PostgreSQL");
    const env = { KIBITZ_DATABASE: await cluster.fresh() };
    return [...onFile, ...figuresOf("PostgreSQL: ", await runManyLeagues({ ...many, env }))];
  },
};

function figuresOf(where: string, { idle, busy, matchesPerSecond, areOver }: ManyLeagues): readonly Figure[] {
  if (areOver) throw new Error("the leagues were over before the last thing was asked for");
  const figure = (name: string, thing: keyof Responses, of: keyof Response): Figure => ({
    name: `${where}${name}`,
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
      name: `${where}matches, while somebody asks`,
      value: matchesPerSecond.asked,
      unit: "per s",
      against: { name: "while nobody does", value: matchesPerSecond.alone },
    },
  ];
}
