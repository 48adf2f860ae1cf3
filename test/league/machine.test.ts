import { describe, expect, test } from "vitest";
import {
  type GameResult,
  type League,
  leagueAfter,
  matchesIn,
  nextTick,
} from "../../src/main/league/machine/league.ts";
import { sprt } from "../../src/main/league/ratings/pairs.ts";
import { planAgain } from "../../src/main/league/request.ts";
import { unreadableResult } from "../../src/main/league/rulings.ts";
import { changedParts, knownParts, snapshotOf } from "../../src/main/league/snapshot.ts";
import type { LeaguePart } from "../../src/main/store/store.ts";
import { leagueSummary, pairResultsIn } from "../../src/main/views/league/league-view.ts";
import { codeOf, sure } from "../live-games/support.ts";
import { createLeague, figuresIn, leagueStandings, leagueTrf, readLeague, replayLeague } from "./at-once.ts";
import { agents, leagueOf, left, start, won } from "./in-hand.ts";

describe("a league of agents", () => {
  test("a league of agents begins a match once both have come", () => {
    const it = leagueOf({}, "Ada", "Boole");
    expect(it.league.status).toBe("ready");
    it.act({ type: "start" });
    expect(it.league.current).toMatchObject([{ status: "invited", accepted: [false, false] }]);
    it.act({ type: "answer", entrant: 2 });
    it.act({ type: "answer", entrant: 2 });
    expect(it.games).toEqual([]);
    it.act({ type: "answer", entrant: 1 });
    expect(it.games).toEqual(["L9m1g1"]);
    expect(it.commands).toMatchObject([{ type: "createGame", game: { id: "L9m1g1" } }]);
    it.act({ type: "report", game: "L9m1g1", result: won("b") });
    expect(it.league).toMatchObject({ status: "complete", champion: 2 });
    expect(codeOf(it.act({ type: "answer", entrant: 1 }))).toBe("LEAGUE_CLOSED");
  });

  test("a league of agents lets nobody wait for who does not come: forfeit, suspended, back by answering, and out at last", () => {
    const it = leagueOf({ rounds: 4 }, "Ada", "Boole");
    it.act({ type: "start" });
    it.act({ type: "answer", entrant: 1 });
    expect(nextTick(it.league)).toBe(start + 60_000);
    expect(it.act({ type: "tick" }, 59)).toMatchObject({ value: { events: [] } });
    it.act({ type: "tick" }, 1);
    expect(it.results()[0]).toEqual(["a", "forfeit", false]);
    expect(it.statuses()).toEqual(["active", "suspended"]);
    it.act({ type: "answer", entrant: 2 }, 5);
    expect(it.statuses()).toEqual(["active", "active"]);
    it.act({ type: "tick" }, 60);
    // The first did not come to the second round; the sides have changed.
    expect(it.results()[1]).toEqual(["a", "forfeit", false]);
    it.act({ type: "answer", entrant: 1 });
    it.act({ type: "tick" }, 60);
    it.act({ type: "answer", entrant: 1 });
    it.act({ type: "tick" }, 60);
    expect(it.statuses()).toEqual(["active", "out"]);
    expect(it.league.status).toBe("complete");
    expect(codeOf(it.act({ type: "answer", entrant: 2 }))).toBe("LEAGUE_CLOSED");
    expect(leagueStandings(it.league).map(({ number, points }) => [number, points])).toEqual([
      [1, 9],
      [2, 3],
    ]);
  });

  test("a league of agents is decided again from its log where invitations expired one after the other, stored late", () => {
    const eight = ["Ada", "Boole", "Church", "Dirac", "Euler", "Fermat", "Gauss", "Hilbert"];
    const it = leagueOf({ concurrency: 2 }, ...eight);
    it.act({ type: "start" }, 0, 0.5);
    const [first] = it.league.current;
    for (const entrant of [first?.a ?? 0, first?.b ?? 0]) it.act({ type: "answer", entrant }, 0.5);
    it.act({ type: "report", game: "L9m1g1", result: won("a") });
    it.act({ type: "tick" }, 59);
    expect(it.league.current.map(({ status }) => status)).toEqual(["reported", "reported", "invited", "invited"]);
    it.act({ type: "tick" }, 1, 1.5);
    expect(it.league.current.map(({ status }) => status)).toEqual(["reported", "reported", "reported", "invited"]);
    it.act({ type: "tick" }, 59, 1.5);
    expect(it.league.round).toBe(2);
    it.act({ type: "tick" }, 60);
    it.act({ type: "cancel" });
    // Nobody missed an invitation that had three seconds left.
    const early = it.log.map((entry) => (entry.at < start + 60_000 ? entry : { ...entry, at: entry.at - 3_000 }));
    expect(replayLeague(it.league, early, () => won("a")).fault).toMatch(/nothing in the league leads to it/);
  });

  test("a league of an earlier version is decided again from its log, in which a match ended before the game that was left", () => {
    const it = leagueOf({ concurrency: 2 }, "Ada", "Boole", "Church", "Dana");
    it.asEarlier();
    it.act({ type: "start" });
    for (const entrant of [1, 2, 3, 4]) it.act({ type: "answer", entrant });
    const [first, second] = it.games;
    const leaver = it.league.current[0]?.a ?? 0;
    it.act({ type: "leave", entrant: leaver });
    expect(it.log.at(-1)?.event).toMatchObject({ type: "matchReported", termination: "forfeit" });
    it.act({ type: "report", game: first ?? "", result: left("b") });
    it.act({ type: "report", game: second ?? "", result: won("a") });
    expect(it.league.round).toBe(2);
    it.act({ type: "cancel" });
  });

  test("a league of agents is decided again from its log where one leaves just before its invitation expires", () => {
    const it = leagueOf({}, "Ada", "Boole", "Church");
    it.act({ type: "start" });
    it.act({ type: "tick" }, 60);
    // One of the two was in the first match as well, which both missed.
    const { a, b } = it.league.current.find(({ status }) => status === "invited") ?? { a: 0, b: 0 };
    const leaver = [a, b ?? 0].find((number) => it.league.entrants[number - 1]?.misses === 1) ?? 0;
    it.act({ type: "answer", entrant: leaver === a ? (b ?? 0) : a });
    it.act({ type: "leave", entrant: leaver }, 59);
    expect(it.league.entrants[leaver - 1]).toMatchObject({ status: "out", misses: 1 });
    it.act({ type: "cancel" });
  });

  test("a league of agents counts a match that neither came to for neither", () => {
    const it = leagueOf({}, "Ada", "Boole");
    it.act({ type: "start" });
    it.act({ type: "tick" }, 60);
    expect(it.results()).toEqual([[null, "forfeit", false]]);
    expect(it.league).toMatchObject({ status: "complete", champion: null });
    expect(leagueStandings(it.league).map(({ points, lost }) => [points, lost])).toEqual([
      [0, 1],
      [0, 1],
    ]);
  });

  test("a league of agents counts a match for neither whose first game both left, and no game that both left", () => {
    const leaving = (...games: readonly GameResult["winner"][]) => {
      const it = leagueOf({ games_per_match: 3 }, "Ada", "Boole");
      it.act({ type: "start" });
      for (const entrant of [1, 2]) it.act({ type: "answer", entrant });
      for (const winner of games) it.act({ type: "report", game: it.games[0] ?? "", result: won(winner) });
      // Nothing follows while a league is paused: both are missing when it goes on.
      it.act({ type: "pause" });
      for (const entrant of [1, 2]) it.act({ type: "leave", entrant });
      it.act({ type: "resume" });
      expect(it.commands.at(-1)).toEqual({ type: "endGame", id: it.games[0], loser: null });
      it.act({ type: "report", game: it.games[0] ?? "", result: unreadableResult });
      return it;
    };
    const first = leaving();
    expect(first.league.current).toMatchObject([{ result: { winner: null, played: false, score: [0, 0] } }]);
    expect(leagueStandings(first.league).map(({ lost }) => lost)).toEqual([1, 1]);
    const second = leaving(null);
    expect(second.league.current).toMatchObject([{ result: { winner: null, played: true, score: [0.5, 0.5] } }]);
    expect(leagueStandings(second.league).map(({ drawn }) => drawn)).toEqual([1, 1]);
    // Games won before they left count.
    const ahead = leaving("b");
    expect(ahead.league.current).toMatchObject([{ result: { winner: "b", played: true, score: [0, 1] } }]);
    expect(leagueStandings(ahead.league).map(({ number, points }) => [number, points])).toEqual([
      [2, 3],
      [1, 0],
    ]);
    expect([1, 2].map((number) => figuresIn(ahead.league)(number).forfeits)).toEqual([1, 1]);
  });

  test.each(["a", "b", null] as const)(
    "a league of agents is left by both between two games of a match: each forfeits it (%s)",
    (winner) => {
      const it = leagueOf({ games_per_match: 3 }, "Ada", "Boole");
      it.act({ type: "start" });
      for (const entrant of [1, 2]) it.act({ type: "answer", entrant });
      it.act({ type: "pause" });
      it.act({ type: "report", game: it.games[0] ?? "", result: won(winner) });
      for (const entrant of [1, 2]) it.act({ type: "leave", entrant });
      it.act({ type: "resume" });
      expect(it.results()).toEqual([[winner, "forfeit", true]]);
      expect([1, 2].map((number) => figuresIn(it.league)(number).forfeits)).toEqual([1, 1]);
    },
  );

  test("a league of agents gives everyone who is left its points when somebody leaves in the middle of a game", () => {
    const it = leagueOf({}, "Ada", "Boole", "Church");
    it.act({ type: "start" });
    for (const entrant of [2, 3]) it.act({ type: "answer", entrant });
    expect(it.games).toEqual(["L9m2g1"]);
    it.act({ type: "leave", entrant: 3 });
    expect(it.commands.at(-1)).toEqual({ type: "endGame", id: "L9m2g1", loser: 1 });
    it.act({ type: "report", game: "L9m2g1", result: left("a") });
    for (const entrant of [1, 2]) it.act({ type: "answer", entrant });
    it.act({ type: "report", game: it.games[0] ?? "", result: won("a") });
    expect(it.league.status).toBe("complete");
    expect(
      leagueStandings(it.league)
        .map(({ number }) => number)
        .at(-1),
    ).toBe(3);
  });
});

