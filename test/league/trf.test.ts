import { describe, expect, test } from "vitest";
import { matchesOf } from "../../src/main/league/machine/league.ts";
import { leagueRequest, planLeague } from "../../src/main/league/request.ts";
import { readTrf } from "../../src/main/league/trf/read.ts";
import { openMemoryStore } from "../../src/main/store/memory.ts";
import { inOneGo } from "../../src/shared/steps.ts";
import { codeOf, sure } from "../tables/support.ts";
import { createLeague, leagueStandings, leagueTrf } from "./at-once.ts";
import { openLeagueHost, planOf, toItsEnd } from "./support.ts";

const names = ["Ada", "Boole", "Church", "Dana", "Euler"];
const field = (those: readonly string[]) => those.map((name) => ({ kind: "strategy", strategy: "random", name }));
const swiss = { format: "swiss", game: "tic-tac-toe", points: { win: 1, draw: 0.5, loss: 0 } };

/** A league between strategies as it stands at its end. */
async function played(request: Readonly<Record<string, unknown>>) {
  await using host = await openLeagueHost(openMemoryStore());
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
  test("has each entrant in the columns of TRF16, and says what its matches say", async () => {
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

  test("has no points of a round that is not over, as it has no results of it", async () => {
    await using host = await openLeagueHost(openMemoryStore());
    const { league } = sure(await host.leagues.create(planOf(swiss)));
    for (const name of names) sure(await host.lobby.join(league.id, name, undefined));
    // Euler has its bye at once, and the others are waited for.
    const begun = sure(await host.leagues.act(league.id, { type: "start" })).league;
    expect(new Map(leagueStandings(begun).map(({ number, points }) => [number, points])).get(5)).toBe(1);
    const lines = sure(leagueTrf(begun)).match(/^001 .*$/gm) ?? [];
    expect(lines.map((line) => [line.slice(80, 84), line.slice(89)])).toEqual(names.map(() => [" 0.0", ""]));
  });

  test("is none before the start, which gives everybody a starting rank", async () => {
    await using host = await openLeagueHost(openMemoryStore());
    const { league } = sure(await host.leagues.create(planOf({ ...swiss, entrants: field(names) })));
    const report = leagueTrf(league);
    expect(report.ok ? report.value : report.message).toMatch(/^League \d+ has not been started yet/);
    const cancelled = sure(await host.leagues.act(league.id, { type: "cancel" })).league;
    expect(codeOf(leagueTrf(cancelled))).toBe("INVALID_ARGUMENT");
  });

  test("is gone on with: what was played counts, and nobody meets twice", async () => {
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
    // Who had a bye or a win by forfeit has no other.
    expect(league.current.find(({ b }) => b === null)?.a).not.toBe(3);
    // What came from the report goes out again as it was.
    expect(sure(leagueTrf(league))).toMatch(/^001 {4}1 .*Ada .* {5}4 w 1 {2}0000 - H {5}5 b \+/m);
    expect(sure(leagueTrf(league))).toMatch(/^001 {4}2 .*Boole .* {5}5 b 0 {5}3 w 1 {2}0000 - Z/m);
  });

  test("keeps who leaves before it goes on: its games stand, and it is paired no more", async () => {
    const trf = [
      "XXR 3",
      player(1, "Ada", "   4 w 1"),
      player(2, "Boole", "   5 b 0"),
      player(3, "Church", "0000 - U"),
      player(4, "Dana", "   1 b 0"),
      player(5, "Euler", "   2 w 1"),
    ].join("\n");
    await using host = await openLeagueHost(openMemoryStore());
    const { league } = sure(await host.leagues.create(planOf({ ...swiss, trf, entrants: field(names) })));
    // Who only came to go on, and left, was never there.
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

  test("knows its entrants again by names that are longer than the columns, or take two places each", async () => {
    const long = names.map((name) => `${name} of the first league that we played, 2`.slice(-40));
    const first = await played({ ...swiss, rounds: 2, entrants: field([...long, "🦊".repeat(20)]) });
    const report = sure(leagueTrf(first));
    for (const line of report.match(/^001 .*$/gm) ?? [])
      expect(Array.from(line).slice(89).join("")).toMatch(/^(?: {2}[ \d]{4} [wb] [10=]){2}$/);
    const league = await played({ ...swiss, rounds: 3, trf: report, entrants: field(["🦊".repeat(20), ...long]) });
    expect(league.entrants.map(({ name }) => name)).toEqual([...long, "🦊".repeat(20)]);
  });

  test("has no rounds that only those had a result of who will not be there", async () => {
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
    expect(league.past.map(({ met }) => met)).toEqual([2, 2, 2]);
    expect(league.round).toBe(4);
    const bye = trf.replace("0000 - H  0000 - Z", "0000 - H  0000 - H");
    const plan = inOneGo(planLeague(leagueRequest.parse({ ...swiss, trf: bye, entrants: field(names) }), () => 0.5));
    expect(plan.ok ? "" : plan.message).toMatch(/trf: line 6: round 2 has a bye, and nobody has played it/);
  });

  test("brings its points along: those of a match in its lines BBW, BBD and BBL, or 1, ½ and 0", async () => {
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
  ])("is not written where its four columns cannot tell the points: %s", async (_, points, rounds, reason) => {
    const two = { game: "tic-tac-toe", entrants: field(["Ada", "Boole"]), rounds };
    const league = await played(two);
    const written = leagueTrf({ ...league, settings: { ...league.settings, points } });
    expect(written.ok ? written.value : written.message).toMatch(reason);
    expect(codeOf(written)).toBe("INVALID_ARGUMENT");
    const whole = leagueTrf({ ...league, settings: { ...league.settings, points: { win: 99, draw: 1, loss: 0 } } });
    expect(sure(whole)).toMatch(/^BBW 99\.0$/m);
  });

  test("is refused where it does not tell which of two entrants is meant", () => {
    const long = ["Ada", "Boole"].map((name) => `One who is called all the time so ${name}`);
    const trf = [player(1, (long[0] ?? "").slice(0, 33)), player(2, "Church")].join("\n");
    const plan = inOneGo(
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
    ["no rounds", ["XXR 0", player(1, "Ada"), player(2, "Boole")], /trf: line 1: the number of rounds/],
    [
      "a round that nobody was there for",
      [player(1, "Ada", "0000 - Z", "   2 w 1"), player(2, "Boole", "0000 - Z", "   1 b 0")],
      /trf: line 1: round 1 is nobody's, and one after it was played/,
    ],
    ["rounds that are no number", ["XXR many", player(1, "Ada")], /trf: line 1: the number of rounds/],
    ["who does not take part", [player(1, "Ada"), player(2, "Zuse")], /trf: line 2: there is no entrant “Zuse”/],
  ])("is refused with its line: %s", (_, lines, reason) => {
    const trf = typeof lines === "string" ? lines : lines.join("\n");
    const plan = inOneGo(planLeague(leagueRequest.parse({ ...swiss, trf, entrants: field(names) }), () => 0.5));
    expect(plan.ok ? "" : plan.message).toMatch(reason);
  });

  test("takes no longer than its length asks for, however many its players and rounds", () => {
    // Rounds that a single player has, beside players who have none: looked for at each of them, they took seven seconds.
    const others = Array.from({ length: 9_990 }, (_, index) => player(index + 2, "x").slice(0, 15));
    const trf = [player(1, "Ada", ...Array.from({ length: 40_000 }, () => "0000 - U")), ...others].join("\n");
    const began = process.threadCpuUsage();
    expect(sure(readTrf(trf)).results).toHaveLength(40_000);
    expect(cpuMs(began)).toBeLessThan(2_500);
  });

  test("is not gone through for each entrant of the league that goes on from it", () => {
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

  test("is nothing for other formats, nor where all of it was played", () => {
    const trf = ["XXR 1", player(1, "Ada", "   2 w 1"), player(2, "Boole", "   1 b 0")].join("\n");
    const answer = (request: Readonly<Record<string, unknown>>) => {
      const plan = inOneGo(
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
  return `${head.padEnd(80)} 0.0 ${String(rank).padStart(4)}${rounds.map((round) => `  ${round}`).join("")}`;
}
