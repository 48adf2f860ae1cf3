import { expect, test } from "vitest";
import { leagueChange } from "../../src/main/views/league/league-detail.ts";
import { entrantTroubles } from "../../src/main/views/league/league-troubles.ts";
import { leagueSummary, nothingKnown } from "../../src/main/views/league/league-view.ts";
import { columnsOf } from "../../src/shared/league-columns.ts";
import { refuse } from "../../src/shared/result.ts";
import { runAtOnce } from "../../src/shared/steps.ts";
import { leagueCsv, leagueDetail } from "../league/at-once.ts";
import { leagueOf, start, won } from "../league/in-hand.ts";

/** The view of a league at this moment that everybody reads. */
const viewOf = ({ league }: ReturnType<typeof leagueOf>) => leagueDetail({ league, version: 1 }, nothingKnown);

/** A chess league between two who come by themselves. */
function ofTwo(request: object = {}) {
  const it = leagueOf({ game: "chess", ...request }, "Ada", "Boole");
  it.act({ type: "start" });
  return it;
}
const come = (it: ReturnType<typeof leagueOf>, ...numbers: readonly number[]) => {
  for (const entrant of numbers) it.act({ type: "answer", entrant });
};

test("a match between its games has its score, its game, and nobody who plays in a league that is paused or cancelled", () => {
  const it = ofTwo({ games_per_match: 2 });
  come(it, 1, 2);
  it.act({ type: "pause" });
  it.act({ type: "report", game: "L9m1g1", result: won("a", "checkmate") });
  const match = () => viewOf(it).rounds[0]?.matches[0];
  expect(match()).toMatchObject({ status: "paused", score: [1, 0], games: ["L9m1g1"] });
  const statuses = () => viewOf(it).standings.map(({ status }) => status);
  expect(statuses()).toEqual(["active", "active"]);
  it.act({ type: "resume" });
  expect([match()?.status, ...statuses()]).toEqual(["playing", "in_game", "in_game"]);
  const before = { league: it.league, version: 1 };
  it.act({ type: "cancel" });
  expect([match()?.status, ...statuses()]).toEqual(["stopped", "active", "active"]);
  // A page that follows the league is told so, though the match itself has not changed.
  const { news } = runAtOnce(leagueChange(undefined, before, { league: it.league, version: 2 }));
  expect(news.matches).toMatchObject([{ match_id: "L9m1", status: "stopped" }]);
  const early = ofTwo();
  early.act({ type: "pause" });
  expect(viewOf(early).rounds[0]?.matches[0]?.status).toBe("paused");
});

test("a named agent that has not come is awaited, its league’s own prompt names it, and a stranger is told whose the place is", () => {
  const entrants = [
    { kind: "computer", level: 1 },
    { kind: "agent", name: "Sam" },
  ];
  const it = leagueOf({ game: "chess", entrants, max_entrants: 2 });
  const named = expect.stringContaining('and name "Sam"');
  expect(viewOf(it)).toMatchObject({ awaited: 1, entrants: 2, join_prompt: named });
  expect(viewOf(it).field[1]).toMatchObject({ awaited: { until: null }, join_prompt: named });
  const joins = (name: string) =>
    it.act({ type: "join", entrant: { kind: "agent", name, settings: {}, identity: name } });
  expect(joins("ghost")).toMatchObject({ message: expect.stringContaining("It waits for “Sam”") });
  it.act({ type: "claim", entrant: 2, identity: "agent:Sam", connection: null });
  expect(viewOf(it)).toMatchObject({ awaited: 0, join_prompt: null });
  expect(viewOf(it).field[1]?.awaited).toBeUndefined();
});

test("a running league says whom it waits for and how long, and the person may remove that entrant and nobody else", () => {
  const it = ofTwo();
  come(it, 1);
  const { rounds, field } = viewOf(it);
  const until = new Date(start + 60_000).toISOString();
  expect(rounds[0]?.matches[0]).toMatchObject({ status: "invited", awaits: ["Boole"], until });
  expect(field).toMatchObject([{ can_take_out: false }, { awaited: { until }, can_take_out: true }]);
  expect(it.act({ type: "takeOut", entrant: 1 })).toMatchObject({ ok: false, code: "LEAGUE_CLOSED" });
  it.act({ type: "takeOut", entrant: 2 });
  expect(viewOf(it).standings).toMatchObject([{ name: "Ada" }, { name: "Boole", out: "removed" }]);
  expect(it.league.status).toBe("complete");
});

test("a league says that it finishes its matches while it does and once they are over, but not while it is held or at its end", () => {
  const begun = () => {
    const it = leagueOf({ players: 2 });
    for (const type of ["start", "finish"] as const) it.act({ type });
    return it;
  };
  const finishing = ({ league }: ReturnType<typeof begun>) => [league.status, leagueSummary(league).finishing];
  const it = begun();
  expect(finishing(it)).toEqual(["running", true]);
  it.act({ type: "hold", entrant: 1, reason: "its key is wrong" });
  expect(finishing(it)).toEqual(["paused", undefined]);
  it.act({ type: "resume" });
  expect(finishing(it)).toEqual(["running", true]);
  it.act({ type: "report", game: "L9m1g1", result: won("a") });
  expect(finishing(it)).toEqual(["complete", undefined]);
  const ended = begun();
  ended.act({ type: "cancel" });
  expect(finishing(ended)).toEqual(["cancelled", undefined]);
});

