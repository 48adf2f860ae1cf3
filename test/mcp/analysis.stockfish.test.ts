import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { silentLog } from "../../src/main/base/log.ts";
import { createAnalyst, type Effort } from "../../src/main/players/stockfish/analyst.ts";
import { createReplays } from "../../src/main/views/game/replay.ts";
import { agent, agentGame, sure } from "../live-games/support.ts";
import { answerOf, taskClientOf } from "../support/tasks.ts";
import { type Chat, openAgentHost } from "./agent-host.ts";

/** The answers of the analysis tools with the engine at hand. */

const analyst = createAnalyst({ log: silentLog });
/** How hard the engine was asked to look, in order. */
const asked: (Effort | undefined)[] = [];
const host = openAgentHost({
  analysis: {
    analyst: {
      ...analyst,
      look: (fen, moves, signal, effort) => {
        asked.push(effort);
        return analyst.look(fen, moves, signal, effort);
      },
    },
    replays: createReplays(),
  },
});
let spectator: Chat;
beforeAll(async () => {
  spectator = await host.connect({ toolsets: "analysis" });
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await analyst.close();
});

async function finished(moves: readonly string[], options: { fen?: string } = {}): Promise<string> {
  const made = sure(await host.games.create({ ...agentGame, options, players: [agent("Ann"), agent("“Bo”")] }));
  const { id } = made.state;
  for (const [index, text] of moves.entries()) sure(await host.games.play(id, index % 2 ? "black" : "white", { text }));
  return id;
}
/** White gives its queen away, Black overlooks that it may take it, and White mates. */
const moves = ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"];

test("evaluatePosition tells the score from the first seat's side and the best line, as deep as asked", async () => {
  const id = await finished(moves);
  const black = await spectator.call("evaluatePosition", { game_id: id, ply: 5, depth: 8 });
  expect(black.isError, black.text).toBe(false);
  expect(black.data).toMatchObject({ game_id: id, ply: 5, depth: 8, score: { kind: "cp" }, next_action: null });
  expect(black.text).toMatch(
    /after ply 5: [+−]\d\.\d\d for White \(depth 8, “Stockfish 19[^)]*”\)\.\n\nBest line: \S+/,
  );
  expect(black.data.line_san[0]).toMatch(/^(g6|Qe7|Qf6)$/);
  const mate = await spectator.call("evaluatePosition", { game_id: id, ply: 6 });
  expect(mate.data).toMatchObject({ score: { kind: "mate", value: 1 }, line_uci: ["h5f7"], line_san: ["Qxf7#"] });
  expect(mate.text).toContain("mate in 1 for White");
  const over = await spectator.call("evaluatePosition", { game_id: id });
  expect(over.data).toMatchObject({ ply: 7, score: { kind: "mate", value: 1 }, line_san: [] });
  const lost = await finished([], { fen: "4k3/8/8/8/8/3q4/8/4K3 w - - 0 1" });
  sure(await host.games.resign(lost, "white"));
  const whites = await spectator.call("evaluatePosition", { game_id: lost, depth: 6 });
  expect(whites.data.score.value).toBeLessThan(0);
  expect(asked.at(-1)).toMatchObject({ depth: 6 });
});

