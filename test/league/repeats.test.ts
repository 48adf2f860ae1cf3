import { describe, expect, test } from "vitest";
import { createRatingList } from "../../src/main/league/ratings/rating-list.ts";
import type { Driver } from "../../src/main/players/driver.ts";
import { isDeterministic } from "../../src/main/players/drivers.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { leagueHtml } from "../../src/main/views/export/league-html.ts";
import { plannedLeague } from "../../src/main/views/league/league-plan.ts";
import { nothingKnown } from "../../src/main/views/league/league-view.ts";
import type { EntrantRequest } from "../../src/shared/entrants.ts";
import { accept } from "../../src/shared/result.ts";
import { sure } from "../live-games/support.ts";
import { leagueDetail, leagueReport } from "./at-once.ts";
import { openLeagueHost, planOf, toItsEnd } from "./support.ts";

const engine = (name: string): EntrantRequest => ({ kind: "computer", engine: name, name });
const dice = (name: string): EntrantRequest => ({ kind: "strategy", strategy: "random", name });
const ten: EntrantRequest = { kind: "computer", level: 10 };
const short = { game: "chess", games_per_match: 2 };

/**
 * Plays the first of a piece's moves from its first rank, or the second where `isOther` says so, and then back and
 * forth, until the position has come three times.
 */
const first = (isOther: (gameId: string) => boolean = () => false): Driver => ({
  atOnce: true,
  chooseMove: async ({ gameId, legalMoves, history }) => {
    const before = history.at(-2) ?? "";
    const back = legalMoves.find((move) => move === before.slice(2) + before.slice(0, 2));
    const out = legalMoves.filter((move) => /^[a-h][18]/.test(move));
    return accept({ text: back ?? out[isOther(gameId) ? 1 : 0] ?? legalMoves[0] ?? "" });
  },
});

/** A league as it was played to its end, and what became of it in the rating list. */
async function played(request: Readonly<Record<string, unknown>>, driver: Driver) {
  const store = openSqliteStore(":memory:");
  await using host = await openLeagueHost(store, undefined, { driver });
  const { id } = sure(await host.leagues.create(planOf({ ...short, ...request }))).league;
  sure(await host.leagues.act(id, { type: "start" }));
  const live = await toItsEnd(host.leagues, id);
  const list = await createRatingList(store).list("chess");
  const detail = leagueDetail(live, nothingKnown);
  return { report: leagueReport(live, nothingKnown), detail, list };
}

