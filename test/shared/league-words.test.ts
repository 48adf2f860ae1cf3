import { expect, test } from "vitest";
import { causesText } from "../../src/shared/causes.ts";
import { orderText } from "../../src/shared/league-facts.ts";
import { intervalText, ratingText } from "../../src/shared/league-words.ts";

test("a figure is shown with its interval, whose ends are told where they are not as far on both sides", () => {
  expect(intervalText(130.4, [118.4, 142.4])).toBe("130.4 ± 12");
  expect(intervalText(130.4, null)).toBe("130.4");
  expect(intervalText(0, [0, 3])).toBe("0 (at most 3)");
  expect(intervalText(4, [0, 9.5])).toBe("4 (0 to 9.5)");
  expect(intervalText(87.5, [25.3, 100])).toBe("87.5 (25.3 to 100)");
  expect(intervalText(1000, [963, 1000])).toBe("1000 (963 to 1000)");
  expect(intervalText(0.25, [0.2375, 0.2625], 6)).toBe("0.25 ± 0.0125");
  expect(intervalText(null, null)).toBe("–");
});

test("causes are told with the most frequent first, and illegal moves by their kinds", () => {
  expect(causesText({ late: 1, "illegal-no-piece": 2, "cut-off": 5, "illegal-pinned": 7 })).toBe(
    "9 illegal (7 pinned, 2 no piece), 5 cut off, 1 late",
  );
  expect(causesText({ provider: 3 })).toBe("3 provider");
  expect(causesText({})).toBe("");
});

test("a rating is shown with its interval, and who won or lost everything by the near end of it", () => {
  const rating = { kind: "rated", elo: 1_500, interval: 80, low: 1_420, high: 1_580, games: 12 } as const;
  expect(ratingText(rating)).toBe("1500 ± 80");
  expect(ratingText({ ...rating, interval: 190, high: 1_800 })).toBe("1500 (1420 to 1800)");
  expect(ratingText({ ...rating, kind: "at_least", games: 3 })).toBe("3–0, at least 1420");
  expect(ratingText({ ...rating, kind: "at_most", games: 3 })).toBe("0–3, at most 1580");
  const unknown = { kind: "unknown", elo: null, interval: null, low: null, high: null, games: null } as const;
  expect(ratingText(unknown)).toBe("–");
  const rows = [
    { name: "Ada", points: 3, rating },
    { name: "Bo", points: 2, rating: { ...rating, elo: 1_600 } },
    { name: "Cy", points: 2, rating: unknown },
  ];
  expect(orderText(rows)).toContain("“Bo” above “Ada”");
  expect(orderText(rows.slice(0, 1))).toBeNull();
  expect(orderText(rows.map((row) => ({ ...row, points: 2 })))).toBeNull();
});
