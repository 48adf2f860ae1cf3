import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { rules as chess } from "../../../src/games/chess/rules/rules.ts";
import { silentLog } from "../../../src/main/base/log.ts";
import { type ChessEngine, createEnginePool } from "../../../src/main/players/stockfish/pool.ts";
import { endless, isRunning, onlyPid, requestAfter, searchLine, until, watchedLog } from "./support.ts";

const quick = { ...endless, movetimeMs: 50 };
const signalsExist = process.platform !== "win32";

function openPool(options: Partial<Parameters<typeof createEnginePool>[0]> = {}): ChessEngine {
  const engine = createEnginePool({ size: 1, log: silentLog, ...options });
  onTestFinished(() => engine.close());
  return engine;
}

async function standIn(script: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kibitz-engine-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "engine.wasm"), "");
  await writeFile(join(folder, "engine.js"), script);
  return join(folder, "engine.js");
}

test("every level plays legal moves", async () => {
  const engine = openPool();
  const positions = [
    requestAfter([]),
    requestAfter(["e2e4", "d7d5"]),
    requestAfter([], { startFen: "r3k2r/pPp2ppp/8/3pP3/8/8/PPP2PPP/R3K2R w KQkq d6 0 12" }),
    requestAfter([], { startFen: "8/8/8/8/8/6k1/4p3/7K b - - 99 120" }),
  ];
  for (const position of positions) {
    for (let level = 1; level <= 10; level += 1) {
      const chosen = await engine.chooseMove({ ...position, level });
      expect(position.legalMoves).toContain(chosen.ok ? chosen.value : chosen.message);
    }
  }
});

test.each([0, 11, 1.5, Number.NaN])("there is no level %s", async (level) => {
  expect(await openPool().chooseMove(requestAfter([], { level }))).toMatchObject({ code: "INVALID_ARGUMENT" });
});

const matesInOne = [
  ["back rank", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"],
  ["promotion", "7k/P5pp/8/8/8/8/8/K7 w - - 0 1"],
  ["smothered by a knight", "6rk/6pp/8/6N1/8/8/8/K7 w - - 0 1"],
  ["queen and king", "7k/8/6K1/8/8/8/8/5Q2 w - - 98 140"],
  ["fool's mate", "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"],
] as const;

test("a mate in one is given, even by a level that errs as far as it can", async () => {
  const engine = openPool({ random: () => 1 - Number.EPSILON });
  for (const [name, startFen] of matesInOne) {
    const request = requestAfter([], { startFen, level: 1 });
    const chosen = await engine.chooseMove(request);
    const state = chess.start({ fen: startFen });
    if (!chosen.ok || !state.ok) throw new Error(`no move: ${name}`);
    const after = chess.play(state.value, chess.toMove(state.value)[0] ?? "white", chosen.value);
    expect(after.ok && chess.outcome(after.value.state)?.reason, name).toBe("checkmate");
    expect(request.legalMoves.length, `${name}: there is another move`).toBeGreaterThan(1);
  }
});

test("twelve requests are served by two processes, and the first one is started ahead", async () => {
  const engine = openPool({ size: 2 });
  expect(engine.pids).toEqual([]);
  await engine.warmUp();
  expect(engine.pids).toHaveLength(1);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) => engine.chooseMove(requestAfter([], { level: (at % 10) + 1 }))),
  );
  expect(answers.every(({ ok }) => ok)).toBe(true);
  expect(engine.pids).toHaveLength(2);
});

test("requests are served first come, first served", { tags: "edge" }, async () => {
  const engine = openPool();
  const order: number[] = [];
  const ask = async (level: number) => {
    await engine.chooseMove(requestAfter([], { level }));
    order.push(level);
  };
  await Promise.all([10, 1, 5, 2].map(ask));
  expect(order).toEqual([10, 1, 5, 2]);
});

test("a process beyond the first is closed when it has nothing to do", async () => {
  const { log, seen } = watchedLog();
  const engine = openPool({ size: 2, levels: [endless], idleMs: 1, log });
  const ends = new AbortController();
  const answers = [1, 2].map(() => engine.chooseMove(requestAfter([], { signal: ends.signal })));
  await seen(searchLine);
  await until(() => engine.pids.length === 2);
  ends.abort();
  await Promise.all(answers);
  await until(() => engine.pids.length === 1);
});

