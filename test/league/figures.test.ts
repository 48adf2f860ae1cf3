import { expect, test } from "vitest";
import type { PlayedMove } from "../../src/main/games/live-game.ts";
import { type GameResult, openGames } from "../../src/main/league/machine/league.ts";
import { noFigures, type SideFigures, sideFigures } from "../../src/main/league/machine/side-figures.ts";
import { unreadableResult } from "../../src/main/league/rulings.ts";
import { endingsIn } from "../../src/main/views/league/league-figures.ts";
import { noGames, ratioInterval, shareInterval, withGame } from "../../src/main/views/league/league-sums.ts";
import { nothingKnown } from "../../src/main/views/league/league-view.ts";
import { columnsOf } from "../../src/shared/league-columns.ts";
import { remarksOf } from "../../src/shared/league-facts.ts";
import { byLotText } from "../../src/shared/league-words.ts";
import { sure } from "../live-games/support.ts";
import { amount } from "../support/full.ts";
import { seeded } from "../support/seeded.ts";
import { createLeague, decide, entrantDetail, figuresIn, leagueReport } from "./at-once.ts";
import { planOf } from "./support.ts";

const moved = (ms: number, effort?: PlayedMove["effort"]): PlayedMove => ({
  type: "movePlayed",
  seat: "white",
  ply: 1,
  code: "e2e4",
  text: "e4",
  ms,
  clock: null,
  at: 0,
  ...(effort ? { effort } : {}),
});
const causes = { late: 1, unreadable: 1 };
const asked = { retries: 1, unusable: 2, fallback: null, failures: ["no JSON"], causes, cost: 0.25 };

test("the effort of a side's moves adds up, whoever was asked for them", () => {
  expect(sideFigures([moved(5), moved(7)])).toEqual({ ...noFigures, times: [5, 7] });
  const tokens = { input: 100, output: 20, reasoning: 5 };
  const moves = [
    moved(5, { ...asked, tokens }),
    moved(6),
    moved(7, { ...asked, tokens: null, cost: null, fallback: "time-out" }),
    moved(8, { ...asked, tokens }),
  ];
  expect(sideFigures(moves, [], { pinned: 2 })).toEqual({
    times: [5, 6, 7, 8],
    retries: 3,
    unusable: 6,
    causes: { late: 3, unreadable: 3, "illegal-pinned": 2 },
    fallbacks: 1,
    cost: 0.5,
    tokens: { input: 200, output: 40, reasoning: 10 },
  });
});

const agents = ["Ada", "Boole"].map(
  (name) => ({ kind: "agent", name, settings: {}, identity: `agent:${name}` }) as const,
);

test("an entrant's figures are those of all its games", () => {
  const plan = planOf({ game: "chess", games_per_match: 3 });
  let { league } = sure(createLeague("9", { ...plan, entrants: agents }, 0));
  const act = (command: Parameters<typeof decide>[1]) => {
    ({ league } = sure(decide(league, command, 0)));
  };
  act({ type: "start" });
  for (const entrant of [1, 2]) act({ type: "answer", entrant });
  const report = (winner: "a" | "b" | null, own: Partial<SideFigures>, termination: GameResult["termination"]) => {
    const [open] = openGames(league);
    const figures = [{ ...noFigures, ...own }, noFigures] as const;
    const moves = own.times?.length ?? 0;
    const ms = (own.times ?? []).reduce((sum, each) => sum + each, 0);
    const counted = { moves: [moves, 0], ms: [ms, 0], illegal: [1, 0] } as const;
    act({
      type: "report",
      game: open?.game.id ?? "",
      result: { winner, reason: "x", termination, ...counted, figures },
    });
  };
  const tokens = { input: 300, output: 60, reasoning: 10 };
  report(
    "a",
    { times: [10, 20, 30], thoughts: 2, contradicted: 0, unusable: 1, causes: { late: 1 }, tokens, cost: 0.3 },
    "normal",
  );
  report(null, { times: [40, 50], causes: { late: 1, "illegal-pinned": 1 }, retries: 2, fallbacks: 1 }, "time");
  report("b", { times: Array.from({ length: 15 }, () => 100), thoughts: 15, contradicted: 3, cost: 0.3 }, "normal");
  // Nineteen moves of its own, three that were refused and an answer that was none: 23 attempts.
  expect(figuresIn(league)(1)).toEqual({
    score_percent: 50,
    margin_per_game: null,
    terminations: { normal: 2, time: 1 },
    attempts: 23,
    own_moves: 19,
    illegal_per_1000: 130.4,
    illegal_per_1000_played: 157.9,
    errors_per_1000: 43.5,
    causes: { late: 2, "illegal-pinned": 1 },
    causes_per_1000: { late: 87, "illegal-pinned": 43.5 },
    retries: 2,
    fallbacks: 1,
    thoughts: 17,
    contradicted: 3,
    games_by_lot: 1,
    forfeits: 0,
    mean_move_ms: 82.5,
    median_move_ms: 100,
    p95_move_ms: 100,
    // Of the games in which its tokens and its cost are known.
    tokens_per_move: { input: 100, output: 20, reasoning: 3.3 },
    cost_per_game: 0.3,
    cost_per_move: 0.033333,
    intervals: expect.objectContaining({
      illegal_per_1000: [expect.any(Number), expect.any(Number)],
      input_tokens_per_move: null,
      cost_per_game: [0.3, 0.3],
    }),
    apart: {
      seats: {
        score_percent: expect.objectContaining({ games: [2, 1], values: [50, 50], difference: 0 }),
        illegal_per_1000: expect.objectContaining({ values: [95.2, 500], difference_interval: null }),
        errors_per_1000: expect.objectContaining({ values: [47.6, 0] }),
      },
    },
  });
  const { illegal_per_1000: illegal, illegal_per_1000_played: played } = figuresIn(league)(1).intervals;
  for (const [low, high] of [illegal ?? [0, 0], played ?? [0, 0]]) expect([low > 0, high > 200]).toEqual([true, true]);
  expect(illegal?.[1]).toBeLessThan(1_000);
  expect(figuresIn(league)(2)).toMatchObject({
    own_moves: 0,
    illegal_per_1000: null,
    illegal_per_1000_played: null,
    errors_per_1000: null,
    median_move_ms: null,
    tokens_per_move: null,
    cost_per_move: null,
  });
});

