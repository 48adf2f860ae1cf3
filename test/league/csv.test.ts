import { expect, test } from "vitest";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { nothingKnown } from "../../src/main/views/league/league-view.ts";
import { sure } from "../live-games/support.ts";
import { leagueCsv, leagueReport } from "./at-once.ts";
import { openLeagueHost, planOf, toItsEnd } from "./support.ts";

test("a table as comma-separated values has a row for each, its crosstable, and no formulas", async () => {
  await using host = await openLeagueHost(openSqliteStore(":memory:"));
  const strategy = "random";
  const entrants = ['=1+1,"x"', "Boole, George"].map((name) => ({ kind: "strategy", strategy, name }));
  const { league } = sure(await host.leagues.create(planOf({ entrants, rounds: 2, options: { rounds: 1 } })));
  sure(await host.leagues.act(league.id, { type: "start" }));
  const over = await toItsEnd(host.leagues, league.id);
  const report = leagueReport(over, { ...nothingKnown, ratingOf: await host.ratings.of("odd-even") });
  const [head = "", ...rows] = leagueCsv(report).trimEnd().split("\r\n");
  expect(head).toMatch(/^rank,name,kind,status,points,.*,ended_normal,against_1,against_2$/);
  expect(rows.map((row) => /^\d,("(?:[^"]|"")*")/.exec(row)?.[1]).toSorted()).toEqual([
    `"'=1+1,""x"""`,
    '"Boole, George"',
  ]);
  const [first, second] = report.crosstable;
  expect(rows.map((row) => row.split(",").slice(-3).join(","))).toEqual([`2,,${first?.[1]}`, `2,${second?.[0]},`]);
});
