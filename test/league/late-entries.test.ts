import { describe, expect, onTestFinished, test } from "vitest";
import { matchesOf } from "../../src/main/league/machine/league.ts";
import { leagueRequest, planLeague } from "../../src/main/league/request.ts";
import { changedParts, snapshotOf } from "../../src/main/league/snapshot.ts";
import { readTrf } from "../../src/main/league/trf/read.ts";
import { LEAGUE_PROTOCOL } from "../../src/main/league-v1/protocol.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { lifeOf } from "../../src/main/views/league/league-detail.ts";
import { leagueSummary, nothingKnown } from "../../src/main/views/league/league-view.ts";
import { accept, refuse } from "../../src/shared/result.ts";
import { runAtOnce } from "../../src/shared/steps.ts";
import { codeOf, sure } from "../live-games/support.ts";
import { leagueReport, leagueStandings, leagueTrf, readLeague } from "./at-once.ts";
import { agents, leagueOf, won } from "./in-hand.ts";
import { openLeagueHost, planOf } from "./support.ts";

const four = ["Ada", "Boole", "Church", "Dijkstra"];
const [late, other] = agents("Euler", "Frege");
if (!late || !other) throw new Error("there are two");

/** A Swiss league of these that has begun. */
const begun = (request: Readonly<Record<string, unknown>>, names: readonly string[] = four) => {
  const it = leagueOf({ format: "swiss", rounds: 3, ...request }, ...names);
  it.act({ type: "start" });
  return it;
};
type Held = ReturnType<typeof begun>;

/** Plays this round: the better of the two by number wins, and 2 against 3 is drawn. */
const playRound = (it: Held) => {
  const { round } = it.league;
  for (const number of it.league.entrants.map((each) => each.number)) it.act({ type: "answer", entrant: number });
  for (let match = it.league.current.find((each) => each.status === "playing"); match; ) {
    const { a, b } = match;
    const isDrawn = [a, b].toSorted().join() === "2,3";
    const winner = isDrawn ? null : a < (b ?? 0) ? "a" : "b";
    it.act({ type: "report", game: match.games.at(-1)?.id ?? "", result: won(winner) });
    match = it.league.round === round ? it.league.current.find((each) => each.status === "playing") : undefined;
  }
};

const rowOf = ({ league }: Held, number: number) => leagueStandings(league).find((row) => row.number === number);

