import { describe, expect, test } from "vitest";
import { decodeTrf } from "../../src/main/base/decode-trf.ts";
import { matchesOf } from "../../src/main/league/machine/league.ts";
import { leagueRequest, planLeague } from "../../src/main/league/request.ts";
import { readTrf } from "../../src/main/league/trf/read.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { runAtOnce } from "../../src/shared/steps.ts";
import { codeOf, sure } from "../live-games/support.ts";
import { createLeague, leagueStandings, leagueTrf } from "./at-once.ts";
import { openLeagueHost, planOf, toItsEnd } from "./support.ts";

const names = ["Ada", "Boole", "Church", "Dana", "Euler"];
const field = (those: readonly string[]) => those.map((name) => ({ kind: "strategy", strategy: "random", name }));
const swiss = { format: "swiss", game: "tic-tac-toe", points: { win: 1, draw: 0.5, loss: 0 } };

/** A league between strategies as it stands at its end. */
async function played(request: Readonly<Record<string, unknown>>) {
  await using host = await openLeagueHost(openSqliteStore(":memory:"));
  const { league } = sure(await host.leagues.create(planOf(request)));
  sure(await host.leagues.act(league.id, { type: "start" }));
  const over = await toItsEnd(host.leagues, league.id);
  return over.league;
}

/** Milliseconds that this thread has worked since: a busy machine takes longer, and does no more. */
const cpuMs = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.threadCpuUsage(since);
  return (user + system) / 1000;
};