test("a match that one was not invited to, being out already, is told as that and not as one that one did not come to", async () => {
  const it = ofTwo({ rounds: 3 });
  for (const seconds of [61, 61]) {
    come(it, 2);
    it.act({ type: "tick" }, seconds);
  }
  const leagues = {
    lastEvents: async () => it.events.map((event, seq) => ({ at: start, id: seq, leagueId: "9", seq, event })),
  };
  const none = { get: async () => refuse("GAME_NOT_FOUND", "none") };
  const calls = { of: () => [], statusOf: () => null };
  const { troubles } = await entrantTroubles({ league: it.league, version: 1 }, 1, { leagues, games: none, calls });
  expect(troubles.map(({ text }) => text)).toEqual([
    "Match 1 forfeited: it did not take its invitation in time",
    "Out of the league: it missed 2 matches in a row",
    "Match 2 forfeited: it did not take its invitation in time",
    "Match 3 forfeited: it was out already",
  ]);
});

test("an entrant that missed its matches is out for that, and its losses so count in its score", () => {
  const it = ofTwo({ games_per_match: 2, rounds: 4 });
  come(it, 1, 2);
  for (const game of ["L9m1g1", "L9m1g2"]) it.act({ type: "report", game, result: won("a") });
  for (const seconds of [61, 61]) {
    come(it, 2);
    it.act({ type: "tick" }, seconds);
  }
  const [, row] = viewOf(it).standings.toSorted((one, other) => one.number - other.number);
  expect(viewOf(it).standings.find(({ name }) => name === "Ada")).toMatchObject({
    out: "missed 2",
    score_percent: 25,
    won: 1,
    lost: 3,
  });
  expect(row).toMatchObject({ score_percent: 75 });
});

test("a cup is told by who is still in it, a round that one sits out included", () => {
  const it = leagueOf({ game: "chess", format: "knockout" }, "Ada", "Boole", "Curie", "Darwin", "Euler", "Fermat");
  it.act({ type: "start" });
  come(it, 1, 2, 3, 4, 5, 6);
  for (const { number, b } of it.league.current)
    if (b !== null) it.act({ type: "report", game: `L9m${number}g1`, result: won("a") });
  come(it, 1, 2, 3, 4, 5, 6);
  const first = it.league.current[0];
  it.act({ type: "report", game: `L9m${first?.number}g1`, result: won("a") });
  const { standings } = viewOf(it);
  expect(standings.map(({ out = "in" }) => out)).toEqual([
    "in",
    "in",
    "in",
    "out in round 2",
    "out in round 1",
    "out in round 1",
  ]);
});

test("a gauntlet says how its first entrant did, has no champion, and ranks by the points for each match", () => {
  const it = leagueOf({ game: "chess", format: "gauntlet" }, "Ada", "Boole", "Curie", "Darwin");
  it.act({ type: "start" });
  for (const result of ["won", "lost", "won"]) {
    come(it, 1, 2, 3, 4);
    const [match] = it.league.current;
    const own = match?.a === 1 ? "a" : "b";
    const other = own === "a" ? "b" : "a";
    it.act({ type: "report", game: `L9m${match?.number}g1`, result: won(result === "won" ? own : other) });
  }
  const { champion, outcome, standings } = viewOf(it);
  expect([champion, outcome]).toEqual([null, "Ada won 2 of 3 matches"]);
  expect(standings.map(({ name }) => name).slice(0, 2)).toEqual(["Curie", "Ada"]);
});

test("places that a tie-break or a lot decided say so, and a column that decided nothing is left out", () => {
  const it = leagueOf({ game: "chess", tie_breaks: ["DE", "WIN"] }, "Ada", "Boole", "Curie");
  it.act({ type: "start" });
  for (let round = 1; round <= 3; round += 1) {
    come(it, 1, 2, 3);
    for (const { number, a, b } of it.league.current)
      if (b !== null)
        it.act({ type: "report", game: `L9m${number}g1`, result: won(a + b === 3 ? null : a < b ? "a" : "b") });
  }
  const { standings, reasons, endings } = viewOf(it);
  expect(standings.map(({ name, placed_by }) => [name, placed_by])).toEqual([
    [expect.any(String), "lot"],
    [expect.any(String), "lot"],
    ["Curie", undefined],
  ]);
  const heads = (of: ReturnType<typeof leagueOf>) => columnsOf(viewOf(of)).map(({ head }) => head);
  const clear = ofTwo();
  come(clear, 1, 2);
  clear.act({ type: "report", game: "L9m1g1", result: won("a") });
  expect([heads(it).includes("DE"), heads(clear).includes("DE")]).toEqual([true, false]);
  // Its games ended by the rules, each for a reason of its own.
  expect([reasons, endings]).toEqual([{ "Best-of": 3 }, { normal: 3 }]);
  const [head = "", first = ""] = leagueCsv(viewOf(it)).split("\r\n");
  expect(head).not.toMatch(/tokens|cost_per_game|centipawn/);
  expect(first).not.toContain(",,,");
});
