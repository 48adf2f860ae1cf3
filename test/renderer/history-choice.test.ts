import { expect, it } from "vitest";
import {
  anyFinished,
  choiceOf,
  filtersAsked,
  type HistoryChoice,
  listIn,
  noFilters,
  queryOf,
  questionOf,
} from "../../src/renderer/dashboard/history.ts";

const all: HistoryChoice = {
  search: "Łukasz & co",
  game: "chess",
  mine: "true",
  league: "7",
  league_name: "Évening",
  result: "lost",
  leagues: "only",
  opening: "b90 najdorf",
  from: "2024-05-12",
  until: "2024-05-13",
  elo_from: "0",
  elo_to: "2400",
  order: "moves",
  direction: "up",
};

it("a search is the same after it stood in an address, and usual values do not stand there", () => {
  expect(listIn(queryOf(all, "finished"))).toEqual(all);
  expect(queryOf(choiceOf({ order: "ended", direction: "down", mine: "false", search: "" }), "finished")).toBe(
    "?list=finished",
  );
  expect([listIn("?list=finished"), listIn("?list=live&search=a"), queryOf(all, "live")]).toEqual([{}, null, ""]);
  expect([filtersAsked(all), filtersAsked({})]).toEqual([5, 0]);
});

it("clearing takes back the filters alone, or all that was asked for", () => {
  const { search, game, mine, league, league_name, order, direction } = all;
  const kept = { search, game, mine, league, league_name, order, direction };
  expect(choiceOf({ ...all, ...noFilters })).toEqual(kept);
  expect(choiceOf({ ...all, ...anyFinished })).toEqual({});
});

it("an address that nobody here has written asks for nothing that the host would refuse", () => {
  const words =
    "list=finished&game=<b>&league=a-b&result=1-0&leagues=all&from=2024-13-01&until=soon&elo_from=high&order=age&direction=x&__proto__=a";
  expect(listIn(words)).toEqual({});
});

it("days begin and end where the person is, and both are included", () => {
  const { from, until } = questionOf(all);
  expect(from).toBe(new Date(2024, 4, 12).toISOString());
  expect(until).toBe(new Date(2024, 4, 14).toISOString());
});