describe("a Swiss league as a tournament report", () => {
  test("a Swiss league as a tournament report has each entrant in the columns of TRF16, and says what its matches say", async () => {
    const league = await played({ ...swiss, rounds: 3, entrants: field(names) });
    const text = sure(leagueTrf(league));
    const lines = text.split("\n").filter((line) => line.startsWith("001"));
    const standings = new Map(leagueStandings(league).map((row) => [row.number, row]));
    expect(
      lines.map((line) => [line.slice(4, 8), line.slice(14, 47).trim(), line.slice(80, 84), line.slice(85, 89)]),
    ).toEqual(
      names.map((name, index) => {
        const row = standings.get(index + 1);
        return [String(index + 1).padStart(4), name, row?.points.toFixed(1).padStart(4), String(row?.rank).padStart(4)];
      }),
    );
    for (const line of lines)
      for (let round = 0; round < 3; round += 1)
        expect(line.slice(89 + 10 * round, 99 + 10 * round)).toMatch(/^ {2}(?:[ \d]{4} [wb] [10=]|0000 - U)$/);
    expect(text).toMatch(/^012 Test\n042 \d{4}\/\d\d\/\d\d\n052 .*\n062 5\n072 0\n092 Individual: swiss\nXXR 3\n001/);
    const read = sure(readTrf(text));
    expect(read).toMatchObject({ played: 3, rounds: 3, players: names.map((name) => ({ name })) });
    const told = ({ round, a, b, winner }: { round: number; a: number; b: number | null; winner: string | null }) =>
      `${round}: ${a}-${b} ${winner}`;
    expect(read.results.map(told).toSorted()).toEqual(
      matchesOf(league)
        .map(({ round, a, b, result }) => told({ round, a, b, winner: result?.winner ?? null }))
        .toSorted(),
    );
  });

  test("a Swiss league as a tournament report has no points of a round that is not over, as it has no results of it", async () => {
    await using host = await openLeagueHost(openSqliteStore(":memory:"));
    const { league } = sure(await host.leagues.create(planOf(swiss)));
    for (const name of names) sure(await host.lobby.join(league.id, name, undefined));
    // Euler has its bye at once, and the others are waited for.
    const begun = sure(await host.leagues.act(league.id, { type: "start" })).league;
    expect(new Map(leagueStandings(begun).map(({ number, points }) => [number, points])).get(5)).toBe(1);
    const lines = sure(leagueTrf(begun)).match(/^001 .*$/gm) ?? [];
    expect(lines.map((line) => [line.slice(80, 84), line.slice(89)])).toEqual(names.map(() => [" 0.0", ""]));
  });

  test("a Swiss league as a tournament report is none before the start, which gives everybody a starting rank", async () => {
    await using host = await openLeagueHost(openSqliteStore(":memory:"));
    const { league } = sure(await host.leagues.create(planOf({ ...swiss, entrants: field(names) })));
    const report = leagueTrf(league);
    expect(report.ok ? report.value : report.message).toMatch(/^League \d+ has not been started yet/);
    const cancelled = sure(await host.leagues.act(league.id, { type: "cancel" })).league;
    expect(codeOf(leagueTrf(cancelled))).toBe("INVALID_ARGUMENT");
  });

  test("a Swiss league as a tournament report is gone on with: what was played counts, and nobody meets twice", async () => {
    const report = [
      "012 Elsewhere",
      "XXR 4",
      player(1, "Ada", "   4 w 1", "0000 - H", "   5 b +"),
      player(2, "Boole", "   5 b 0", "   3 w 1"),
      player(3, "Church", "0000 - U", "   2 b 0", "   4 w ="),
      player(4, "Dana", "   1 b 0", "   5 w 1", "   3 b ="),
      player(5, "Euler", "   2 w 1", "   4 b 0", "   1 w -"),
    ].join("\r\n");
    const league = await played({ ...swiss, trf: report, entrants: field(names.toReversed()) });
    expect(league.entrants.map(({ name }) => name)).toEqual(names);
    expect(league.round).toBe(4);
    const read = league.past.flatMap((round) => round.matches());
    expect(read.map(({ games }) => games)).toEqual(read.map(() => []));
    const met = matchesOf(league).flatMap(({ a, b }) => (b === null ? [] : [[a, b].toSorted().join("-")]));
    expect(new Set(met).size).toBe(met.length);
    const last = (number: number) => {
      const match = league.current.find(({ a, b }) => a === number || b === number);
      if (!match?.result) return 0;
      if (match.b === null) return 1;
      return match.result.winner === null ? 0.5 : match.result.winner === (match.a === number ? "a" : "b") ? 1 : 0;
    };
    const before = [2.5, 1, 1.5, 1.5, 1];
    const points = new Map(leagueStandings(league).map((row) => [row.number, row.points]));
    expect(before.map((_, index) => points.get(index + 1))).toEqual(before.map((own, index) => own + last(index + 1)));
    // An entrant with a bye or a win by forfeit gets no other.
    expect(league.current.find(({ b }) => b === null)?.a).not.toBe(3);
    // Lines of the report are written again as they were.
    expect(sure(leagueTrf(league))).toMatch(/^001 {4}1 .*Ada .* {5}4 w 1 {2}0000 - H {5}5 b \+/m);
    expect(sure(leagueTrf(league))).toMatch(/^001 {4}2 .*Boole .* {5}5 b 0 {5}3 w 1 {2}0000 - Z/m);
  });

  test("a Swiss league as a tournament report keeps who leaves before it goes on: its games stand, and it is paired no more", async () => {
    const trf = [
      "XXR 3",
      player(1, "Ada", "   4 w 1"),
      player(2, "Boole", "   5 b 0"),
      player(3, "Church", "0000 - U"),
      player(4, "Dana", "   1 b 0"),
      player(5, "Euler", "   2 w 1"),
    ].join("\n");
    await using host = await openLeagueHost(openSqliteStore(":memory:"));
    const { league } = sure(await host.leagues.create(planOf({ ...swiss, trf, entrants: field(names) })));
    // An entrant that only came to go on, and left, was never there.
    const late = sure(await host.lobby.join(league.id, "Fibonacci", undefined)).entrant.number;
    for (const entrant of [2, late]) sure(await host.leagues.act(league.id, { type: "leave", entrant }));
    expect(codeOf(await host.lobby.join(league.id, "Boole", undefined))).toBe("INVALID_ARGUMENT");
    sure(await host.leagues.act(league.id, { type: "start" }));
    const over = (await toItsEnd(host.leagues, league.id)).league;
    const paired = over.past.slice(1).flatMap((round) => round.matches().flatMap(({ a, b }) => [a, b]));
    expect(paired).not.toContain(2);
    const standings = leagueStandings(over);
    expect(standings.map(({ number }) => number).toSorted()).toEqual([1, 2, 3, 4, 5]);
    expect(standings.find(({ number }) => number === 2)).toMatchObject({ points: 0, played: 1, lost: 1 });
    const report = sure(leagueTrf(over));
    expect(report).toMatch(/^001 {4}2 .*Boole .* {5}5 b 0 {2}0000 - Z {2}0000 - Z$/m);
    expect(sure(readTrf(report)).results.filter(({ round }) => round === 1)).toEqual(
      sure(readTrf(trf)).results.filter(({ round }) => round === 1),
    );
  });

  test("a Swiss league as a tournament report knows its entrants again by names that are longer than the columns, or take two places each", async () => {
    const long = names.map((name) => `${name} of the first league that we played, 2`.slice(-40));
    const first = await played({ ...swiss, rounds: 2, entrants: field([...long, "🦊".repeat(20)]) });
    const report = sure(leagueTrf(first));
    for (const line of report.match(/^001 .*$/gm) ?? [])
      expect(Array.from(line).slice(89).join("")).toMatch(/^(?: {2}[ \d]{4} [wb] [10=]){2}$/);
    const league = await played({ ...swiss, rounds: 3, trf: report, entrants: field(["🦊".repeat(20), ...long]) });
    expect(league.entrants.map(({ name }) => name)).toEqual([...long, "🦊".repeat(20)]);
  });

  test("a Swiss league as a tournament report has no rounds that only those had a result of who will not be there", async () => {
    const gone = ["0000 - Z", "0000 - Z", "0000 - Z"];
    const trf = [
      "XXR 4",
      player(1, "Ada", "   3 w 1"),
      player(2, "Boole", "   4 b 0"),
      player(3, "Church", "   1 b 0"),
      player(4, "Dana", "   2 w 1"),
      player(5, "Euler", "0000 - H", ...gone),
    ].join("\n");
    const league = await played({ ...swiss, trf, entrants: field(names) });
    // Nothing but Euler's absence was known of the rounds after the first.
    expect(league.past.map(({ matchCount }) => matchCount)).toEqual([2, 2, 2]);
    expect(league.round).toBe(4);
    const bye = trf.replace("0000 - H  0000 - Z", "0000 - H  0000 - H");
    const second = await played({ ...swiss, trf: bye, entrants: field(names) });
    expect(leagueStandings(second).find(({ number }) => number === 5)?.points).toBe(1);
  });

  test("a Swiss league as a tournament report brings its points along: those of a match in its lines BBW, BBD and BBL, or 1, ½ and 0", async () => {
    const own = { win: 3, draw: 1, loss: 0 };
    const first = await played({ ...swiss, game: "chess", points: own, rounds: 1, entrants: field(names) });
    const { points: _, ...going } = { ...swiss, rounds: 2, entrants: field(names) };
    const on = await played({ ...going, game: "chess", trf: sure(leagueTrf(first)) });
    expect(on.settings.points).toEqual(own);
    const usual = sure(leagueTrf(await played({ ...swiss, rounds: 1, entrants: field(names) })));
    expect((await played({ ...going, trf: usual })).settings.points).toEqual({ win: 1, draw: 0.5, loss: 0 });
    expect((await played({ ...going, points: own, trf: usual })).settings.points).toEqual(own);
  });

  test.each([
    ["a quarter for a draw", { win: 1, draw: 0.25, loss: 0 }, 1, /draw is worth 0\.25 points/],
    ["ten thousand in all", { win: 100, draw: 99, loss: 99 }, 102, /“Ada” has \d{5} points|“Boole” has \d{5} points/],
    ["more than a hundred and a half", { win: 60, draw: 50.5, loss: 40.5 }, 3, /has \d{3}\.5 points/],
  ])(
    "a Swiss league as a tournament report is not written where its four columns cannot tell the points: %s",
    async (_, points, rounds, reason) => {
      const two = { game: "tic-tac-toe", entrants: field(["Ada", "Boole"]), rounds };
      const league = await played(two);
      const written = leagueTrf({ ...league, settings: { ...league.settings, points } });
      expect(written.ok ? written.value : written.message).toMatch(reason);
      expect(codeOf(written)).toBe("INVALID_ARGUMENT");
      const whole = leagueTrf({ ...league, settings: { ...league.settings, points: { win: 99, draw: 1, loss: 0 } } });
      expect(sure(whole)).toMatch(/^BBW 99\.0$/m);
    },
  );

  test("a Swiss league as a tournament report is refused where it does not tell which of two entrants is meant", () => {
    const long = ["Ada", "Boole"].map((name) => `One who is called all the time so ${name}`);
    const trf = [player(1, (long[0] ?? "").slice(0, 33)), player(2, "Church")].join("\n");
    const plan = runAtOnce(
      planLeague(leagueRequest.parse({ ...swiss, trf, entrants: field([...long, "Church"]) }), () => 0.5),
    );
    expect(plan.ok ? "" : plan.message).toMatch(/trf: line 1: “One .*” is how the names of several entrants begin/);
  });

  test.each([
    ["no players", "012 Nobody", /trf: line 1: there are not two players/],
    ["a rank twice", [player(1, "Ada"), player(1, "Boole")], /trf: line 1: the starting rank 1 is there twice|line 2/],
    ["no rank", [player(1, "Ada"), "001 x"], /trf: line 2: columns 5 to 8 are no starting rank/],
    ["no name", [player(1, "Ada"), player(2, "")], /trf: line 2: columns 15 to 47 are no name/],
    ["no result", [player(1, "Ada", "   2 w  "), player(2, "Boole", "   1 b 0")], /trf: line 1: round 1 has no result/],
    ["a strange one", [player(1, "Ada", "   2 w X"), player(2, "Boole")], /trf: line 1: round 1 has no result/],
    [
      "one side alone",
      [player(1, "Ada", "   2 w 1"), player(2, "Boole")],
      /trf: line 1: round 1 is against 2, who did/,
    ],
    [
      "two winners",
      [player(1, "Ada", "   2 w 1"), player(2, "Boole", "   1 b 1")],
      /trf: line 1: round 1 does not agree with line 2/,
    ],
    [
      "the same side twice",
      [player(1, "Ada", "   2 w 1"), player(2, "Boole", "   1 w 0")],
      /trf: line 1: round 1 does not agree with line 2/,
    ],
    [
      "points that the results do not come to",
      [player(1, "Ada", "   2 w 1").replace(/^(.{80}) {4}/, "$1 1.5"), player(2, "Boole", "   1 b 0")],
      /trf: line 1: the results are worth 1 points, and the columns 81 to 84 have 1\.5/,
    ],
    [
      "points that are none",
      [player(1, "Ada").replace(/^(.{80}) {4}/, "$1 one")],
      /line 1: columns 81 to 84 are no points/,
    ],
    [
      "rounds that are accelerated",
      ["XXA    1  1.0", player(1, "Ada")],
      /trf: line 1: XXA: rounds that are accelerated/,
    ],
    ["points beside the results", ["299 W    1.0 000 0001", player(1, "Ada")], /trf: line 1: 299: points that the/],
    ["a line that nobody knows", ["XXY 1", player(1, "Ada")], /trf: line 1: XXY is not known here/],
    ["a strange worth", ["162  Q 3.0", player(1, "Ada")], /trf: line 1: the points are no number, or not of W/],
    ["an absence that is worth something", ["BBZ  0.5", player(1, "Ada")], /trf: points: a round that somebody is not/],
    ["who is absent and nobody", ["XXZ 7", player(1, "Ada"), player(2, "Boole")], /trf: line 1: there is no player 7/],
    ["a bye without a round", ["240 H", player(1, "Ada"), player(2, "Boole")], /trf: line 1: 240 does not tell who/],
    ["no rounds", ["XXR 0", player(1, "Ada"), player(2, "Boole")], /trf: line 1: the number of rounds/],
    [
      "a round that nobody was there for",
      [player(1, "Ada", "0000 - Z", "   2 w 1"), player(2, "Boole", "0000 - Z", "   1 b 0")],
      /trf: line 1: round 1 is nobody's, and one after it was played/,
    ],
    ["rounds that are no number", ["XXR many", player(1, "Ada")], /trf: line 1: the number of rounds/],
    ["who does not take part", [player(1, "Ada"), player(2, "Zuse")], /trf: line 2: there is no entrant “Zuse”/],
  ])("a Swiss league as a tournament report is refused with its line: %s", (_, lines, reason) => {
    const trf = typeof lines === "string" ? lines : lines.join("\n");
    const plan = runAtOnce(planLeague(leagueRequest.parse({ ...swiss, trf, entrants: field(names) }), () => 0.5));
    expect(plan.ok ? "" : plan.message).toMatch(reason);
  });

  test.each([16, 26] as const)(
    "a Swiss league as a tournament report is read again where a loss is worth something and games are forfeited (%i)",
    async (edition) => {
      const report = [
        "XXR 3",
        "BBW 3.0",
        "BBD 2.0",
        "BBL 1.0",
        player(1, "Ada", "   4 w +", "   3 w 1"),
        player(2, "Boole", "   5 b -", "0000 - H"),
        player(3, "Church", "0000 - U", "   1 b 0"),
        player(4, "Dana", "   1 b -", "   5 w ="),
        player(5, "Euler", "   2 w -", "   4 b ="),
      ].join("\n");
      const { points: _, ...rest } = swiss;
      const league = await played({ ...rest, trf: report, entrants: field(names) });
      const text = sure(leagueTrf(league, edition));
      const again = readTrf(text);
      expect(again.ok ? "" : again.message + text.replaceAll("\r", "\n")).toBe("");
      expect(sure(again).points).toEqual(league.settings.points);
      const before = sure(readTrf(report)).results;
      expect(sure(again).results.filter(({ round }) => round < 3)).toEqual(before);
    },
  );

  test("a Swiss league as a tournament report is read as pairing programs write it: lines that end in CR alone, and the tags of 2026", async () => {
    const told = (rank: number, name: string, points: string, ...rounds: readonly string[]) =>
      player(rank, name, ...rounds).replace(/^(.{80}) {4}/, `$1${points}`);
    const report = [
      "012 Elsewhere",
      "142 4",
      "162  W 3.0    D 1.0    L 0.0    Z 0.0    P 1.0",
      "202 BH/C1,PS,DE",
      "### a comment",
      told(1, "Ada", " 3.0", "   4 w 1", "0000 -  "),
      told(2, "Boole", " 0.0", "   5 b 0", "   3 w 0"),
      told(3, "Church", " 1.0", "0000 - U", "   2 b 0"),
      told(4, "Dana", " 1.0", "   1 b 0", "0000 - ="),
      told(5, "Euler", " 3.0", "   2 w 1", "0000   "),
      "240 H 003 0002",
      "260 003 004 0001 0005",
      "",
    ].join("\r");
    const read = sure(readTrf(report));
    expect(read).toMatchObject({ rounds: 4, played: 2, points: { win: 3, draw: 1, loss: 0, bye: 1 } });
    expect(read.results.filter(({ round }) => round === 2)).toEqual([
      { round: 2, a: 2, b: 3, winner: null, played: true, bothLost: true },
      { round: 2, a: 4, b: null, winner: null, played: false, bye: "draw" },
    ]);
    const { points: _, ...rest } = swiss;
    const league = await played({ ...rest, trf: report, entrants: field(names) });
    expect(league.settings.points).toEqual({ win: 3, draw: 1, loss: 0, bye: 1 });
    const third = league.past[2]?.matches() ?? [];
    expect(third.find(({ a }) => a === 2)).toMatchObject({ b: null, result: { bye: "draw" } });
    const met = matchesOf(league).map(({ a, b }) => [a, b ?? 0].toSorted().join("-"));
    expect(met).not.toContain("1-5");
    const standings = new Map(leagueStandings(league).map((row) => [row.number, row]));
    // A game that both lost counts as lost for each.
    expect(league.past[1]?.results[0]).toMatchObject({ bothLost: true });
    for (const edition of [16, 26] as const) {
      const again = sure(readTrf(sure(leagueTrf(league, edition))));
      expect(again).toMatchObject({ rounds: 4, played: 4, points: { win: 3, draw: 1, loss: 0, bye: 1 } });
      expect(again.results.filter(({ round }) => round < 3)).toEqual(read.results);
      expect(again.players.map((_, index) => standings.get(index + 1)?.number)).toEqual([1, 2, 3, 4, 5]);
    }
    expect(sure(leagueTrf(league, 26))).toMatch(
      /\r142 4\r162 {2}W 3\.0 {4}D 1\.0 {4}L 0\.0 {4}P 1\.0\r202 BH\/C1,DE\r/,
    );
    expect(sure(leagueTrf(league, 26))).not.toContain("\n");
  });

  test("a Swiss league as a tournament report tells of who will not be there, and who is not to meet, in rounds to come", async () => {
    await using host = await openLeagueHost(openSqliteStore(":memory:"));
    const asked = {
      byes: [
        { name: "Ada", round: 2 },
        { name: "Boole", round: 1, worth: "none" },
      ],
      forbidden_pairs: [{ names: ["Church", "Dana"] }],
    };
    const { league } = sure(await host.leagues.create(planOf({ ...swiss, rounds: 3, ...asked })));
    for (const name of names) sure(await host.lobby.join(league.id, name, undefined));
    const begun = sure(await host.leagues.act(league.id, { type: "start" })).league;
    expect(begun.current.flatMap(({ a, b }) => [a, b]).toSorted()).toEqual([1, 3, 4, 5]);
    const [now, later] = [sure(leagueTrf(begun)), sure(leagueTrf(begun, 26))];
    expect(now).toMatch(/^XXZ 2\nXXP 3 4$/m);
    expect(later).toMatch(/\r240 H 002 0001\r240 Z 001 0002\r260 001 003 0003 0004\r/);
    expect(sure(readTrf(later))).toMatchObject({
      byes: [
        { player: 1, round: 2, worth: "half" },
        { player: 2, round: 1, worth: "none" },
      ],
      apart: [{ players: [3, 4], from: 1, to: 3 }],
    });
  });

  test.each(["half", "full", "none"] as const)(
    "a bye of the next round that is worth %s reads back so",
    async (worth) => {
      await using host = await openLeagueHost(openSqliteStore(":memory:"));
      const byes = [{ name: "Boole", round: 1, worth }];
      const { league } = sure(await host.leagues.create(planOf({ ...swiss, rounds: 3, byes })));
      for (const name of names) sure(await host.lobby.join(league.id, name, undefined));
      const begun = sure(await host.leagues.act(league.id, { type: "start" })).league;
      for (const edition of [16, 26] as const)
        expect(sure(readTrf(sure(leagueTrf(begun, edition)))).byes, `${edition}`).toMatchObject([
          { player: 2, round: 1, worth },
        ]);
    },
  );

  test("a Swiss league as a tournament report takes no longer than its length asks for, however many its players and rounds", () => {
    // Rounds that two players have, beside players who have none: looked for at each of them, they took seven seconds.
    const others = Array.from({ length: 9_989 }, (_, index) => player(index + 3, "ö").slice(0, 15));
    const cells = (last: string) => [...Array.from({ length: 39_999 }, () => "0000 - U"), last];
    const two = [player(1, "Ada", ...cells("   2 w 1")), player(2, "Boole", ...cells("   1 b 0"))];
    const began = process.threadCpuUsage();
    expect(sure(readTrf([...two, ...others].join("\n"))).results).toHaveLength(79_999);
    expect(cpuMs(began)).toBeLessThan(2_500);
  });

  test.each([
    ["with the other players' columns empty", "XXR 3", ["0000 - U"], [], [{ player: 3, round: 1, worth: "full" }]],
    ["worth half a point", "XXR 3\nBBU 0.5", ["0000 - U"], [], [{ player: 3, round: 1, worth: "half" }]],
    ["worth nothing", "XXR 3\nBBU 0.0", ["0000 - U"], [], [{ player: 3, round: 1, worth: "none" }]],
    ["by the signs of a draw", "XXR 3", ["0000 - ="], [], [{ player: 3, round: 1, worth: "half" }]],
    [
      "by the signs of a win",
      "XXR 3",
      ["0000 - +"],
      ["0000 - -"],
      [
        { player: 1, round: 1, worth: "none" },
        { player: 2, round: 1, worth: "none" },
        { player: 3, round: 1, worth: "full" },
      ],
    ],
  ])(
    "a Swiss league as a tournament report has not played a round of which a bye is known ahead, %s",
    async (_, head, own, theirs, byes) => {
      const trf = [
        head,
        ...names.map((name, at) => player(at + 1, name, ...(at === 2 ? own : at > 2 ? [] : theirs))),
      ].join("\n");
      const read = sure(readTrf(trf));
      expect(read).toMatchObject({ played: 0, results: [], byes });
      const league = await played({ ...swiss, points: undefined, trf, entrants: field(names) });
      const met = league.past[0]?.matches().flatMap(({ a, b }) => (b === null ? [] : [a, b])) ?? [];
      expect(met.length).toBeGreaterThan(1);
      expect(met).not.toContain(3);
    },
  );

  test("a Swiss league as a tournament report has played a round in which one alone was there, for the bye of its pairing", () => {
    const trf = [player(1, "Ada", "0000 - U"), player(2, "Boole", "0000 - Z"), player(3, "Church", "0000 - Z")];
    expect(sure(readTrf(trf.join("\n")))).toMatchObject({
      played: 1,
      results: [{ round: 1, a: 1, b: null }],
      byes: [],
    });
  });

  test("a Swiss league as a tournament report is read in Windows-1252, and where names are filled up by their bytes", async () => {
    const foreign = ["Müller, Jürgen", "Đoković", "Чигорин, М.", "李", "Ada"];
    const cells = [["   2 w 1"], ["   1 b 0"], ["   4 w ="], ["   3 b ="], ["0000 - U"]];
    const lines = foreign.map((name, at) => {
      const line = player(at + 1, name, ...(cells[at] ?? []));
      const told = `${line.slice(0, 47)} 1500 UTO        1001 1990/01/01  ${["1.0", "0.0", "0.5", "0.5", "1.0"][at]}${line.slice(84)}`;
      return told.replace(name.padEnd(33), `${name}${" ".repeat(33 - Buffer.byteLength(name))}`);
    });
    const read = (text: string) => sure(readTrf(text)).players.map(({ name }) => name);
    expect(read(lines.join("\n"))).toEqual(foreign);
    // Of other programs a name has as many characters as columns.
    expect(
      read(
        lines
          .map((line, at) =>
            line.replace(
              / {3,}1500/,
              (gap) => " ".repeat(Buffer.byteLength(foreign[at] ?? "") - (foreign[at] ?? "").length) + gap,
            ),
          )
          .join("\n"),
      ),
    ).toEqual(foreign);
    const western = [player(1, "Müller, Jürgen", "   2 w 1"), player(2, "Ada", "   1 b 0")].join("\r");
    const namesIn = (bytes: Buffer) => read(sure(decodeTrf(bytes)));
    expect(namesIn(Buffer.from(western, "latin1"))).toEqual(["Müller, Jürgen", "Ada"]);
    expect(namesIn(Buffer.from(`\ufeff${western}`, "utf16le"))).toEqual(["Müller, Jürgen", "Ada"]);
    expect(namesIn(Buffer.from(western, "utf16le").swap16())).toEqual(["Müller, Jürgen", "Ada"]);
    expect(namesIn(Buffer.from(`${western}\r012 Müller`))).toEqual(["Müller, Jürgen", "Ada"]);
    // The letters of other code pages follow from the players' federations; what may be Turkish or Icelandic is asked for.
    const ofFederation = (bytes: string, federation: string) =>
      Buffer.from(
        [player(1, bytes, "   2 w 1"), player(2, "Ada", "   1 b 0")]
          .map((line) => `${line.slice(0, 47)} 1500 ${federation}${line.slice(56)}`)
          .join("\n"),
        "latin1",
      );
    expect(namesIn(ofFederation("\xdeahin, I\xfe\xfdk", "TUR"))).toEqual(["Şahin, Işık", "Ada"]);
    expect(namesIn(ofFederation("\xderastarson, J\xf3n", "ISL"))).toEqual(["Þrastarson, Jón", "Ada"]);
    expect(namesIn(ofFederation("Dvo\xf8\xe1k, Ji\xf8\xed", "CZE"))).toEqual(["Dvořák, Jiří", "Ada"]);
    expect(namesIn(ofFederation("G\xfcrkan", "UTO"))).toEqual(["Gürkan", "Ada"]);
    expect(decodeTrf(ofFederation("\xdeahin", "UTO"))).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^its letters are in an older encoding .* Save the file as UTF-8/),
    });
    const long = ["Jürgen Freiherr von und zu Müller-Lüdenscheidt", "Ada"].map((name) => name.slice(0, 40));
    const cut = [player(1, `${(long[0] ?? "").slice(0, 30)}`, "   2 w 1"), player(2, "Ada", "   1 b 0"), "XXP 1 2"];
    const league = await played({ ...swiss, rounds: 2, trf: cut.join("\n"), entrants: field(long.toReversed()) });
    expect(league.entrants.map(({ name }) => name)).toEqual(long);
    expect(league.settings.forbidden_pairs).toMatchObject([{ names: long }]);
  });

  test("a Swiss league as a tournament report numbers players of one name, as entrants of that name are", async () => {
    const twins = ["Smith, John", "Smith, John", "smith, john", "Curie"];
    const named = ["Smith, John", "Smith, John 2", "smith, john 3", "Curie"];
    const cells = ["   2 w 1", "   1 b 0", "   4 w =", "   3 b ="];
    const lines = twins.map((name, at) => player(at + 1, name, cells[at] ?? ""));
    const trf = ["XXR 2", ...lines, "XXZ 2"].join("\n");
    for (const those of [named.toReversed(), twins]) {
      const league = await played({ ...swiss, trf, entrants: field(those) });
      expect(league.entrants.map(({ name }) => name)).toEqual(named);
      expect(league.settings.byes).toMatchObject([{ name: "Smith, John 2", round: 2 }]);
    }
    // A number that another name has is left to it.
    const other = ["Smith, John", "Smith, John 2", "Smith, John"].map((name, at) => player(at + 1, name));
    expect(sure(readTrf(other.join("\n"))).players.map(({ name }) => name)).toEqual([
      "Smith, John",
      "Smith, John 2",
      "Smith, John 3",
    ]);
    const plan = (those: readonly string[]) =>
      runAtOnce(planLeague(leagueRequest.parse({ ...swiss, trf, entrants: field(those) }), () => 0.5));
    const missing = plan(["Smith, John", "Smith", "Curie"]);
    expect(missing.ok ? "" : missing.message).toBe(
      "trf: line 3: there is no entrant “Smith, John 2”, as another “Smith, John” of the report is called here",
    );
    const twice = plan([...named, "Curie"]);
    expect(twice.ok ? "" : twice.message).toMatch(/name: “Curie” is there twice/);
  });

  test("a Swiss league as a tournament report is not gone through for each entrant of the league that goes on from it", () => {
    const those = Array.from({ length: 500 }, (_, index) => `Player ${index + 1}`);
    // The same two by two, again and again.
    const cell = (index: number) =>
      `${index % 2 === 0 ? index + 2 : index}`.padStart(4) + (index % 2 === 0 ? " w 1" : " b 0");
    const cells = (index: number): readonly string[] => Array.from({ length: 80 }, () => cell(index));
    const trf = those.map((name, index) => player(index + 1, name, ...cells(index))).join("\n");
    const plan = planOf({ ...swiss, rounds: 81, trf, entrants: field(those) });
    const began = process.threadCpuUsage();
    expect(sure(createLeague("1", plan, 0)).league.entrants).toHaveLength(500);
    // Each compared with all that was played, they took seconds.
    expect(cpuMs(began)).toBeLessThan(600);
  });

  test("a Swiss league as a tournament report is nothing for other formats, nor where all of it was played", () => {
    const trf = ["XXR 1", player(1, "Ada", "   2 w 1"), player(2, "Boole", "   1 b 0")].join("\n");
    const answer = (request: Readonly<Record<string, unknown>>) => {
      const plan = runAtOnce(
        planLeague(leagueRequest.parse({ ...swiss, trf, entrants: field(["Ada", "Boole"]), ...request }), () => 0),
      );
      return plan.ok ? "" : plan.message;
    };
    expect(answer({ format: "round-robin" })).toMatch(/only a Swiss league/);
    expect(answer({})).toMatch(/all of its 1 rounds were played/);
    expect(answer({ rounds: 2 })).toBe("");
  });
});

function player(rank: number, name: string, ...rounds: readonly string[]): string {
  const head = `001 ${String(rank).padStart(4)}      ${name.padEnd(33)}`;
  return `${head.padEnd(84)} ${String(rank).padStart(4)}${rounds.map((round) => `  ${round}`).join("")}`;
}