test("an abort stops the search, empties its place in the queue, and keeps the process", async () => {
  const { log, seen } = watchedLog();
  const engine = openPool({ levels: [endless, quick], log });
  const [searching, waiting] = [new AbortController(), new AbortController()];
  const begun = seen(searchLine);
  const first = engine.chooseMove(requestAfter([], { level: 1, signal: searching.signal }));
  const second = engine.chooseMove(requestAfter([], { level: 1, signal: waiting.signal }));
  const third = engine.chooseMove(requestAfter([], { level: 2 }));
  await begun;
  const pid = onlyPid(engine);
  waiting.abort();
  expect(await second).toMatchObject({ ok: false, code: "GAME_OVER" });
  searching.abort();
  expect(await first).toMatchObject({ ok: false, code: "GAME_OVER" });
  expect(await third).toMatchObject({ ok: true });
  expect(onlyPid(engine)).toBe(pid);
});

test("a request that was aborted before it came starts nothing", async () => {
  const engine = openPool();
  expect(await engine.chooseMove(requestAfter([], { signal: AbortSignal.abort() }))).toMatchObject({
    code: "GAME_OVER",
  });
  expect(engine.pids).toEqual([]);
});

test("a process killed in its search is replaced, and the answer still comes", async () => {
  const { log, seen } = watchedLog();
  const level = { ...endless };
  const engine = openPool({ levels: [level], log });
  await engine.warmUp();
  const pid = onlyPid(engine);
  const begun = seen(searchLine);
  const answer = engine.chooseMove(requestAfter([]));
  await begun;
  // On a busy machine a short search would be over when it is heard of: only the second one is.
  Object.assign(level, quick);
  process.kill(pid, "SIGKILL");
  expect(await answer).toMatchObject({ ok: true });
  expect(onlyPid(engine)).not.toBe(pid);
});

test("a process killed while it is idle is replaced at the next move", { tags: "edge" }, async () => {
  const engine = openPool();
  await engine.warmUp();
  const pid = onlyPid(engine);
  process.kill(pid, "SIGKILL");
  expect(await engine.chooseMove(requestAfter([]))).toMatchObject({ ok: true });
  expect(onlyPid(engine)).not.toBe(pid);
});

test("the crash of one process does not disturb another's search", { tags: "edge" }, async () => {
  const { log, seen } = watchedLog();
  const level = { ...endless };
  const engine = openPool({ size: 2, levels: [endless, level], log });
  await engine.warmUp();
  const steady = onlyPid(engine);
  const ends = new AbortController();
  const other = engine.chooseMove(requestAfter([], { level: 1, signal: ends.signal }));
  const disturbed = engine.chooseMove(requestAfter([], { level: 2 }));
  const line = await seen(new RegExp(`engine (?!${steady}\\b)\\d+: info depth \\d\\d `));
  Object.assign(level, quick);
  process.kill(Number(/engine (\d+)/.exec(line)?.[1]), "SIGKILL");
  expect(await disturbed).toMatchObject({ ok: true });
  expect(isRunning(steady)).toBe(true);
  ends.abort();
  expect(await other).toMatchObject({ code: "GAME_OVER" });
  expect(engine.pids).toContain(steady);
});

test.skipIf(!signalsExist)("a process that hangs is replaced within its time", async () => {
  const engine = openPool({ levels: [quick], graceMs: 1000 });
  await engine.warmUp();
  const pid = onlyPid(engine);
  process.kill(pid, "SIGSTOP");
  const asked = performance.now();
  expect(await engine.chooseMove(requestAfter([]))).toMatchObject({ ok: true });
  expect(performance.now() - asked).toBeLessThan(10_000);
  expect(isRunning(pid)).toBe(false);
});

test("an engine file that is missing is named", async () => {
  const engine = openPool({ enginePath: join(tmpdir(), "no-such-engine.js") });
  await engine.warmUp();
  const refused = await engine.chooseMove(requestAfter([]));
  expect(refused).toMatchObject({
    ok: false,
    code: "ENGINE_FAILED",
    message: expect.stringContaining("no-such-engine.js"),
  });
  expect(refused).toMatchObject({ message: expect.stringContaining("install it again") });
});

