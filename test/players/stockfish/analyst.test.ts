import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { silentLog } from "../../../src/main/base/log.ts";
import { createAnalyst, type Effort } from "../../../src/main/players/stockfish/analyst.ts";
import { type Insight, readInsight } from "../../../src/main/players/stockfish/uci.ts";

const analyst = createAnalyst({ log: silentLog });
afterAll(() => analyst.close());
const always = new AbortController().signal;

test("the analyst sees a mate in one, from the side to move", async () => {
  const seen = await analyst.look(null, ["f2f3", "e7e5", "g2g4"], always);
  expect(seen).toMatchObject({ ok: true, value: { score: { kind: "mate", value: 1 } } });
  expect(seen.ok && seen.value.line[0]).toBe("d8h4");
});

test("the analyst prefers the side that is a queen up", async () => {
  const up = await analyst.look("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", [], always);
  const down = await analyst.look("4k3/8/8/8/8/8/8/3QK3 b - - 0 1", [], always);
  if (!up.ok || !down.ok) throw new Error("the analyst did not answer");
  expect(up.value.score.value).toBeGreaterThan(0);
  expect(down.value.score.value).toBeLessThan(0);
});

test("the analyst does not search for somebody who has gone", async () => {
  const gone = await analyst.look(null, ["e2e4"], AbortSignal.abort());
  expect(gone).toMatchObject({ ok: false, code: "GAME_OVER" });
});

test("the analyst stops a search when its asker goes, remembers nothing of it, and searches on for the next one", async () => {
  const { promise: searching, resolve: search } = Promise.withResolvers<void>();
  const log = { ...silentLog, debug: (text: string) => void (text.includes("info depth 3 ") && search()) };
  const own = createAnalyst({ log });
  const asker = new AbortController();
  const endless = own.look(null, ["d2d4"], asker.signal, { depth: 60, thinkMs: 60_000 });
  await searching;
  asker.abort();
  expect(await endless).toMatchObject({ ok: false, code: "GAME_OVER" });
  const next = await own.look(null, ["d2d4"], always, { depth: 2, thinkMs: 60_000 });
  expect(next).toMatchObject({ ok: true, value: { depth: 2 } });
  await own.close();
});

test("the analyst's engine outlasts a standstill of the machine, and ends after a minute without work", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  let greetings = 0;
  const debug = (text: string) => {
    if (text.includes("uciok")) greetings += 1;
    if (text.includes("info depth 3 ")) vi.advanceTimersByTime(600_000);
  };
  const own = createAnalyst({ log: { ...silentLog, debug } });
  const look = (depth: number) => own.look(null, ["d2d4"], always, { depth, thinkMs: 60_000 });
  expect(await look(6)).toMatchObject({ ok: true, value: { depth: 6 } });
  expect(await look(7)).toMatchObject({ ok: true, value: { depth: 7 } });
  expect(greetings).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect(await look(8)).toMatchObject({ ok: true, value: { depth: 8 } });
  expect(greetings).toBe(2);
  await own.close();
});

test("the analyst looks again at a position only where it is to look harder", async () => {
  const asked: string[] = [];
  const log = { ...silentLog, debug: (text: string) => void (text.includes("bestmove") && asked.push(text)) };
  const own = createAnalyst({ log });
  const look = (depth: number) => own.look(null, ["e2e4", "e7e5"], always, { depth, thinkMs: 60_000 });
  expect(await look(6)).toMatchObject({ ok: true, value: { depth: 6 } });
  expect(await look(4)).toEqual(await look(6));
  expect(asked).toHaveLength(1);
  expect(await look(8)).toMatchObject({ ok: true, value: { depth: 8 } });
  expect(asked).toHaveLength(2);
  await own.close();
});

test("a look that was cut short by its nodes is enough for the same one, and for no deeper look", async () => {
  const asked: string[] = [];
  const log = { ...silentLog, debug: (text: string) => void (text.includes("bestmove") && asked.push(text)) };
  const own = createAnalyst({ log });
  const look = (effort: Effort) => own.look(null, ["e2e4", "e7e5"], always, effort);
  const counted = await look({ depth: 99, thinkMs: 60_000, nodes: 500 });
  expect(await look({ depth: 99, thinkMs: 60_000, nodes: 500 })).toEqual(counted);
  expect(await look({ depth: 1, thinkMs: 60_000 })).toEqual(counted);
  expect(asked).toHaveLength(1);
  expect(await look({ depth: 12, thinkMs: 60_000 })).toMatchObject({ ok: true, value: { depth: 12 } });
  await own.close();
});