test("rates and means of nothing are null, as those of tokens without a move", () => {
  let { league } = sure(createLeague("9", { ...planOf({ game: "chess" }), entrants: agents }, 0));
  for (const command of [{ type: "start" }, { type: "answer", entrant: 1 }, { type: "answer", entrant: 2 }] as const)
    ({ league } = sure(decide(league, command, 0)));
  const figures = [{ ...noFigures, unusable: 3, tokens: { input: 300, output: 60, reasoning: 0 } }, noFigures] as const;
  const [open] = openGames(league);
  const result: GameResult = {
    winner: "b",
    reason: "forfeit",
    termination: "forfeit",
    figures,
    moves: [0, 0],
    ms: [0, 0],
    illegal: [0, 0],
  };
  ({ league } = sure(decide(league, { type: "report", game: open?.game.id ?? "", result }, 0)));
  expect(figuresIn(league)(1)).toMatchObject({ attempts: 3, own_moves: 0, tokens_per_move: null });
  // The other one has not even moved.
  const rates = ["illegal_per_1000", "illegal_per_1000_played", "errors_per_1000", "tokens_per_move"];
  const means = ["mean_move_ms", "median_move_ms", "p95_move_ms", "cost_per_game", "cost_per_move"];
  expect(figuresIn(league)(2)).toMatchObject(Object.fromEntries([...rates, ...means].map((name) => [name, null])));
});

test("a player without a usable answer makes nothing but errors, whoever moves in its place", () => {
  let { league } = sure(createLeague("9", { ...planOf({ game: "chess" }), entrants: agents }, 0));
  for (const command of [
    { type: "start" },
    ...[1, 2].map((entrant) => ({ type: "answer", entrant }) as const),
  ] as const)
    ({ league } = sure(decide(league, command, 0)));
  const figures = [{ ...noFigures, unusable: 6, retries: 4, fallbacks: 2 }, noFigures] as const;
  const result: GameResult = {
    winner: "b",
    reason: "checkmate",
    termination: "normal",
    figures,
    moves: [2, 2],
    ms: [10, 10],
    illegal: [0, 0],
  };
  const [open] = openGames(league);
  ({ league } = sure(decide(league, { type: "report", game: open?.game.id ?? "", result }, 0)));
  expect(figuresIn(league)(1)).toMatchObject({
    errors_per_1000: 1000,
    illegal_per_1000: 0,
    illegal_per_1000_played: null,
    own_moves: 0,
    fallbacks: 2,
  });
});

/** The sums over games of tries and what came of them. */
const sumOf = (games: readonly (readonly [x: number, y: number])[]) =>
  games.reduce((sum, [x, y]) => withGame(sum, x, y), noGames);
const rounded = (ends: readonly number[] | null) => ends?.map((each) => Math.round(1_000 * each) / 1_000);

