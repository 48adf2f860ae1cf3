import { expect, test, vi } from "vitest";
import { usage } from "../../src/cli/league/options.ts";
import { leagueRequest } from "../../src/main/league/request.ts";
import { leagueSummary } from "../../src/main/views/league/league-view.ts";
import { firstLeague, leagueRequestOf, leagueSentence } from "../../src/renderer/leagues/set-up/draft.ts";
import type { Format } from "../../src/shared/formats/format.ts";
import { formatTitle } from "../../src/shared/formats/register.ts";
import { leagueStandings } from "./at-once.ts";
import { leagueOf, won } from "./in-hand.ts";

/** A format that nobody else has heard of stands in one line of the register, in the place of another one. */

vi.mock("../../src/shared/formats/gauntlet.ts", async () => {
  const { withoutSteps } = await import("../../src/shared/steps.ts");
  const hill: Format = {
    name: "king-of-the-hill",
    title: "King of the hill",
    meets: "the winner stays and meets the next one",
    display: "progress",
    tieBreaks: ["WIN"],
    eliminates: true,
    rounds: (entrants) => entrants - 1,
    matches: (_, rounds) => rounds,
    meetings: () => 1,
    next: ({ round, winners }) => withoutSteps([{ a: winners()[0] ?? 1, b: round + 1 }]),
  };
  return { gauntlet: hill };
});

const format = "king-of-the-hill";

test("a league of an invented format is played to its end, each match to a winner", () => {
  const it = leagueOf({ format, decider: { extra_games: 0 } }, "Ada", "Boole", "Curie");
  it.act({ type: "start" });
  expect(leagueSummary(it.league)).toMatchObject({ format, rounds_total: 2, round: 1 });
  const [king, second, third] = it.league.seeds;
  const play = (winner: "a" | "b" | null) => {
    for (const { a, b } of it.league.current) for (const entrant of [a, b ?? a]) it.act({ type: "answer", entrant });
    it.act({ type: "report", game: it.games[0] ?? "", result: won(winner) });
  };
  play("b");
  expect(it.league.current).toMatchObject([{ a: second, b: third, round: 2 }]);
  // A draw is decided, since somebody has to go on.
  play(null);
  expect(it.league.status).toBe("complete");
  expect(it.events.filter(({ type }) => type === "tieDrawn")).toHaveLength(1);
  expect(leagueStandings(it.league).at(-1)?.number).toBe(king);
});

test("the request, the help and the dialog offer an invented format and say what it is", async () => {
  const request = { game: "tic-tac-toe", format, entrants: [] };
  expect(leagueRequest.safeParse(request).success).toBe(true);
  expect(leagueRequest.safeParse({ ...request, format: "gauntlet" }).success).toBe(false);
  expect(leagueRequest.shape.decider.description).toBe(
    "knockout, king-of-the-hill: what a match that stays level comes to.",
  );
  expect(leagueRequest.shape.tie_breaks.description).toContain("king-of-the-hill: WIN.");
  expect(await usage()).toContain("swiss, knockout, king-of-the-hill");
  expect(formatTitle(format)).toBe("King of the hill");
  const draft = {
    ...firstLeague,
    format,
    figures: { ...firstLeague.figures, rounds: "7", "decider.extra_games": "2" },
  };
  expect(leagueRequestOf(draft, {}, "Chess")).toMatchObject({ format, decider: { extra_games: 2 } });
  expect(leagueRequestOf(draft, {}, "Chess")).not.toHaveProperty("rounds");
  const planned = {
    entrants: 3,
    rounds: 2,
    matches: 2,
    games: 2,
    models: [],
    most_cost: 0,
    seconds: 1,
    pgn: true,
    review: true,
  };
  expect(leagueSentence(planned, draft)).toContain("3 entrants, the winner stays and meets the next one: 2 matches");
});