test("the analyst sees several lines, told while they grow, and one again for the next look", async () => {
  const own = createAnalyst({ log: silentLog });
  const explored = async (fen: string, count: number): Promise<readonly Insight[]> => {
    const asker = new AbortController();
    const { promise, resolve } = Promise.withResolvers<readonly Insight[]>();
    const found = own.explore(fen, [], count, asker.signal, ({ lines }) => {
      resolve(lines);
      asker.abort();
    });
    const told = await promise;
    // A listener that has seen enough is not kept waiting for more.
    expect(await found).toMatchObject({ ok: false, code: "GAME_OVER" });
    return told;
  };
  // Three moves in all, and no more lines than that, each another move.
  const corner = await explored("k7/8/8/8/8/8/8/3R3K b - - 0 1", 5);
  expect(corner.map(({ line }) => line[0]).toSorted()).toEqual(["a8a7", "a8b7", "a8b8"]);
  const mates = await explored("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 2);
  expect(mates.map(({ line }) => line[0])).toEqual(["a1a8", expect.not.stringMatching("a1a8")]);
  expect(mates[0]?.score).toEqual({ kind: "mate", value: 1 });
  expect(await own.look(null, ["f2f3", "e7e5", "g2g4"], always)).toMatchObject({ ok: true, value: { line: ["d8h4"] } });
  await own.close();
});

test("an explorer's search gives way to others after a moment, goes on after them, and reports nothing that is shallower", async () => {
  const own = createAnalyst({ log: silentLog, turnMs: 50 });
  const asker = new AbortController();
  const depths: number[] = [];
  let explored = false;
  let wanted = 1;
  let reached = Promise.withResolvers<void>();
  const until = (depth: number) => {
    wanted = depth;
    reached = Promise.withResolvers<void>();
    return reached.promise;
  };
  const found = own.explore(null, ["e2e4"], 2, asker.signal, ({ lines }) => {
    depths.push(lines[0]?.depth ?? 0);
    if ((depths.at(-1) ?? 0) >= wanted) reached.resolve();
  });
  void found.then(() => {
    explored = true;
  });
  await reached.promise;
  for (const move of ["d2d4", "c2c4", "g1f3"]) {
    const looked = await own.look(null, [move], always, { depth: 4, thinkMs: 5_000 });
    expect(looked).toMatchObject({ ok: true, value: { depth: 4 } });
    expect(explored).toBe(false);
    await until((depths.at(-1) ?? 0) + 1);
  }
  expect(depths).toEqual(depths.toSorted((one, other) => one - other));
  asker.abort();
  expect(await found).toMatchObject({ ok: false, code: "GAME_OVER" });
  await own.close();
});

test.each([
  ["the order of the specification's example", "info score cp 13  depth 1 nodes 13 time 15 pv f1b5 ", 13, ["f1b5"]],
  ["the moves before the rest", "info depth 1 pv f1b5 a7a8q score cp -7 nodes 13", -7, ["f1b5", "a7a8q"]],
  ["chances behind the score", "info depth 1 score cp 20 wdl 90 800 110 pv f1b5", 20, ["f1b5"]],
  ["tabs", "info\tdepth 1\tscore cp 20\tpv f1b5\ta7a8Q", 20, ["f1b5", "a7a8q"]],
  ["words behind it all", "info depth 1 score cp 20 pv f1b5 string depth 9 score cp 90 pv a7a8q", 20, ["f1b5"]],
  ["a line that was refuted", "info depth 1 score cp 20 refutation a7a8q pv f1b5 currline 1 a2a3", 20, ["f1b5"]],
])("a line of information is read with %s", (_, text, value, line) => {
  expect(readInsight([text])).toEqual({ depth: 1, score: { kind: "cp", value }, line });
});

test.each([
  ["words", "info string depth 1 score cp 13 pv f1b5"],
  ["no moves", "info depth 1 score cp 13 multipv 1"],
  ["no depth", "info seldepth 1 score cp 13 pv f1b5"],
  ["a bound", "info score cp 13 upperbound depth 1 pv f1b5"],
  ["a bound behind the chances", "info depth 11 score cp 900 wdl 990 10 0 lowerbound nodes 2000 time 6 pv f1b5"],
  ["a bound behind the moves", "info depth 11 score cp 900 pv f1b5 lowerbound"],
  ["a score that is no number", "info depth 11 score cp lots pv f1b5"],
])("a line with %s tells nothing", (_, text) => {
  expect(readInsight([text])).toBeNull();
});

test("bounds count for nothing, and a short last line does not hide a longer one that begins the same", () => {
  const lines = [
    "info depth 9 seldepth 12 multipv 1 score cp 31 nodes 900 nps 1 time 3 pv e2e4 e7e5 g1f3",
    "info depth 10 seldepth 12 multipv 1 score cp 90 lowerbound nodes 950 nps 1 time 3 pv d2d4",
    "info depth 10 seldepth 13 multipv 1 score cp 28 nodes 999 nps 1 time 4 pv e2e4 e7e5",
    "bestmove e2e4",
  ];
  expect(readInsight(lines)).toEqual({ depth: 10, score: { kind: "cp", value: 28 }, line: ["e2e4", "e7e5", "g1f3"] });
});