describe("a league to which nobody comes", () => {
  const names = ["Ada", "Boole", "Church"];
  const lapsed = (format: string) => {
    const it = leagueOf({ format, misses: 9 }, ...names);
    it.act({ type: "start" });
    for (let minutes = 1; it.league.status === "running"; minutes += 1) {
      expect(minutes).toBeLessThan(10);
      it.act({ type: "tick" }, 60);
    }
    return it;
  };

  test.each(["round-robin", "gauntlet", "knockout", "swiss"])(
    "a league to which nobody comes is won by nobody, neither by lot nor by a bye: %s",
    (format) => {
      expect(lapsed(format).league).toMatchObject({ status: "complete", champion: null });
    },
  );

  test("a league to which nobody comes is won by who is still there, if by nothing but byes", () => {
    const it = leagueOf({ format: "swiss", rounds: 3 }, ...names);
    it.act({ type: "start" });
    const [met, bye] = it.league.current;
    it.act({ type: "pause" });
    for (const entrant of [met?.a ?? 0, met?.b ?? 0]) it.act({ type: "leave", entrant });
    it.act({ type: "resume" });
    expect(it.league).toMatchObject({ status: "complete", champion: bye?.a });
  });
});

describe("a league that all but one leave", () => {
  const ranked = ({ league }: ReturnType<typeof leagueOf>) =>
    leagueStandings(league).map(({ number, points }) => [number, points]);

  test("a league that all but one leave goes to the one who stayed where the other forfeits more than it had won", () => {
    const it = leagueOf({ rounds: 10 }, "Ada", "Boole");
    it.act({ type: "start" });
    for (let round = 1; round <= 3; round += 1) {
      for (const entrant of [1, 2]) it.act({ type: "answer", entrant });
      it.act({ type: "report", game: it.games[0] ?? "", result: won(it.league.current[0]?.a === 1 ? "a" : "b") });
    }
    it.act({ type: "leave", entrant: 1 });
    expect(it.league).toMatchObject({ status: "complete", round: 10, champion: 2 });
    expect(leagueAfter(it.league, 3)).toMatchObject({ round: 3, champion: null });
    expect(ranked(it)).toEqual([
      [2, 21],
      [1, 9],
    ]);
  });

  test.each([1, 2, 3, 4])(
    "a league that all but one leave goes in a knockout to the one who stayed: entrant %i",
    (stays) => {
      const it = leagueOf({ format: "knockout" }, "Ada", "Boole", "Church", "Dijkstra");
      it.act({ type: "start" });
      it.act({ type: "pause" });
      for (const entrant of [1, 2, 3, 4]) if (entrant !== stays) it.act({ type: "leave", entrant });
      it.act({ type: "resume" });
      expect(it.league).toMatchObject({ status: "complete", round: 2, champion: stays });
    },
  );

  test("a league that all but one leave has byes for the one who stayed in a Swiss league, and ends at once where nobody did", () => {
    const it = leagueOf({ format: "swiss", rounds: 3 }, "Ada", "Boole", "Church");
    it.act({ type: "start" });
    for (const entrant of [1, 2]) it.act({ type: "leave", entrant });
    expect(it.league).toMatchObject({ status: "complete", round: 3, champion: 3 });
    expect(ranked(it)[0]?.[0]).toBe(3);
    const empty = leagueOf({ rounds: 10 }, "Ada", "Boole");
    empty.act({ type: "start" });
    empty.act({ type: "pause" });
    for (const entrant of [1, 2]) empty.act({ type: "leave", entrant });
    empty.act({ type: "resume" });
    expect(empty.league).toMatchObject({ status: "complete", round: 1 });
  });

  test("a league that all but one leave is forfeited to its end a part at a time, however long that is", () => {
    const it = leagueOf({ rounds: 1_000 }, "Ada", "Boole");
    it.act({ type: "start" });
    it.act({ type: "leave", entrant: 1 });
    let steps = 1;
    for (; it.league.status === "running"; steps += 1) {
      expect(nextTick(it.league)).toBe(0);
      const kept = it.act({ type: "tick" });
      expect(kept.ok && kept.value.events.length).toBeLessThan(300);
    }
    expect(steps).toBeGreaterThan(5);
    expect(it.league).toMatchObject({ status: "complete", round: 1_000, champion: 2 });
    expect(nextTick(it.league)).toBeNull();
  });
});

