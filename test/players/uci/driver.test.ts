import { copyFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { definitionOf } from "../../../src/games/register.ts";
import { createLog, silentLog } from "../../../src/main/base/log.ts";
import type { MoveContext } from "../../../src/main/players/driver.ts";
import { ownEngineDriver, timingOf } from "../../../src/main/players/uci/driver.ts";
import { tryOwnEngine } from "../../../src/main/players/uci/own-engine.ts";
import type { AddedEngine } from "../../../src/shared/api.ts";
import { sure } from "../../live-games/support.ts";
import { tempDir } from "../../support/temp-dir.ts";

const script = join(import.meta.dirname, "first-engine.ts");
const engine = (name: string, options: AddedEngine["options"] = {}): AddedEngine => ({
  name,
  path: process.execPath,
  args: [script],
  options,
  move_ms: 50,
});
/** A program that is running and says nothing but its process number. */
const deaf = { ...engine("Deaf"), args: ["-e", "console.log('pid', process.pid); process.stdin.resume()"] };

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** A driver of these engines by one process at a time, and what those say. */
function driverOf(...engines: readonly AddedEngine[]) {
  const lines: string[] = [];
  const known = new Map(engines.map((each) => [each.name, each]));
  const driver = ownEngineDriver({
    find: (name) => known.get(name) ?? null,
    log: createLog("debug", "text", (line) => lines.push(line)),
    size: 1,
  });
  open.push(driver.close);
  /** Waits for words in the engine's output. */
  const said = (words: RegExp, count = 1) =>
    vi.waitFor(
      () => {
        const found = lines.flatMap((line) => words.exec(line)?.[1] ?? []);
        if (found.length < count) throw new Error(`not said: ${words}`);
        return found;
      },
      { timeout: 20_000, interval: 5 },
    );
  return { driver, known, said };
}

const definition = definitionOf("chess");
const start = sure(definition.rules.start(definition.options.parse({})));
function thoughtOf(name: string, more: Partial<MoveContext> = {}): MoveContext {
  return {
    kind: definition.kind,
    options: definition.options.parse({}),
    seat: "white",
    settings: { engine: name },
    view: definition.rules.view(start, "white"),
    legalMoves: definition.rules.legalMoves(start, "white"),
    readMove: () => null,
    history: [],
    rejects: [],
    timeMs: null,
    clock: null,
    gameId: "1",
    ply: 1,
    legalShown: true,
    round: null,
    league: null,
    signal: new AbortController().signal,
    ...more,
  };
}
const isAlive = (pid: string | undefined): boolean => {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
};

test("blanks around what an engine says are nothing to it", async () => {
  const replies = { uci: "\tid name Blank \n uciok ", isready: "readyok\t", go: " bestmove e2e4 " };
  const hears = "say => require('readline').createInterface(process.stdin).on('line', line => say(line.split(' ')[0]))";
  const says = `word => { const reply = ${JSON.stringify(replies)}[word]; if (reply) console.log(reply) }`;
  const blank = { ...engine("Blank"), args: ["-e", `(${hears})(${says})`] };
  expect(sure(await tryOwnEngine(blank, silentLog, new AbortController().signal))).toBe("Blank");
  const { driver } = driverOf(blank);
  expect(sure(await driver.chooseMove(thoughtOf("Blank", { timeMs: 20_000 })))).toEqual({ text: "e2e4" });
});

const castling = { fen: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1" };
const chess960 = { UCI_Chess960: "true" };
test.each([
  ["castles as its king onto the rook", "rook", castling, "e1g1", {}],
  ["is told to play Chess960", "rook", castling, "e1g1", chess960],
  ["writes more blanks than it has to", "blank", {}, "a2a3", {}],
  ["writes its moves in capitals", "loud", {}, "a2a3", {}],
  ["prints more than 3 MiB before its move", "chatty", {}, "a2a3", {}],
])("an engine that %s is understood", async (_, mood, options, text, more) => {
  const { driver, said } = driverOf(engine("Own", { Mood: mood, ...more }));
  const position = sure(definition.rules.start(definition.options.parse(options)));
  const legalMoves = definition.rules.legalMoves(position, "white");
  const view = definition.rules.view(position, "white");
  expect(sure(await driver.chooseMove(thoughtOf("Own", { options, legalMoves, view })))).toEqual({ text });
  // No game here is one of Chess960, and an engine reads castling by the option, too.
  expect((await said(/told name UCI_Chess960 value (\w+)/)).at(-1)).toBe("false");
});

test("a seat of a running game has an engine for itself, which begins one game; after that another may have it", async () => {
  const { driver, said } = driverOf(engine("Mine"));
  const places = [
    ["1", "white"],
    ["2", "white"],
    ["2", "black"],
  ] as const;
  const begun = () => said(/engine (\d+): info string told ucinewgame/);
  for (const _ of [1, 2, 3])
    for (const [gameId, seat] of places) sure(await driver.chooseMove(thoughtOf("Mine", { gameId, seat })));
  const pids = await begun();
  expect([pids.length, new Set(pids).size]).toEqual([3, 3]);
  driver.leave?.("2", "white");
  sure(await driver.chooseMove(thoughtOf("Mine", { gameId: "3" })));
  expect(await begun()).toEqual([...pids, pids[1]]);
});

test("the time that an engine takes to begin a game is not on a clock that waits for the first moves", async () => {
  const { driver } = driverOf(engine("Clearing", { Mood: "clearing" }));
  const clock = { left: [150, 150] as const, incrementMs: 0 };
  const asked = (runs: boolean, gameId: string) =>
    driver.chooseMove(thoughtOf("Clearing", { clock: { ...clock, runs }, timeMs: runs ? 150 : 60_000, gameId }));
  expect(sure(await asked(false, "1"))).toEqual({ text: "a2a3" });
  expect(sure(await asked(true, "2"))).toMatchObject({ text: null, late: true });
});

test("a request that is cancelled while it waits for an engine leaves at once, and takes nobody's place", async () => {
  const { driver, said } = driverOf(engine("Patient", { Mood: "patient" }), engine("First"));
  const [first, second] = [new AbortController(), new AbortController()];
  const thinking = driver.chooseMove(thoughtOf("Patient", { signal: first.signal }));
  await said(/(told go)/);
  const waiting = driver.chooseMove(thoughtOf("First", { signal: second.signal }));
  const third = driver.chooseMove(thoughtOf("First"));
  second.abort();
  expect(await waiting).toMatchObject({ code: "GAME_OVER" });
  first.abort();
  expect(await thinking).toMatchObject({ code: "GAME_OVER" });
  expect(await third).toMatchObject({ value: { text: "a2a3" } });
});

test("an engine is told what is left when its turn comes, and stopped before that is over; with a clock it waits for none", async () => {
  const { driver, said } = driverOf({ ...engine("Patient", { Mood: "patient" }), move_ms: 60_000 });
  const asked = (more: Partial<MoveContext>) => driver.chooseMove(thoughtOf("Patient", more));
  const stop = new AbortController();
  const warm = asked({ signal: stop.signal });
  await said(/(told go)/);
  stop.abort();
  await warm;

  expect(sure(await asked({ timeMs: 1_500 })).text).toBe("a2a3");
  // Another game has the one place of engines without a clock until the test ends it.
  const leaving = new AbortController();
  const first = asked({ timeMs: 60_000, gameId: "2", signal: leaving.signal });
  await said(/told go (.*)/, 3);
  const waiting = new AbortController();
  const { signal } = waiting;
  const late = asked({ timeMs: 1, gameId: "3" });
  // Its engine is ready, so that it waits before the next one does.
  await said(/told (ucinewgame)/, 3);
  const second = asked({ timeMs: 60_000, gameId: "4", signal });
  const clock = { left: [600_000, 500_000] as const, incrementMs: 1_000, runs: true };
  const clocked = asked({ timeMs: 600_000, clock, gameId: "5", signal });
  const [withClock = ""] = (await said(/told go (.*)/, 4)).slice(3);
  const [, white, black] = /^wtime (\d+) btime (\d+) winc 1000 binc 1000$/.exec(withClock) ?? [];
  expect([Number(white) > 570_000, Number(black)]).toEqual([true, 500_000]);
  leaving.abort();
  const reason = "the time for the move was over before an engine was free";
  expect(sure(await late)).toMatchObject({ text: null, late: true, effort: { unusable: 1, failures: [reason] } });
  const [next = ""] = (await said(/told go (.*)/, 5)).slice(4);
  // Half a second is kept for the answer's way to the game.
  expect(Number(/^movetime (\d+)$/.exec(next)?.[1])).toBeLessThan(59_500);
  waiting.abort();
  await Promise.all([first, second, clocked]);
});

test("an engine that was changed is started anew, whatever it is called", async () => {
  using folder = tempDir();
  const { driver, known, said } = driverOf(engine("Mine"));
  expect(sure(await driver.chooseMove(thoughtOf("Mine"))).text).toBe("a2a3");
  known.set("Mine", engine("Mine", { Mood: "wrong" }));
  expect(sure(await driver.chooseMove(thoughtOf("Mine"))).effort?.failures[0]).toContain("a1a1");
  // As it is when its author builds it again.
  const path = join(folder.path, "engine");
  copyFileSync("/bin/sh", path);
  known.set("Mine", { ...engine("Mine"), path, args: ["-c", `echo new; exec "${process.execPath}" "${script}"`] });
  for (const year of [2025, 2025, 2026]) {
    utimesSync(path, year, year);
    expect(sure(await driver.chooseMove(thoughtOf("Mine"))).text).toBe("a2a3");
  }
  expect(await said(/: (new)\b/, 2)).toHaveLength(2);
});

test("an engine that is still starting is ended with whoever waits for it, and with the host", async () => {
  const { driver, said } = driverOf(deaf);
  const stop = new AbortController();
  const wanted = driver.chooseMove(thoughtOf("Deaf", { signal: stop.signal }));
  const [first] = await said(/: pid (\d+)/);
  stop.abort();
  expect(await wanted).toMatchObject({ code: "GAME_OVER" });
  expect(isAlive(first)).toBe(false);
  const again = driver.chooseMove(thoughtOf("Deaf"));
  const [, second] = await said(/: pid (\d+)/, 2);
  await driver.close();
  expect(isAlive(second)).toBe(false);
  expect(await again).toMatchObject({ code: "GAME_OVER" });
});

test.each([
  [1_000, null, null, "go movetime 1000", null],
  [1_000, 500, null, "go movetime 320", 320],
  [9_000, 5_100, null, "go movetime 4500", 4_500],
  [1_000, 10_100, [9_000, 8_000], "go wtime 9000 btime 7900 winc 10 binc 10", 7_400],
] as const)(
  "an engine that has %i ms for a move, %o for this one and clocks at %j is told %s",
  (moveMs, timeMs, left, go, stopMs) => {
    const clock = left && { left, incrementMs: 10, runs: true };
    const thought = thoughtOf("", { seat: "black", timeMs, clock });
    expect(timingOf({ ...engine(""), move_ms: moveMs }, thought, 100)).toMatchObject({ go, stopMs });
    expect(timingOf({ ...engine(""), move_ms: moveMs }, { ...thought, timeMs: 90 }, 100)).toBeNull();
  },
);