test("a share has Wilson's interval, that of its games where none or all count and where they come in clumps", () => {
  const games = (count: number, each: number) => sumOf(Array.from({ length: count }, () => [10, each] as const));
  // Of ten games, as Wilson has it of ten observations: the tries of a game go together.
  expect(rounded(shareInterval(games(10, 0)))).toEqual([0, 0.278]);
  expect(rounded(shareInterval(games(10, 10)))).toEqual([0.722, 1]);
  expect(rounded(ratioInterval(games(10, 0), 2))).toEqual([0, 0.555]);
  expect(ratioInterval(games(10, 0))).toBeNull();
  // 10 of 100, published as 0.0552 to 0.1744, by as many games that Student's distribution is the normal one.
  const [low = 0, high = 0] = shareInterval({ ...sumOf([]), games: 10_000, x: 100, y: 10 }) ?? [];
  expect([low, high]).toEqual([expect.closeTo(0.055, 2), expect.closeTo(0.174, 2)]);
  expect(shareInterval(games(1, 5))).toBeNull();
});

test("intervals contain the truth in about 95 of 100 leagues, whose games differ, and nothing beyond the scale", () => {
  const random = seeded(7);
  const count = amount(400, 4_000);
  const binomial = (tries: number, share: number) =>
    Array.from({ length: tries }, random).filter((each) => each < share).length;
  const tries = () => 20 + Math.floor(40 * random());
  /** A game of so many tries, with those that count. */
  const counting = (share: () => number) => (): readonly [number, number] => {
    const x = tries();
    return [x, binomial(x, share())];
  };
  /** The sum of exponential variables, of which few are far above the mean. */
  const skewed = (shape: number) =>
    Array.from({ length: shape }, random).reduce((sum, each) => sum - Math.log(1 - each), 0);
  /** A league's games, each with a count and that of which it is one; the true ratio; the end of the scale, null of a share. */
  const worlds: Readonly<Record<string, readonly [() => readonly [number, number], number, number | null]>> = {
    "a share of its own in each game": [counting(() => 0.02 + 0.16 * random()), 0.1, null],
    "nothing in nine of ten games": [counting(() => (random() < 0.1 ? 0.3 : 0)), 0.03, null],
    "nothing in seven of ten games": [counting(() => (random() < 0.3 ? 0.1 : 0)), 0.03, null],
    "all of one game of twenty": [counting(() => (random() < 0.05 ? 1 : 0)), 0.05, null],
    "each try for itself": [counting(() => 0.02), 0.02, null],
    "accuracies near 90": [() => [1, Math.max(0, 100 - 5 * skewed(2))], 90, 100],
    "costs, exponential": [() => [1, skewed(1)], 1, Number.POSITIVE_INFINITY],
  };
  const missed = Object.entries(worlds).flatMap(([name, [game, truth, most]]) =>
    [2, 5, 10, 30].flatMap((games) => {
      let held = 0;
      for (let league = 0; league < count; league += 1) {
        const sum = sumOf(Array.from({ length: games }, game));
        const [low, high] = (most === null ? shareInterval(sum) : ratioInterval(sum, most)) ?? [0, 0];
        expect([low >= 0, high <= (most ?? 1)]).toEqual([true, true]);
        held += low <= truth && truth <= high ? 1 : 0;
      }
      // Three standard deviations of the simulation below 94 %.
      return held / count < 0.94 - 3 * Math.sqrt((0.94 * 0.06) / count)
        ? [`${name}, ${games} games: ${held / count}`]
        : [];
    }),
  );
  expect(missed).toEqual([]);
});

test("the table says where only a lot made the champion", () => {
  const asked = planOf({ game: "chess", format: "round-robin", tie_breaks: ["WIN"] });
  let { league } = sure(createLeague("9", { ...asked, entrants: agents }, 0));
  const drawn = { winner: null, reason: "stalemate", termination: "normal", illegal: [0, 0] } as const;
  for (const command of [
    { type: "start" },
    ...[1, 2].map((entrant) => ({ type: "answer", entrant }) as const),
  ] as const)
    ({ league } = sure(decide(league, command, 0)));
  const [open] = openGames(league);
  const result: GameResult = { ...drawn, moves: [20, 20], ms: [9, 9], figures: [noFigures, noFigures] };
  const report = () => leagueReport({ league, version: 1 }, nothingKnown).standings.map(byLotText);
  expect(report()).toEqual([null, null]);
  ({ league } = sure(decide(league, { type: "report", game: open?.game.id ?? "", result }, 0)));
  expect(league.status).toBe("complete");
  expect(report()).toEqual(["champion by lot among 2 equals", null]);
});