test("reviewGame tells the figures of the formulas for what the engine saw, with progress after each position", async () => {
  const id = await finished(moves);
  const told: number[] = [];
  const { data, text, isError } = await spectator.call(
    "reviewGame",
    { game_id: id },
    { onprogress: ({ progress, total }) => told.push(progress, total ?? 0) },
  );
  expect(isError, text).toBe(false);
  expect(told).toEqual(moves.flatMap((_, index) => [index + 1, 8]).concat(8, 8));

  // A repeated question is answered from memory; the other fields are computed here.
  const effort = asked.at(-1);
  expect(effort).toMatchObject({ nodes: 200_000 });
  expect(data.nodes).toBe(200_000);
  const cps: number[] = [15];
  const mates: boolean[] = [false];
  for (let ply = 1; ply < moves.length; ply += 1) {
    const seen = sure(await analyst.look(null, moves.slice(0, ply), new AbortController().signal, effort));
    const sign = ply % 2 ? -1 : 1;
    mates.push(seen.score.kind === "mate");
    const { kind, value } = seen.score;
    cps.push(sign * (kind === "mate" ? Math.sign(value) * 1000 : Math.max(-1000, Math.min(1000, value))));
  }
  cps.push(1000);
  mates.push(true);
  const wins = cps.map((cp) => 100 / (1 + Math.exp(-0.00368208 * cp)));
  const accuracies = moves.map((_, index) => {
    const fall = ((wins[index] ?? 0) - (wins[index + 1] ?? 0)) * (index % 2 ? -1 : 1);
    const raw = 103.1668100711649 * Math.exp(-0.04354415386753951 * fall) - 2.166924740191411;
    return fall <= 0 ? 100 : Math.min(100, Math.max(0, raw));
  });
  expect(data.accuracies).toEqual(accuracies.map(Math.round));
  // In seven plies a window holds two positions: half of what lies between them is its deviation.
  const weights = moves.map((_, index) =>
    Math.min(12, Math.max(0.5, Math.abs((wins[index] ?? 0) - (wins[index + 1] ?? 0)) / 2)),
  );
  for (const [first, seat] of [
    [0, "white"],
    [1, "black"],
  ] as const) {
    const own = moves.flatMap((_, index) => (index % 2 === first ? [index] : []));
    const total = (of: (index: number) => number) => own.reduce((sum, index) => sum + of(index), 0);
    const weighted =
      total((index) => (accuracies[index] ?? 0) * (weights[index] ?? 0)) / total((index) => weights[index] ?? 0);
    const harmonic = own.length / total((index) => 1 / Math.max(1, accuracies[index] ?? 0));
    const lost = total((index) => Math.max(0, ((cps[index] ?? 0) - (cps[index + 1] ?? 0)) * (first ? -1 : 1)));
    expect(data.players[seat].accuracy).toBeCloseTo((weighted + harmonic) / 2, 0);
    expect(data.players[seat].average_centipawn_loss).toBeCloseTo(lost / own.length, 0);
  }

  // 3… Nf6 lets White mate.
  expect(data.judged).toContainEqual(
    expect.objectContaining({
      ply: 6,
      by: "black",
      san: "Nf6",
      judgement: "blunder",
      better: expect.stringMatching(/\S/),
    }),
  );
  expect(data).toMatchObject({
    game_id: id,
    plies: 7,
    engine: expect.stringMatching(/^Stockfish 19/),
    result: "White wins by Checkmate",
    players: { white: { name: "Ann", blunders: expect.any(Number) }, black: { name: "“Bo”" } },
    next_action: null,
  });
  expect(data.scores).toHaveLength(8);
  expect(data.scores.slice(6)).toEqual(["mate in 1", "mate"]);
  expect(text).toContain("- Opening: ");
  expect(text).toMatch(
    /- White “Ann”: accuracy [\d.]+ %, average centipawn loss [\d.]+, inaccuracies \d, mistakes \d, blunders \d/,
  );
  expect(text).toContain('- Black “"Bo"”: accuracy');
  expect(text).toMatch(/- ply 6, Black Nf6: blunder, chances [\d.]+ % → [\d.]+ %; better was \S+/);
  const again = await spectator.call("reviewGame", { game_id: id });
  expect(again.data).toEqual(data);
});

test("reviewGame has no figures for a game without a move, and refuses one that no engine knows", async () => {
  const id = await finished([]);
  sure(await host.games.resign(id, "white"));
  const { data, text } = await spectator.call("reviewGame", { game_id: id });
  expect(data).toMatchObject({ plies: 0, judged: [], players: { white: { accuracy: null, blunders: 0 } } });
  expect(text).toContain("White “Ann”: no move");
  const made = sure(await host.games.create({ ...agentGame, kind: "tic-tac-toe", players: [agent("A"), agent("B")] }));
  sure(await host.games.resign(made.state.id, "X"));
  for (const tool of ["reviewGame", "evaluatePosition"]) {
    const refused = await spectator.call(tool, { game_id: made.state.id });
    expect(refused.data.error, tool).toMatchObject({
      code: "INVALID_ARGUMENT",
      message: "No engine evaluates this game",
    });
  }
});

test("a search that nobody waits for any more is stopped, and the next one is not held up by it", async () => {
  const id = await finished(["d2d4", "d7d5", "c2c4", "e7e6"]);
  sure(await host.games.resign(id, "white"));
  const given = new AbortController();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const before = asked.length;
  const deep = spectator.call("evaluatePosition", { game_id: id, depth: 24 }, { signal: given.signal }).then(
    () => "answered",
    () => "given up",
  );
  const watch = setInterval(() => asked.length > before && begin(), 5);
  await begun;
  clearInterval(watch);
  const started = performance.now();
  given.abort();
  expect(await deep).toBe("given up");
  const next = await spectator.call("evaluatePosition", { game_id: id, ply: 1, depth: 2 });
  expect(next.isError, next.text).toBe(false);
  // The deep one would have thought for fifteen seconds.
  expect(performance.now() - started).toBeLessThan(8_000);
});

test("a review is a task that tells how far it is, and goes on where it is taken up again", async () => {
  const id = await finished(["d2d4", "g8f6"]);
  sure(await host.games.resign(id, "white"));
  const client = taskClientOf(host.mcp);
  const { result } = await client.call("reviewGame", { game_id: id });
  expect(result).toMatchObject({ resultType: "task", status: "working" });
  await vi.waitFor(
    async () => expect((await client.get(result.taskId)).result.statusMessage).toMatch(/^Looked at \d of 3 positions$/),
    20_000,
  );
  host.services.tasks.close();
  const { data, isError } = answerOf(await client.until(result.taskId, "completed"));
  expect(isError).toBe(false);
  expect(data).toMatchObject({ game_id: id, plies: 2 });
  expect(data.scores).toHaveLength(3);
});
