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
    refused: [],
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

test("who is called off while it waits for an engine leaves at once, and takes nobody's place", async () => {
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

test("an engine is told what is left when its turn comes, and stopped before that is over", async () => {
  const { driver, said } = driverOf(engine("Patient", { Mood: "patient" }));
  const asked = (more: Partial<MoveContext>) => driver.chooseMove(thoughtOf("Patient", more));
  const stop = new AbortController();
  const warm = asked({ signal: stop.signal });
  await said(/(told go)/);
  stop.abort();
  await warm;

  const clock = { left: [600_000, 500_000] as const, incrementMs: 1_000 };
  // By the clock alone it would think on: the time for this move is less than that.
  const limited = asked({ timeMs: 1_000, clock });
  const waiting = new AbortController();
  const [late, second] = [asked({ timeMs: 200 }), asked({ timeMs: 90_000, clock, signal: waiting.signal })];
  expect(sure(await limited).text).toBe("a2a3");
  const reason = "the time for the move was over before an engine was free";
  expect(sure(await late)).toMatchObject({ text: null, late: true, effort: { unusable: 1, failures: [reason] } });
  const [, , told] = await said(/told go (.*)/, 3);
  waiting.abort();
  await second;
  const [, white, black] = /^wtime (\d+) btime (\d+) winc 1000 binc 1000$/.exec(told ?? "") ?? [];
  expect([Number(white) <= 599_500, Number(black)]).toEqual([true, 500_000]);
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
  [1_000, 10_100, [9_000, 8_000], "go wtime 9000 btime 7900 winc 10 binc 10", 9_500],
] as const)(
  "an engine that has %i ms for a move, %o for this one and clocks at %j is told %s",
  (moveMs, timeMs, left, go, stopMs) => {
    const clock = left && { left, incrementMs: 10 };
    const thought = thoughtOf("", { seat: "black", timeMs, clock });
    expect(timingOf({ ...engine(""), move_ms: moveMs }, thought, 100)).toMatchObject({ go, stopMs });
    expect(timingOf({ ...engine(""), move_ms: moveMs }, { ...thought, timeMs: 90 }, 100)).toBeNull();
  },
);
