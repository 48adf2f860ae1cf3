import { expect, test } from "vitest";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { leagueHtml } from "../../src/main/views/export/league-html.ts";
import { nothingKnown } from "../../src/main/views/league/league-view.ts";
import type { LeagueDetail } from "../../src/shared/leagues.ts";
import { sure } from "../live-games/support.ts";
import { leagueDetail } from "./at-once.ts";
import { openLeagueHost, planOf, toItsEnd } from "./support.ts";

async function pageOf(detail: LeagueDetail): Promise<string> {
  let page = "";
  for await (const part of leagueHtml(detail, detail.rounds)) page += part;
  return page;
}

test("a league as a page has names whole, and apart from what stands beside them", async () => {
  await using host = await openLeagueHost(openSqliteStore(":memory:"));
  const names = [`a${"🦊".repeat(20)}`, "<b>אבג</b>"];
  const entrants = names.map((name) => ({ kind: "strategy", strategy: "random", name }));
  const { league } = sure(await host.leagues.create(planOf({ entrants, rounds: 8, options: { rounds: 1 } })));
  sure(await host.leagues.act(league.id, { type: "start" }));
  const over = await toItsEnd(host.leagues, league.id);
  const ratingOf = await host.ratings.of("odd-even");
  const detail = leagueDetail(over, { ...nothingKnown, ratingOf });
  const page = await pageOf({ ...detail, champion: names[1] ?? "" });
  expect(page).toContain("<svg");
  expect(page.isWellFormed()).toBe(true);
  // The date after a name that is read from right to left would stand before it.
  expect(page).toMatch(/Champion: <bdi>&lt;b&gt;אבג&lt;\/b&gt;<\/bdi> · \d{4}-/);
});

test("a league as a page is worded as the window words it", async () => {
  await using host = await openLeagueHost(openSqliteStore(":memory:"));
  const entrants = ["Ada", "Grace"].map((name) => ({ kind: "strategy", strategy: "random", name }));
  const { league } = sure(await host.leagues.create(planOf({ entrants, rounds: 1, options: { rounds: 1 } })));
  sure(await host.leagues.act(league.id, { type: "start" }));
  const over = await toItsEnd(host.leagues, league.id);
  const detail = leagueDetail(over, nothingKnown);
  const page = await pageOf({
    ...detail,
    format: "double-round-robin",
    standings: detail.standings.map((row) => ({ ...row, points: 5.5 })),
    rounds: detail.rounds.map((round) => ({
      ...round,
      matches: round.matches.map((match) => ({ ...match, score: [1.5, 0.5], termination: "illegal-moves" })),
    })),
  });
  expect(page).toContain("<p>Odd/even · Double round robin · 2 entrants");
  expect(page).toContain("<td>5½</td>");
  expect(page).toContain("<td>1½ – ½</td>");
  expect(page).toContain("illegal moves");
  expect(page).not.toContain("5.5");
  expect(page).toMatch(/secret <code>[0-9a-f]{64}<\/code>/);
});