test("a runtime that cannot be started is a refusal", async () => {
  const { execPath } = process;
  onTestFinished(() => void Object.assign(process, { execPath }));
  process.execPath = join(tmpdir(), "no-such-runtime");
  const refused = await openPool().chooseMove(requestAfter([]));
  expect(refused).toMatchObject({ code: "ENGINE_FAILED", message: expect.stringContaining("no-such-runtime") });
});

const speaksUci = `require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  console.log("\\u0007 \\ufffd garbage");
  if (line === "uci") console.log("uciok");
  if (line.startsWith("go")) console.log("bestmove e2e5");
});`;

test.each([
  ["ends at once", "process.exit(3)", "exit code 3"],
  ["plays an illegal move", speaksUci, "e2e5"],
])("an engine that %s is tried three times and given up", async (_name, script, reason) => {
  const warnings: string[] = [];
  const log = { ...silentLog, warn: (message: string) => void warnings.push(message) };
  const engine = openPool({ enginePath: await standIn(script), log });
  const refused = await engine.chooseMove(requestAfter([]));
  expect(refused).toMatchObject({ ok: false, code: "ENGINE_FAILED", message: expect.stringContaining(reason) });
  expect(warnings.filter((warning) => /try \d of 3/.test(warning))).toHaveLength(3);
});

test("a position that Stockfish does not play is refused at once, and the next one is played", {
  tags: "edge",
}, async () => {
  const engine = openPool();
  const startFen = "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1";
  const refused = await engine.chooseMove({ ...requestAfter([]), startFen, legalMoves: ["e2e8"] });
  expect(refused).toMatchObject({ code: "INVALID_ARGUMENT", message: expect.stringContaining("King can be captured") });
  expect(await engine.chooseMove(requestAfter([]))).toMatchObject({ ok: true });
});

test("close answers what waits and leaves no process", async () => {
  const { log, seen } = watchedLog();
  const engine = openPool({ size: 2, levels: [endless], log });
  const answers = [1, 2, 3].map(() => engine.chooseMove(requestAfter([])));
  await seen(searchLine);
  await until(() => engine.pids.length === 2);
  const pids = engine.pids;
  await engine.close();
  expect(pids.some(isRunning)).toBe(false);
  expect(engine.pids).toEqual([]);
  for (const answer of answers) expect(await answer).toMatchObject({ ok: false, code: "HOST_CLOSING" });
  expect(await engine.chooseMove(requestAfter([]))).toMatchObject({ code: "HOST_CLOSING" });
});

test("close ends a process that is still starting", async () => {
  const engine = openPool();
  const warm = engine.warmUp();
  const pid = onlyPid(engine);
  await engine.close();
  await warm;
  expect(isRunning(pid)).toBe(false);
});

test.each([
  [
    "a line without end",
    'const talk = () => process.stdout.write("info ".repeat(4_000), talk); talk();',
    "a line of more than",
  ],
  [
    "lines without end",
    'const talk = () => process.stdout.write(("info string " + "x".repeat(4_000) + "\\n").repeat(10), talk); talk();',
    "in a minute",
  ],
  [
    "lines without end between its answers",
    `process.stdin.on("data", (asked) => {
      if (String(asked).includes("uci\\n")) process.stdout.write("uciok\\n");
      if (String(asked).includes("go ")) process.stdout.write("bestmove e2e4\\n", talk);
    });
    const talk = () => process.stdout.write(("info string " + "x".repeat(4_000) + "\\n").repeat(10), talk);`,
    "in a minute",
  ],
])("an engine that prints %s is ended, and costs no memory", async (_, script, reason) => {
  const { log, seen } = watchedLog();
  const engine = openPool({ enginePath: await standIn(script), log });
  const broken = seen(/engine is broken/);
  const before = process.memoryUsage().rss;
  void engine.chooseMove(requestAfter([]));
  expect(await broken).toContain(reason);
  await engine.close();
  expect(engine.pids).toEqual([]);
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
});
