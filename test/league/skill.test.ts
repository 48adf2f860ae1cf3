import { expect, test } from "vitest";
import { recovered } from "../../bench/sections/skill.ts";
import { type Driver, noEffort } from "../../src/main/players/driver.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { leagueCsv } from "../../src/main/views/export/league-csv.ts";
import { gameRows } from "../../src/main/views/export/league-rows.ts";
import { knownOf, nothingKnown } from "../../src/main/views/league/league-view.ts";
import { figureFacts } from "../../src/shared/figure-facts.ts";
import { columnsOf, printedColumns } from "../../src/shared/league-columns.ts";
import { ratingText } from "../../src/shared/league-words.ts";
import type { LeagueRating } from "../../src/shared/leagues.ts";
import { accept } from "../../src/shared/result.ts";
import { runAtOnce } from "../../src/shared/steps.ts";
import { sure } from "../live-games/support.ts";
import { seeded } from "../support/seeded.ts";
import { leagueReport } from "./at-once.ts";
import { openLeagueHost, planOf, toItsEnd } from "./support.ts";

const none: LeagueRating = { kind: "unknown", elo: null, interval: null, low: null, high: null, games: null };

/** Moves at random, tries some moves twice, and leaves some to chance. */
function forgetful(): Driver {
  const random = seeded(8);
  return {
    chooseMove: async ({ legalMoves }) => {
      const text = legalMoves[Math.floor(random() * legalMoves.length)] ?? "";
      const how = random();
      if (how < 0.04) return accept({ text, effort: { ...noEffort, fallback: "it said nothing" } });
      return accept({ text, effort: how < 0.2 ? { ...noEffort, unusable: 1, causes: { unreadable: 1 } } : noEffort });
    },
  };
}

async function rowsIn(rows: ReturnType<typeof gameRows>) {
  const all = [];
  for await (const row of rows) all.push(row);
  return all;
}

test("skill is the rating by the games in which no move of either side was lost to a failure", async () => {
  await using host = await openLeagueHost(openSqliteStore(":memory:"), undefined, { driver: forgetful() });
  const entrants = ["Ada", "Bo", "Cy"].map((name) => ({ kind: "strategy", strategy: "random", name }));
  const request = { game: "tic-tac-toe", entrants, games_per_match: 12, most_by_lot: 0.5 };
  const { id } = sure(await host.leagues.create(planOf(request))).league;
  sure(await host.leagues.act(id, { type: "start" }));
  const live = await toItsEnd(host.leagues, id);
  const report = leagueReport(live, await knownOf(live, host));
  const rows = await rowsIn(gameRows(live.league, host.games));
  const games = rows.filter(({ game_id }) => game_id !== "");
  for (const row of report.standings) {
    const own = games.filter(({ first_entrant, second_entrant }) =>
      [first_entrant, second_entrant].includes(row.number),
    );
    const failed = own.filter(({ by_failure }) => by_failure);
    expect(failed).toEqual(
      own.filter(({ first_by_lot, second_by_lot }) => Number(first_by_lot) + Number(second_by_lot) > 0),
    );
    const { all, without_failures } = row.skill ?? { all: none, without_failures: none };
    expect([all.games, without_failures.games]).toEqual([own.length, own.length - failed.length]);
    expect(failed.length).toBeGreaterThan(0);
    expect(without_failures).toMatchObject({ kind: "rated", interval: expect.any(Number) });
    expect(without_failures.interval).toBeGreaterThan(all.interval ?? 0);
    // No other league was played.
    expect(all).toEqual({ ...row.rating, games: own.length });
    expect(figureFacts(row)).toContainEqual([
      "Without a lost move",
      `${ratingText(without_failures)} in ${without_failures.games} games`,
    ]);
    // Both seats apart, and the rate of each cause.
    const points = (seat: "first" | "second") =>
      own
        .filter((game) => game[`${seat}_entrant`] === row.number)
        .reduce((sum, { result }) => sum + (result === seat ? 1 : result === "drawn" ? 0.5 : 0), 0);
    const { score_percent, errors_per_1000 } = row.apart.seats ?? {};
    const shares = [points("first"), points("second")].map((sum) => Math.round((1_000 * sum) / 12) / 10);
    expect(score_percent).toMatchObject({ games: [12, 12], values: shares });
    const [low, high] = score_percent?.difference_interval ?? [0, 0];
    expect(score_percent?.difference).toBeCloseTo((shares[0] ?? 0) - (shares[1] ?? 0), 0);
    expect([low < (score_percent?.difference ?? 0), high > (score_percent?.difference ?? 0)]).toEqual([true, true]);
    expect(errors_per_1000?.values.every((value) => value > 0)).toBe(true);
    expect(row.causes_per_1000).toEqual({ unreadable: row.errors_per_1000 });
  }
  expect(printedColumns(report).map(({ head }) => head)).toContain("Skill");
  const csv = runAtOnce(leagueCsv(report));
  expect(csv).toMatch(/^.*,skill_rating,skill_interval,skill_games,/);
});