describe("games of two who draw nothing by chance", () => {
  test("games of two who draw nothing by chance count once where they repeat each other: for pairs, the sequential test and the rating list, but not for points", async () => {
    const asked = { entrants: [engine("Ann"), engine("Bo")], rounds: 6, sprt: { elo0: 0, elo1: 5 } };
    const { report, detail, list } = await played(asked, first());
    expect(report.pair?.pairs).toBe(1);
    expect(report.repeats).toBe(10);
    expect(report.standings.map(({ played: matches, game_points }) => [matches, game_points])).toEqual([
      [6, 6],
      [6, 6],
    ]);
    const records = list.players.filter(({ level }) => level === null);
    expect(records.map(({ drawn }) => drawn)).toEqual([2, 2]);
    expect(list.repeats).toBe(10);
    let page = "";
    for await (const part of leagueHtml(detail, [])) page += part;
    expect(page).toContain("10 games repeat another one move for move, and count once.");
  });

  test("games that differ from those before each count, and a pair counts as long as one of its games is new", async () => {
    const asked = { entrants: [engine("Ann"), engine("Bo")], rounds: 4 };
    // In the third match the second game goes another way.
    const { report, list } = await played(
      asked,
      first((id) => id.endsWith("m3g2")),
    );
    expect(report.pair?.pairs).toBe(2);
    expect(report.repeats).toBe(5);
    expect(list.repeats).toBe(5);
  });

  test("games from different openings repeat nothing", async () => {
    const asked = { entrants: [engine("Ann"), engine("Bo")], rounds: 3, openings: {} };
    const { report, list } = await played(asked, first());
    expect(report.pair?.pairs).toBe(3);
    expect([report.repeats, list.repeats]).toEqual([undefined, 0]);
  });

  test("games of two who draw nothing by chance are told from those of players who may draw: of these each counts, however alike they are", async () => {
    const asked = { entrants: [engine("Ann"), dice("Dice")], rounds: 4 };
    const { report, list } = await played(asked, first());
    expect(report.pair?.pairs).toBe(4);
    expect([report.repeats, list.repeats]).toEqual([undefined, 0]);
    expect(list.players.find(({ name }) => name === "Dice")?.drawn).toBe(8);
  });

  test("games of two who draw nothing by chance count once in a measurement against a level of that kind, and towards its end each", async () => {
    const store = openSqliteStore(":memory:");
    const { settings, ...plan } = planOf({ ...short, entrants: [ten, engine("Ann")] });
    const measure = { within: 10, games: 6, levels: [2_500], covariance: [] };
    await using host = await openLeagueHost(store, undefined, { driver: first() });
    const made = await host.leagues.create({ ...plan, settings: { ...settings, format: "measure", measure } });
    const { id } = sure(made).league;
    sure(await host.leagues.act(id, { type: "start" }));
    const live = await toItsEnd(host.leagues, id);
    expect(leagueReport(live, nothingKnown).measure).toMatchObject({ games: 2, drawn: 2, repeats: 4, unrated: 0 });
  });
});

test("players without chance are an engine, the strongest level, and a strategy that says so", () => {
  expect(isDeterministic("chess", "computer", { engine: "Ann" })).toBe(true);
  expect(Array.from({ length: 10 }, (_, at) => isDeterministic("chess", "computer", { level: at + 1 }))).toEqual([
    ...Array.from({ length: 9 }, () => false),
    true,
  ]);
  expect(isDeterministic("chess", "computer", { errors: 40 })).toBe(false);
  expect(isDeterministic("tic-tac-toe", "computer", { level: 10 })).toBe(false);
  expect(isDeterministic("tic-tac-toe", "strategy", { strategy: "perfect" })).toBe(false);
  for (const kind of ["agent", "human", "endpoint", "llm"]) expect(isDeterministic("chess", kind, {})).toBe(false);
});

describe("before a league begins it is said that games would repeat each other", () => {
  const foreseen = (request: Readonly<Record<string, unknown>>) =>
    sure(plannedLeague(planOf({ ...short, ...request }), 0)).warning ?? null;

  test("a league warns of repeats where two players without random choices meet more often than there are openings", () => {
    const two = [engine("Ann"), ten];
    const told = foreseen({ entrants: two, rounds: 20 });
    expect(told).toMatch(/“Ann” and “Level 10” draw nothing by chance: from the usual start .* same 2 games .* of 40 /);
    expect(told).toMatch(/Add openings \(in a terminal --openings\), or ask for fewer games\.$/);
    const text = "1. e4 *\n\n1. d4 *";
    expect(foreseen({ entrants: two, rounds: 2, openings: { text } })).toBeNull();
    expect(foreseen({ entrants: two, rounds: 3, openings: { text } })).toMatch(/from 2 openings .* Add more openings/);
  });

  test.each([
    ["a pair with both sides", { entrants: [engine("Ann"), ten], rounds: 1 }],
    ["one of them alone", { entrants: [engine("Ann"), dice("Dice")], rounds: 20 }],
    ["two who do not meet", { entrants: [dice("Dice"), engine("Ann"), ten], format: "gauntlet", rounds: 40 }],
    ["a Swiss league", { entrants: [engine("Ann"), ten, dice("Dice")], format: "swiss", rounds: 3 }],
  ])("no warning of repeated games comes for %s", (_, request) => {
    expect(foreseen(request)).toBeNull();
  });
});