describe("a late entry", () => {
  test("a late entry has missed the rounds that were paired, and is paired from the next one on", () => {
    const it = begun({ late_entries: { rounds: 1 } });
    expect(it.act({ type: "join", entrant: late })).toMatchObject({ ok: true });
    expect(it.statuses()).toEqual(["active", "active", "active", "active", "active"]);
    expect(it.league).toMatchObject({
      seeds: [1, 2, 3, 4, 5],
      round: 1,
      entrants: [{}, {}, {}, {}, { late: { rounds: 1, worth: "none" } }],
    });
    expect(it.league.lots.at(-1)).toBe(5);
    expect(rowOf(it, 5)).toMatchObject({ rank: 5, points: 0, played: 0, byes: 0 });
    playRound(it);
    expect(it.league.round).toBe(2);
    expect(it.league.current.some(({ a, b }) => a === 5 || b === 5)).toBe(true);
    playRound(it);
    playRound(it);
    expect(it.league.status).toBe("complete");
    expect(
      matchesOf(it.league)
        .filter(({ a, b }) => a === 5 || b === 5)
        .map(({ round }) => round),
    ).toEqual([2, 3]);
  });

  test("a late entry adds no round to a league that has as many as its entrants at the start ask for", () => {
    const it = leagueOf({ format: "swiss", late_entries: { rounds: 1 } }, ...four);
    it.act({ type: "start" });
    it.act({ type: "join", entrant: late });
    expect(leagueSummary(it.league)).toMatchObject({ entrants: 5, rounds_total: 2 });
    for (let round = 1; round <= 2; round += 1) playRound(it);
    expect(it.league).toMatchObject({ status: "complete", round: 2 });
  });

  test.each(["none", "half"] as const)(
    "a late entry counts in table and reports as one who had asked for byes: %s",
    (worth) => {
      const points = { win: 1, draw: 0.5, loss: 0 };
      const tie_breaks = ["BH", "BH-C1", "SB", "KS", "WIN"];
      const joined = begun({ points, tie_breaks, late_entries: { rounds: 2, worth } });
      playRound(joined);
      joined.act({ type: "join", entrant: late });
      const byes = [1, 2].map((round) => ({ name: "Euler", round, worth }));
      const asked = begun({ points, tie_breaks, byes }, [...four, "Euler"]);
      playRound(asked);
      const told = ({ league }: Held) => leagueStandings(league).map(({ lot: _, ...row }) => row);
      for (let round = 2; round <= 3; round += 1) {
        expect(told(joined)).toEqual(told(asked));
        for (const it of [joined, asked]) playRound(it);
      }
      expect(joined.league.status).toBe("complete");
      expect(told(joined)).toEqual(told(asked));
      for (const edition of [16, 26] as const) {
        const own = (it: Held) =>
          sure(leagueTrf(it.league, edition))
            .split(/[\r\n]/)
            .filter((line) => line.startsWith("001"));
        expect(own(joined)).toEqual(own(asked));
        const code = worth === "half" ? "H" : "Z";
        expect(own(joined)[4]).toContain(`  0000 - ${code}  0000 - ${code}  `);
        expect(readTrf(sure(leagueTrf(joined.league, edition)))).toMatchObject({ ok: true, value: { played: 3 } });
      }
    },
  );

  test("a late entry stands in no table and no report of the time before it came", () => {
    const it = begun({ late_entries: { rounds: 2 }, points: { win: 1, draw: 0.5, loss: 0 } });
    playRound(it);
    it.act({ type: "join", entrant: late });
    const report = leagueReport({ league: it.league, version: 1 }, nothingKnown);
    expect(report.standings.find(({ number }) => number === 5)?.rank_before).toBeNull();
    expect(sure(leagueTrf(it.league))).not.toContain("Euler");
    playRound(it);
    expect(sure(leagueTrf(it.league))).toContain("Euler");
  });

  test("a late entry is kept as it is", () => {
    const it = begun({ late_entries: { rounds: 2, worth: "half" } });
    playRound(it);
    it.act({ type: "join", entrant: late });
    const kept = JSON.parse(JSON.stringify({ snapshot: snapshotOf(it.league), parts: changedParts(null, it.league) }));
    const back = sure(readLeague({ id: "9", ...kept }));
    expect(back.entrants).toEqual(it.league.entrants);
    expect(leagueStandings(back)).toEqual(leagueStandings(it.league));
  });

  test("a late entry has its rating, where a tie-break asks for that", () => {
    const it = leagueOf({ format: "swiss", rounds: 2, tie_breaks: ["ARO"], late_entries: { rounds: 1 } }, ...four);
    it.act({ type: "start", ratings: [2000, 1900, null, 1700] });
    it.act({ type: "join", entrant: { ...late, rating: 1800 } });
    expect(it.league.ratings).toEqual([2000, 1900, null, 1700, 1800]);
  });

  test("a late entry is refused too late, twice, where there is no room, and where the league does not take any", () => {
    const refused = (it: Held, entrant = late) => it.act({ type: "join", entrant });
    const closed = (reason: RegExp) => ({ code: "LEAGUE_CLOSED", message: expect.stringMatching(reason) });
    expect(refused(begun({}))).toMatchObject(closed(/it was set up without late entries$/));
    expect(refused(begun({ format: "round-robin" }))).toMatchObject(closed(/its schedule was settled at the start$/));
    const it = begun({ late_entries: { rounds: 1 }, max_entrants: 5 });
    expect(lifeOf(it.league).join_prompt).not.toBeNull();
    expect(refused(it)).toMatchObject({ ok: true });
    expect(lifeOf(it.league).join_prompt).toBeNull();
    expect(refused(it, other)).toMatchObject(closed(/^League full/));
    const twice = begun({ late_entries: { rounds: 1 } });
    for (const code of ["OK", "INVALID_ARGUMENT"]) expect(codeOf(refused(twice))).toBe(code);
    const over = begun({ late_entries: { rounds: 1 } });
    playRound(over);
    expect(refused(over)).toMatchObject(closed(/one could join until round 1, and this is round 2$/));
    const last = begun({ rounds: 1, late_entries: { rounds: 5 } });
    expect(refused(last)).toMatchObject(closed(/this is its last round$/));
    const paused = begun({ late_entries: { rounds: 1 } });
    paused.act({ type: "pause" });
    expect(refused(paused)).toMatchObject(closed(/is paused and takes no more entrants$/));
  });
});

test.each([
  [{ format: "round-robin" }, /^late_entries: only a Swiss league is paired round by round/],
  [{ players: 2, sprt: {}, games_per_match: 2 }, /^late_entries: a sequential test/],
])("late entries that do not fit are refused: %o", (change, message) => {
  const request = { game: "odd-even", format: "swiss", players: 4, late_entries: { rounds: 1 }, ...change };
  const planned = runAtOnce(planLeague(leagueRequest.parse(request), () => 0.5));
  expect(planned).toMatchObject({ code: "INVALID_ARGUMENT", message: expect.stringMatching(message) });
});

test("a server registers in a Swiss league that has begun, and is looked after like one that was there", async () => {
  const endpoints = {
    ask: async () => ({ content: undefined, isAnswered: true, tries: 1, failures: [] }),
    check: (address: string) => accept(new URL(address)),
    probe: async () => null,
    healthCheck: async () => ({ absence: null, status: null }),
    followStatus: async () => false,
  };
  const host = await openLeagueHost(openSqliteStore(":memory:"), undefined, {
    players: { endpoints, findKey: async () => refuse("INVALID_ARGUMENT", "none"), engines: () => [] },
  });
  onTestFinished(() => host[Symbol.asyncDispose]());
  const plan = planOf({ format: "swiss", rounds: 3, late_entries: { rounds: 1 } });
  const { league } = sure(await host.leagues.create({ ...plan, entrants: agents(...four) }));
  sure(await host.leagues.act(league.id, { type: "start" }));
  const registered = await host.registrar.LEAGUE_REGISTER_REQUEST({
    protocol: LEAGUE_PROTOCOL,
    message_type: "LEAGUE_REGISTER_REQUEST",
    league_id: league.id,
    conversation_id: "1",
    sender: "player:Euler",
    timestamp: new Date().toISOString(),
    display_name: "Euler",
    player_id: "0b6f1c8e-7d0a-4a34-9f0b-1d3a5c7e9f01",
    endpoint: "http://127.0.0.1:1/mcp",
  });
  expect(registered).toMatchObject({ success: true, state: "ACTIVE", league_info: { players: 5 } });
  const after = sure(await host.leagues.get(league.id)).league;
  expect(after).toMatchObject({ seeds: [1, 2, 3, 4, 5], undertaken: 1 });
});