test("where no move was lost there is no other rating, and no column for it", async () => {
  await using host = await openLeagueHost(openSqliteStore(":memory:"));
  const entrants = ["Ada", "Bo"].map((name) => ({ kind: "strategy", strategy: "random", name }));
  const { id } = sure(await host.leagues.create(planOf({ game: "tic-tac-toe", entrants, games_per_match: 8 }))).league;
  sure(await host.leagues.act(id, { type: "start" }));
  const live = await toItsEnd(host.leagues, id);
  const report = leagueReport(live, await knownOf(live, host));
  expect(report.standings.map(({ skill }) => skill)).toEqual([null, null]);
  expect(columnsOf(report).map(({ head }) => head)).not.toContain("Skill");
});

test("a league of both kinds of start tells them apart, with the difference and its interval", async () => {
  await using host = await openLeagueHost(openSqliteStore(":memory:"));
  const entrants = ["Ada", "Bo"].map((name) => ({ kind: "strategy", strategy: "random", name }));
  const openings = { suite: "mixed", order: "sequential" };
  const request = { game: "chess", entrants, openings, games_per_match: 8, longest_game: 40 };
  const { id } = sure(await host.leagues.create(planOf(request))).league;
  sure(await host.leagues.act(id, { type: "start" }));
  const live = await toItsEnd(host.leagues, id);
  const games = await rowsIn(gameRows(live.league, host.games));
  // Each start with the sides reversed, and the kinds in turn.
  expect(games.map(({ unfamiliar }) => unfamiliar)).toEqual([false, false, true, true, false, false, true, true]);
  const seat = (side: "first" | "second") => ({ accuracy: side === "first" ? 90 : 50, centipawnLoss: 20, moves: 40 });
  const judged = { inaccuracies: 0, mistakes: 0, blunders: 0 };
  // As if unfamiliar starts cost 10 in accuracy, more or less.
  const reviews = new Map(
    games.map(({ game_id, unfamiliar }, index) => {
      const side = (name: "first" | "second") => {
        const { accuracy, ...own } = seat(name);
        const played = { ...own, accuracy: accuracy - (unfamiliar ? 10 : 0) + (index % 4) };
        const theory = unfamiliar ? {} : { theory: { ...played, moves: 4, accuracy: 99 + (index % 2) } };
        return { ...played, ...judged, ...theory, later: played };
      };
      const seats = { white: side("first"), black: side("second") };
      return [String(game_id), { nodes: 1, engine: null, seats }] as const;
    }),
  );
  const { standings } = leagueReport(live, { ...nothingKnown, reviews });
  for (const row of standings) {
    expect(row.apart.starts?.["score_percent"]).toMatchObject({ games: [4, 4] });
    const { starts, seats, theory } = row.quality?.apart ?? {};
    const { difference = 0, difference_interval } = starts?.["accuracy"] ?? {};
    const [low, high] = difference_interval ?? [0, 0];
    expect([difference, low < 8, high > 8, high - low < 200]).toEqual([expect.closeTo(8, 0), true, true, true]);
    expect(seats?.["accuracy"]?.difference).toBeGreaterThan(38);
    // Of the usual starts alone: nobody knows a theory of the others.
    expect(theory?.["accuracy"]).toMatchObject({ games: [4, 4], values: [99.5, row.quality && expect.any(Number)] });
    expect(new Map(figureFacts(row)).get("Accuracy, usual starts / unfamiliar starts")).toMatch(
      /^\d\S* \/ \d.*\(difference [78](?:\.\d)?: −?\d/,
    );
  }
});

test("the rating without failures recovers the known skill of players that fail, and the one with them does not", () => {
  const { all, own } = recovered({ share: 0.2 }, 100);
  expect([own.percent > 91, Math.abs(own.error) < 8]).toEqual([true, true]);
  expect([all.percent < 80, all.error < -25]).toEqual([true, true]);
});
