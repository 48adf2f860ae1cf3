import { join } from "node:path";
import { expect, test } from "vitest";
import { silentLog } from "../../../src/main/base/log.ts";
import { createAnalyst, type Effort } from "../../../src/main/players/stockfish/analyst.ts";
import type { ChosenEngine } from "../../../src/main/players/uci/analysis-engine.ts";
import { sure } from "../../live-games/support.ts";

/** Analysis by an engine that a person chose. */

const script = join(import.meta.dirname, "first-engine.ts");
const engine = (name: string, options: Readonly<Record<string, string>>): ChosenEngine => ({
  name,
  own: { name, path: process.execPath, args: [script], options, move_ms: 50 },
});
const quick: Effort = { depth: 2, thinkMs: 1_000 };
const counted: Effort = { ...quick, nodes: 500 };

/** An analyst, what it chose, and what its log has. */
function analystOf(first: ChosenEngine | null) {
  const at = { chosen: first };
  const warnings: string[] = [];
  const told: string[] = [];
  const log = {
    ...silentLog,
    warn: (text: string) => void warnings.push(text),
    debug: (text: string) => void told.push(...(/told (go .*)/.exec(text)?.slice(1) ?? [])),
  };
  const analyst = createAnalyst({ log, choose: () => at.chosen });
  const look = async (moves: readonly string[], effort: Effort) =>
    sure(await analyst.look(null, moves, new AbortController().signal, effort));
  const explore = async (lines: number) =>
    sure(await analyst.explore(null, [], lines, new AbortController().signal, () => {}));
  return { at, warnings, told, look, explore, [Symbol.asyncDispose]: analyst.close };
}

test("an engine for analysis looks by its options, and by one thread where positions are counted; each sees for itself", async () => {
  await using analysis = analystOf(engine("Mine", { Score: "77", Threads: "4" }));
  const { at, told, look } = analysis;
  const seen = { score: { kind: "cp", value: 77 }, line: ["a2a3"], engine: "First", notice: null };
  expect(await look([], quick)).toMatchObject(seen);
  expect(await look(["e2e4"], counted)).toMatchObject({ ...seen, line: ["b8c6"] });
  expect(await look(["e2e4", "e7e5"], quick)).toMatchObject(seen);
  expect(await look([], quick)).toMatchObject(seen);
  expect(told).toEqual([
    "go depth 2 movetime 1000 by 4 threads",
    "go nodes 500 by 1 threads",
    "go depth 2 movetime 1000 by 4 threads",
  ]);
  at.chosen = engine("Other", { Score: "-5" });
  expect(await look([], quick)).toMatchObject({ score: { value: -5 } });
  at.chosen = null;
  expect(await look([], quick)).toMatchObject({ engine: expect.stringMatching(/^Stockfish 19/), notice: null });
  at.chosen = engine("Mine", { Score: "77", Threads: "4" });
  expect(await look([], quick)).toMatchObject(seen);
  expect(told).toHaveLength(4);
  expect(analysis.warnings).toEqual([]);
});

test("an analysis engine's report of a position is understood in whatever order", async () => {
  await using analysis = analystOf(engine("Late", { Score: "40", Mood: "late" }));
  const seen = { score: { kind: "cp", value: 40 }, depth: 40, line: ["a2a3"], engine: "First", notice: null };
  expect(await analysis.look([], quick)).toMatchObject(seen);
  expect(await analysis.explore(2)).toMatchObject({ lines: [{ line: ["a2a3"] }, { line: ["a2a4"] }], notice: null });
  // No more lines than the engine takes.
  expect((await analysis.explore(9)).lines).toHaveLength(5);
});

test("an engine for analysis looks at positions that are in its book as well", async () => {
  await using analysis = analystOf(engine("Booked", { Score: "25", Mood: "booked", OwnBook: "true" }));
  expect(await analysis.look([], quick)).toMatchObject({ score: { value: 25 }, engine: "First", notice: null });
});

test("Kibitz's own engine looks where the chosen one fails, in whatever way, and that is said once with what to do", async () => {
  await using analysis = analystOf(engine("Mortal", { Mood: "mortal" }));
  const { at, warnings, look } = analysis;
  const failed = (name: string) => ({
    engine: expect.stringMatching(/^Stockfish 19/),
    notice: `“${name}” failed, so Kibitz’s own engine analyses. Test it, or choose another, under Settings.`,
  });
  expect(await look([], quick)).toMatchObject({ ...failed("Mortal"), score: { kind: "cp" } });
  expect(await look(["d2d4"], counted)).toMatchObject(failed("Mortal"));
  expect(warnings).toEqual([expect.stringMatching(/^analysis: “Mortal” failed.*ended by itself/)]);

  at.chosen = engine("Silent", {});
  expect(await look(["e2e4"], quick)).toMatchObject(failed("Silent"));
  at.chosen = { name: "Dud", own: { name: "Dud", path: process.execPath, args: ["-e", "0"], options: {}, move_ms: 1 } };
  expect(await look(["c2c4"], quick)).toMatchObject(failed("Dud"));
  at.chosen = { name: "Gone", own: null };
  const notice = "“Gone” is missing, so Kibitz’s own engine analyses. Choose another under Settings.";
  expect(await look(["g1f3"], quick)).toMatchObject({ notice });
  expect(warnings.map((text) => /“(\w+)”/.exec(text)?.[1])).toEqual(["Mortal", "Silent", "Dud", "Gone"]);
  expect(warnings[2]).toContain("does not answer as a UCI engine does");

  at.chosen = engine("Mine", { Score: "12" });
  expect(await look(["g1f3"], quick)).toMatchObject({ engine: "First", notice: null });
});

test("a process that starts while the analyst closes does not outlive it", async () => {
  for (const chosen of [engine("Mine", { Score: "1" }), null]) {
    const { promise: greeted, resolve: greet } = Promise.withResolvers<number>();
    const log = { ...silentLog, debug: (text: string) => greet(Number(/engine (\d+)/.exec(text)?.[1])) };
    const analyst = createAnalyst({ log, choose: () => chosen });
    const look = analyst.look(null, [], new AbortController().signal, quick);
    const pid = await greeted;
    await analyst.close();
    expect((await look).ok).toBe(false);
    expect(() => process.kill(pid, 0)).toThrow();
  }
});