test("a league says how many of its games the engine's score ended, and where its game is one of chance", () => {
  const { league } = sure(createLeague("9", { ...planOf({ game: "odd-even" }), entrants: agents }, 0));
  const { endings, caution } = leagueReport({ league, version: 1 }, nothingKnown);
  expect([endings, caution]).toEqual([{}, expect.stringMatching(/game of chance/)]);
  const rows = [
    { normal: 3, adjudicated: 1 },
    { normal: 2, adjudicated: 2 },
    { normal: 3, adjudicated: 1 },
  ];
  const counted = endingsIn(rows.map((terminations) => ({ terminations })));
  expect(counted).toEqual({ normal: 4, adjudicated: 2 });
  expect(remarksOf({ endings: counted, standings: [] })).toEqual(["The engine’s score ended 2 of 6 games (33.3%)."]);
  expect(remarksOf({ endings: { normal: 4 }, standings: [] })).toEqual([]);
});

test("the margin is a mean whose interval takes a pair that shares its draws as one observation", () => {
  const margins = [5, -3, 0, 2, 4, -2];
  const rowsWith = (drawsOf: (game: number) => number) => {
    const plan = planOf({ game: "poker", games_per_match: margins.length });
    let { league } = sure(createLeague("9", { ...plan, entrants: agents }, 0));
    const act = (command: Parameters<typeof decide>[1]) => {
      ({ league } = sure(decide(league, command, 0)));
    };
    act({ type: "start" });
    for (const entrant of [1, 2]) act({ type: "answer", entrant });
    for (const [game, margin] of margins.entries()) {
      const winner = margin === 0 ? null : margin > 0 ? "a" : "b";
      const figures = { moves: [9, 9], ms: [9, 9], illegal: [0, 0], termination: "normal", reason: "chips" } as const;
      const result: GameResult = { ...figures, winner, margin, course: `draws ${drawsOf(game)}` };
      act({ type: "report", game: openGames(league)[0]?.game.id ?? "", result });
    }
    return leagueReport({ league, version: 1 }, nothingKnown);
  };
  const paired = rowsWith((game) => Math.floor(game / 2));
  const [first, second] = paired.standings;
  expect([first?.margin_per_game, first?.intervals.margin_per_game]).toEqual([1, [1, 1]]);
  expect([second?.margin_per_game, second?.intervals.margin_per_game]).toEqual([-1, [-1, -1]]);
  const shown = columnsOf(paired).find(({ head }) => head === "Margin");
  expect(paired.standings.map((row) => shown?.text(row))).toEqual(["1 ± 0", "−1 ± 0"]);
  const [low = 0, high = 0] = rowsWith((game) => game).standings[0]?.intervals.margin_per_game ?? [];
  expect([low < -2, high > 4]).toEqual([true, true]);
});

test("a game that both left is lost for both", () => {
  let { league } = sure(createLeague("9", { ...planOf({}), entrants: agents }, 0));
  const commands: readonly Parameters<typeof decide>[1][] = [
    { type: "start" },
    ...[1, 2].map((entrant) => ({ type: "answer", entrant }) as const),
    { type: "pause" },
    ...[1, 2].map((entrant) => ({ type: "leave", entrant }) as const),
    { type: "resume" },
    { type: "report", game: "L9m1g1", result: unreadableResult },
  ];
  for (const command of commands) ({ league } = sure(decide(league, command, 0)));
  for (const number of [1, 2]) {
    expect(figuresIn(league)(number)).toMatchObject({ score_percent: 0, forfeits: 1 });
    const { games } = sure(entrantDetail({ league, version: 1 }, number, nothingKnown));
    expect(games).toMatchObject([{ result: "lost", termination: "forfeit" }]);
  }
});

test("neither counts as there where one goes through by lot because nobody came", () => {
  const forfeitsIn = (champion: number | null, ...commands: readonly Parameters<typeof decide>[1][]) => {
    let { league } = sure(createLeague("9", { ...planOf({ format: "knockout", misses: 2 }), entrants: agents }, 0));
    for (const [at, command] of commands.entries()) ({ league } = sure(decide(league, command, at * 120_000)));
    expect(league).toMatchObject({ status: "complete", champion });
    return [1, 2].map((number) => figuresIn(league)(number).forfeits);
  };
  expect(forfeitsIn(null, { type: "start" }, { type: "tick" })).toEqual([1, 1]);
  // An entrant that is there when the other leaves forfeits nothing, though it had not come yet.
  expect(forfeitsIn(1, { type: "start" }, { type: "leave", entrant: 2 })).toEqual([0, 1]);
});
