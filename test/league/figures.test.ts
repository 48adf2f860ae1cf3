import { expect, test } from "vitest";
import type { PlayedMove } from "../../src/main/games/live-game.ts";
import { type GameResult, openGames } from "../../src/main/league/machine/league.ts";
import { noFigures, type SideFigures, sideFigures } from "../../src/main/league/machine/side-figures.ts";
import { nothingKnown } from "../../src/main/views/league-view.ts";
import { sure } from "../live-games/support.ts";
import { createLeague, decide, entrantDetail, figuresIn } from "./at-once.ts";
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

test("what a side's moves took adds up, whoever was asked for them", () => {
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
  report("a", { times: [10, 20, 30], unusable: 1, causes: { late: 1 }, tokens, cost: 0.3 }, "normal");
  report(null, { times: [40, 50], causes: { late: 1, "illegal-pinned": 1 }, retries: 2, fallbacks: 1 }, "time");
  report("b", { times: Array.from({ length: 15 }, () => 100), cost: 0.3 }, "normal");
  // Nineteen moves of its own, three that were refused and an answer that was none: 23 attempts.
  expect(figuresIn(league)(1)).toEqual({
    score_percent: 50,
    terminations: { normal: 2, time: 1 },
    illegal_per_1000: 130.4,
    illegal_per_1000_played: 157.9,
    errors_per_1000: 43.5,
    causes: { late: 2, "illegal-pinned": 1 },
    retries: 2,
    fallbacks: 1,
    games_by_lot: 1,
    forfeits: 0,
    mean_move_ms: 82.5,
    median_move_ms: 100,
    p95_move_ms: 100,
    tokens_per_move: { input: 15, output: 3, reasoning: 0.5 },
    cost_per_game: 0.2,
    cost_per_move: 0.03,
    margins: expect.objectContaining({ errors_per_1000: expect.any(Number), cost_per_game: 0 }),
  });
  expect(figuresIn(league)(2)).toMatchObject({ median_move_ms: null, tokens_per_move: null, cost_per_move: null });
});

test("who never has a usable answer makes nothing but errors, whoever moves in its place", () => {
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
  expect(figuresIn(league)(1)).toMatchObject({ errors_per_1000: 1000, illegal_per_1000: 0, fallbacks: 2 });
});

test("a game that both left is lost for both", () => {
  let { league } = sure(createLeague("9", { ...planOf({}), entrants: agents }, 0));
  const commands: readonly Parameters<typeof decide>[1][] = [
    { type: "start" },
    ...[1, 2].map((entrant) => ({ type: "answer", entrant }) as const),
    { type: "pause" },
    ...[1, 2].map((entrant) => ({ type: "leave", entrant }) as const),
    { type: "resume" },
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