describe("a league", () => {
  test("a league begins nothing while it is paused, takes results, and goes on where it was", () => {
    const it = leagueOf({ players: 2, games_per_match: 2 });
    it.act({ type: "start" });
    it.act({ type: "pause" });
    it.act({ type: "report", game: "L9m1g1", result: won("a") });
    expect([it.games, it.league.status]).toEqual([[], "paused"]);
    it.act({ type: "resume" });
    expect(it.games).toEqual(["L9m1g2"]);
    expect(it.league.current[0]?.games.map(({ first }) => first)).toEqual(["a", "b"]);
  });

  test("a league that is to finish plays its matches to their end, begins no other, and pauses", () => {
    const it = leagueOf({ players: 6, games_per_match: 2, concurrency: 2 });
    it.act({ type: "start" });
    it.act({ type: "finish" });
    expect(it.act({ type: "finish" })).toMatchObject({ value: { events: [] } });
    expect(it.league).toMatchObject({ status: "running", finishing: true });
    for (const id of ["L9m1g1", "L9m2g1", "L9m2g2"]) it.act({ type: "report", game: id, result: won("a") });
    expect([it.games, it.league.status]).toEqual([["L9m1g2"], "running"]);
    it.act({ type: "report", game: "L9m1g2", result: won("a") });
    expect([it.games, it.league.status, it.league.finishing]).toEqual([[], "paused", true]);
    it.act({ type: "resume" });
    expect([it.games, it.league.status, it.league.finishing]).toEqual([["L9m3g1"], "running", undefined]);
    it.act({ type: "finish" });
    it.act({ type: "resume" });
    for (const id of ["L9m3g1", "L9m3g2"]) it.act({ type: "report", game: id, result: won("b") });
    expect([it.games, it.league.round]).toEqual([["L9m4g1", "L9m5g1"], 2]);
  });

  test("a league that is to finish withdraws its invitations, pauses at once where nothing has begun, and ends with its last match", () => {
    const it = leagueOf({}, "Ada", "Boole", "Church");
    it.act({ type: "start" });
    for (const entrant of [1, 2, 3]) it.act({ type: "answer", entrant });
    const [{ a, b } = { a: 0, b: 0 }] = it.league.current.filter((match) => match.b !== null);
    it.act({ type: "report", game: it.games[0] ?? "", result: won("a") });
    expect(it.league.current.map(({ status }) => status)).toContain("invited");
    it.act({ type: "finish" });
    expect(it.league.current.map(({ status }) => status)).not.toContain("invited");
    expect(it.act({ type: "tick" }, 1_000)).toMatchObject({ value: { events: [] } });
    expect([it.league.status, it.statuses(), a !== b]).toEqual(["paused", ["active", "active", "active"], true]);
    it.act({ type: "resume" });
    expect(it.league.current.map(({ status }) => status)).toContain("invited");

    const last = leagueOf({ players: 2 });
    last.act({ type: "start" });
    last.act({ type: "finish" });
    last.act({ type: "report", game: "L9m1g1", result: won("a") });
    expect(last.league.status).toBe("complete");
    const early = leagueOf({ players: 2 });
    early.act({ type: "finish" });
    expect(early.league).toMatchObject({ status: "paused", pausedFrom: "ready", finishing: undefined });
  });

  test("a league that is held while it finishes goes on finishing once the person has resumed it", () => {
    const it = leagueOf({ players: 4, games_per_match: 2, concurrency: 1 });
    it.act({ type: "start" });
    it.act({ type: "finish" });
    it.act({ type: "hold", entrant: null, reason: "the budget is spent" });
    it.act({ type: "resume" });
    for (const id of ["L9m1g1", "L9m1g2"]) it.act({ type: "report", game: id, result: won("a") });
    expect(it.league).toMatchObject({ status: "paused", finishing: true, held: null });
    expect(it.games).toEqual([]);
  });

  test("a league that is running, finishing or not begun gets a new budget as it is resumed, and loses no game", () => {
    const it = leagueOf({ players: 4, games_per_match: 2, concurrency: 1, max_cost: 3 });
    const budgetAfter = (budget: { readonly max_tokens?: number; readonly max_cost?: number }) => {
      it.act({ type: "resume", budget });
      return [it.league.status, it.league.settings.max_tokens, it.league.settings.max_cost];
    };
    expect(budgetAfter({ max_tokens: 9 })).toEqual(["ready", 9, 3]);
    it.act({ type: "start" });
    expect(budgetAfter({ max_tokens: 7 })).toEqual(["running", 7, 3]);
    it.act({ type: "finish" });
    expect(budgetAfter({ max_cost: 5 })).toEqual(["running", 7, 5]);
    expect(it.act({ type: "resume", budget: {} })).toMatchObject({ value: { events: [] } });
    for (const id of ["L9m1g1", "L9m1g2"]) it.act({ type: "report", game: id, result: won("a") });
    expect([it.games, it.league.finishing]).toEqual([["L9m2g1"], undefined]);
  });

  test("a league takes a result once, and none once it is cancelled", () => {
    const it = leagueOf({ players: 3 });
    it.act({ type: "start" });
    it.act({ type: "report", game: "L9m2g1", result: won("a") });
    expect(it.act({ type: "report", game: "L9m2g1", result: won("b") })).toMatchObject({ value: { events: [] } });
    it.act({ type: "cancel" });
    const open = it.games[0] ?? "";
    expect(it.commands.at(-1)).toEqual({ type: "endGame", id: open, loser: null });
    expect(it.act({ type: "report", game: open, result: won("a") })).toMatchObject({ value: { events: [] } });
    for (const type of ["start", "pause", "resume", "cancel"] as const)
      expect(codeOf(it.act({ type }))).toBe("LEAGUE_CLOSED");
  });

  test("a league plays as many matches at once as it may", () => {
    const it = leagueOf({ players: 8, concurrency: 3 });
    it.act({ type: "start" });
    expect(it.games).toHaveLength(3);
    it.act({ type: "report", game: it.games[1] ?? "", result: won("a") });
    expect(it.games).toEqual(["L9m1g1", "L9m3g1", "L9m4g1"]);
  });

  test("a gauntlet has no champion, and who beat its first entrant is ahead of it", () => {
    const it = leagueOf({ format: "gauntlet", players: 5, points: { win: 1, draw: 0.5, loss: 0 } });
    it.act({ type: "start" });
    for (let round = 1; round <= 4; round += 1) {
      const [{ a } = { a: 0 }] = it.league.current;
      const first = a === 1 ? "a" : "b";
      const other = a === 1 ? "b" : "a";
      it.act({ type: "report", game: it.games[0] ?? "", result: won(round === 1 ? first : other) });
    }
    // One point for all but 2, and those who beat 1 beat somebody who has one.
    const standings = leagueStandings(it.league);
    expect(standings.map(({ number }) => number).slice(-2)).toEqual([1, 2]);
    expect(standings.map(({ tieBreaks }) => tieBreaks.SB)).toEqual([1, 1, 1, 0, 0]);
    expect(it.league.champion).toBeNull();
  });

  test("a knockout goes on while a match is level, and then by a lot that is recorded", () => {
    const it = leagueOf({ format: "knockout", players: 2 });
    it.act({ type: "start" });
    for (let game = 1; game <= 5; game += 1) it.act({ type: "report", game: `L9m1g${game}`, result: won(null) });
    expect(it.events.filter(({ type }) => type === "tieDrawn")).toHaveLength(1);
    expect(it.league).toMatchObject({ status: "complete", current: [{ result: { score: [2.5, 2.5] } }] });
    expect(it.league.champion).not.toBeNull();
  });

  test("a league of two ends a match when the sequential test is decided, with the points won so far", () => {
    const it = leagueOf({ players: 2, games_per_match: 100, sprt: { elo0: 0, elo1: 200 } });
    it.act({ type: "start" });
    // The first of the two wins all, with either side.
    for (let [open] = it.games; open; [open] = it.games) it.act({ type: "report", game: open, result: won("a") });
    expect(it.league).toMatchObject({ status: "complete", champion: 1 });
    const [{ games, result } = { games: [], result: null }] = it.league.current;
    expect(games.length % 2).toBe(0);
    expect(games.length).toBeLessThan(50);
    expect(result).toMatchObject({ winner: "a", score: [games.length, 0], termination: "normal" });
    const { settings } = it.league;
    const decisions = [0, 1].map(
      (fewer) => settings.sprt && sprt([0, 0, 0, 0, games.length / 2 - fewer], settings.sprt),
    );
    expect(decisions.map((each) => each?.decision)).toEqual(["elo1", null]);
    // Nothing was ordered that nobody wants.
    expect(it.commands).toHaveLength(games.length);
  });

  test("a league of two takes no pair with a forfeited game into its figures", () => {
    const it = leagueOf({ players: 2, games_per_match: 4 });
    it.act({ type: "start" });
    for (const winner of ["a", "a", "b"] as const)
      it.act({ type: "report", game: it.games[0] ?? "", result: won(winner) });
    expect(it.games).toEqual(["L9m1g4"]);
    it.act({ type: "leave", entrant: 2 });
    it.act({ type: "report", game: "L9m1g4", result: left("a") });
    expect(it.league.current[0]?.result).toMatchObject({ winner: "a", score: [3, 1], termination: "forfeit" });
    expect(pairResultsIn(it.league)).toMatchObject({ pairs: 1, counts: [0, 0, 0, 0, 1] });
  });

  test("a league of two takes no pair with an unreadable game into its figures, and counts that game as a draw", () => {
    const it = leagueOf({ players: 2, games_per_match: 4, sprt: { elo0: 0, elo1: 200 } });
    it.act({ type: "start" });
    for (const result of [won("a"), won("a"), won("b"), unreadableResult])
      it.act({ type: "report", game: it.games[0] ?? "", result });
    expect(it.league.current[0]?.result).toMatchObject({ winner: "a", score: [2.5, 1.5] });
    expect(pairResultsIn(it.league)).toMatchObject({ pairs: 1, counts: [0, 0, 0, 0, 1] });
  });

  test("a knockout of two goes on past a test that is decided while the match is level", () => {
    const it = leagueOf({ format: "knockout", players: 2, games_per_match: 40, sprt: { elo0: 100, elo1: 400 } });
    it.act({ type: "start" });
    const level = () => it.act({ type: "report", game: it.games[0] ?? "", result: won(null) });
    for (let game = 1; game <= 20; game += 1) level();
    expect(it.games).toEqual(["L9m1g21"]);
    it.act({ type: "report", game: "L9m1g21", result: won("b") });
    level();
    expect(it.league).toMatchObject({ status: "complete", champion: 2 });
  });

  test("a knockout has as many matches in every round as it takes to leave one of all", () => {
    const it = leagueOf({ format: "knockout", players: 6 });
    const told = () => {
      const { matches_over, matches_total } = leagueSummary(it.league);
      return [matches_over, matches_total];
    };
    expect(told()).toEqual([0, 0]);
    it.act({ type: "start" });
    for (let over = 0; over < 5; over += 1) {
      expect(told()).toEqual([over, 5]);
      it.act({ type: "report", game: it.games[0] ?? "", result: won("a") });
    }
    expect([it.league.status, told()]).toEqual(["complete", [5, 5]]);
  });

  test("a league refuses who comes too late, twice or too many", () => {
    const it = leagueOf({ max_entrants: 3 }, "Ada", "Boole");
    const [ada, church, dijkstra] = agents("ada", "Church", "Dijkstra");
    if (!ada || !church || !dijkstra) throw new Error("there are three");
    expect(it.act({ type: "join", entrant: ada })).toMatchObject({
      code: "INVALID_ARGUMENT",
      message: expect.stringContaining("“Ada”"),
    });
    it.act({ type: "join", entrant: church });
    expect(it.act({ type: "join", entrant: dijkstra })).toMatchObject({
      code: "LEAGUE_CLOSED",
      message: expect.stringMatching(/^League full/),
    });
    it.act({ type: "leave", entrant: 3 });
    it.act({ type: "start" });
    expect(it.act({ type: "join", entrant: dijkstra })).toMatchObject({ code: "LEAGUE_CLOSED" });
    expect(codeOf(it.act({ type: "start" }))).toBe("LEAGUE_CLOSED");
    expect(it.league.seeds).toEqual([1, 2]);
    const composed = leagueOf({}, "Ren\u00e9");
    for (const entrant of agents("Rene\u0301"))
      expect(codeOf(composed.act({ type: "join", entrant }))).toBe("INVALID_ARGUMENT");
    const alone = leagueOf({}, "Ada");
    expect(alone.act({ type: "start" })).toMatchObject({
      code: "INVALID_ARGUMENT",
      message: expect.stringContaining("two entrants"),
    });
  });

  test("a Swiss league keeps the number of each round where all asked to sit one out for nothing", () => {
    const names = ["Ada", "Boole", "Church", "Dirac"];
    const byes = names.map((name) => ({ name, round: 2, worth: "none" }));
    const it = leagueOf({ format: "swiss", rounds: 4, byes }, ...names);
    it.act({ type: "start" });
    while (it.league.status === "running") {
      for (const entrant of [1, 2, 3, 4]) it.act({ type: "answer", entrant });
      for (const game of it.games) it.act({ type: "report", game, result: won("a") });
    }
    const parts = JSON.parse(JSON.stringify(changedParts(null, it.league)));
    for (const league of [it.league, sure(readLeague({ id: "9", snapshot: snapshotOf(it.league), parts }))])
      expect([1, 2, 3, 4].map((round) => matchesIn(league, round).map((match) => match.round))).toEqual([
        [1, 1],
        [],
        [3, 3],
        [4, 4],
      ]);
    expect(sure(leagueTrf(it.league))).toMatch(/^001 .* [wb] [01] {2}0000 - Z .* [wb] [01] .* [wb] [01]$/m);
  });

  test("a league can be set up again where one left and joined again under its name before the start", () => {
    const it = leagueOf({}, "Ada", "Boole", "Church");
    it.act({ type: "leave", entrant: 2 });
    for (const entrant of agents("Boole")) it.act({ type: "join", entrant: { ...entrant, identity: "agent:again" } });
    it.act({ type: "start" });
    const plan = planAgain(it.league, () => 0.5);
    expect(plan.entrants.map(({ name }) => name)).toEqual(["Ada", "Boole", "Church"]);
    expect(sure(createLeague("10", plan, start)).league.entrants).toMatchObject([{}, { identity: "agent:again" }, {}]);
  });

  test("a league that a referee joins again at another address is decided again from its log", () => {
    const it = leagueOf({ referees: true }, "Ada", "Boole");
    const fields = {
      games: ["odd-even"],
      matches: 1,
      repeats: true,
      deciders: true,
      silent: false,
      failures: 0,
      key: "",
    };
    for (const port of [1, 2, 1])
      it.act({ type: "enlist", referee: { ...fields, id: "r", name: "R", endpoint: `http://127.0.0.1:${port}` } });
    expect(it.events).toHaveLength(3);
    it.act({ type: "cancel" });
  });

  test("a Swiss league wants as many entrants as it has rounds, by the time it starts", () => {
    const it = leagueOf({ format: "swiss", rounds: 4 }, "Ada", "Boole", "Church");
    expect(it.act({ type: "start" })).toMatchObject({
      code: "INVALID_ARGUMENT",
      message: expect.stringContaining("a Swiss league of 3 has 3 at most"),
    });
    const [dijkstra] = agents("Dijkstra");
    if (dijkstra) it.act({ type: "join", entrant: dijkstra });
    it.act({ type: "start" });
    expect(it.league.status).toBe("running");
  });

  test("a league stands after being kept and read as it stood, part by part", () => {
    const it = leagueOf({ players: 5, format: "swiss" });
    const parts = new Map<string, ReturnType<typeof changedParts>[number]>();
    let before: League | null = null;
    const earlier: League[] = [];
    let fewest = 1;
    const keep = () => {
      for (const part of changedParts(before, it.league)) parts.set(`${part.part} ${part.number}`, part);
      before = it.league;
      const kept = JSON.parse(JSON.stringify([...parts.values()]));
      const snapshot = JSON.parse(JSON.stringify(snapshotOf(it.league)));
      const stored = {
        id: "9",
        version: 1,
        columns: { name: "", kind: "", status: "live", created_at: 0, finished_at: null, deleted_at: null },
        snapshot,
      } as const;
      const inFull = (league: League) => ({ ...league, past: league.past.map((round) => round.matches()) });
      expect(inFull(sure(readLeague({ ...stored, parts: kept })))).toEqual(inFull(it.league));
      // A host that knows an earlier state of it reads no more than may have changed.
      for (const from of earlier) {
        const known = knownParts(from);
        const later = kept.filter(({ part, number }: LeaguePart) => number > (known[part] ?? 0));
        const read = sure(readLeague({ ...stored, parts: later }, from));
        expect(inFull(read)).toEqual(inFull(it.league));
        expect(from.past.every((round, index) => round === read.past[index])).toBe(true);
        fewest = Math.min(fewest, later.length / kept.length);
      }
      earlier.push(it.league);
    };
    keep();
    it.act({ type: "start" });
    keep();
    while (it.games.length > 0) {
      it.act({ type: "report", game: it.games[0] ?? "", result: won("a") });
      keep();
    }
    expect(it.league.status).toBe("complete");
    expect(fewest).toBeLessThan(0.6);
  });
});
