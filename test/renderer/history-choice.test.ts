import { expect, it } from "vitest";
import {
  anyFinished,
  choiceIn,
  choiceInWords,
  filtersAsked,
  type HistoryChoice,
  questionOf,
} from "../../src/renderer/dashboard/history-choice.ts";

const all: HistoryChoice = {
  search: "Łukasz & co",
  game: "chess",
  mine: true,
  league: { id: "7", name: "Évening" },
  result: "lost",
  leagues: "only",
  opening: "b90 najdorf",
  from: "2024-05-12",
  until: "2024-05-13",
  eloFrom: 0,
  eloTo: 2_400,
  order: "moves",
  direction: "up",
};

it("what is looked for is the same after it stood in an address, and what is usual does not stand there", () => {
  expect(choiceIn(new URLSearchParams(choiceInWords(all).toString()))).toEqual(all);
  expect(choiceInWords(anyFinished).toString()).toBe("");
  expect(choiceIn(new URLSearchParams())).toEqual(anyFinished);
  expect([filtersAsked(all), filtersAsked(anyFinished)]).toEqual([5, 0]);
});

it("an address that nobody here has written asks for nothing that the host would refuse", () => {
  const words =
    "game=<b>&league=a-b&result=1-0&leagues=all&from=2024-13-01&until=soon&elo_from=high&order=age&direction=x";
  expect(choiceIn(new URLSearchParams(words))).toEqual(anyFinished);
});

it("days begin and end where the person is, and both are included", () => {
  const { from, until } = questionOf(all);
  expect(from).toBe(new Date(2024, 4, 12).toISOString());
  expect(until).toBe(new Date(2024, 4, 14).toISOString());
});
