import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { silentLog } from "../../../src/main/base/log.ts";
import { openEngines } from "../../../src/main/players/engines.ts";
import { createSupervisor } from "../../../src/main/players/supervisor.ts";
import { ownEngineDriver } from "../../../src/main/players/uci/driver.ts";
import { optionsIn, setOption } from "../../../src/main/players/uci/own-engine.ts";
import { computer, openGames, started, sure } from "../../live-games/support.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { isRunning, until } from "../stockfish/support.ts";

const script = join(import.meta.dirname, "first-engine.ts");
const first = { name: "First", path: process.execPath, args: [script], options: {}, move_ms: 50 };

test("an engine of the person's is tried, kept, and plays through our rules; what it cannot is made by chance", async () => {
  using folder = tempDir();
  const engines = openEngines(folder.path, silentLog);
  const add = async (request: Parameters<typeof engines.add>[0]) => {
    const trial = engines.add(request);
    return trial.ok ? trial.value(new AbortController().signal) : trial;
  };
  expect(await add({ ...first, path: "first" })).toMatchObject({
    message: expect.stringContaining("whole path"),
  });
  expect(await add({ ...first, args: ["-e", "0"] })).toMatchObject({ code: "ENGINE_FAILED" });
  expect(await add({ ...first, options: { Hash: "16" } })).toMatchObject({
    message: "options: the engine has no option Hash",
  });
  expect(await add({ ...first, options: { Mood: "unready" }, start_ms: 1_000 })).toMatchObject({
    code: "ENGINE_FAILED",
  });
  expect(await add({ ...first, options: { threads: "lots" } })).toMatchObject({
    message: 'options: Threads takes a whole number from 1 to 8, not "lots"',
  });
  sure(await add(first));
  sure(await add({ ...first, name: "Wrong", options: { Mood: "wrong" } }));
  sure(await add({ ...first, name: "Drawn", options: { Mood: "drawn" } }));
  expect(await add(first)).toMatchObject({ message: "name: there is an engine “First” already" });
  expect(openEngines(folder.path, silentLog).list()).toEqual(engines.list());

  const driver = ownEngineDriver({ find: openEngines(folder.path, silentLog).find, log: silentLog });
  const place = openGames((store) => store, { now: Date.now });
  const { games } = place;
  const drivers = () => driver;
  const supervisor = createSupervisor({ games, drivers, log: silentLog, now: Date.now, random: () => 0 });
  const own = (engine: string) => ({ ...computer(1), name: engine, settings: { engine } });
  const setUp = {
    kind: "chess",
    options: {},
    clock: null,
    legalMoves: "shown",
    rematchOf: null,
    pace: "none",
  } as const;
  const { id } = (await started(games, { ...setUp, players: [own("First"), own("Wrong")] })).state;
  // Neither loses because the other, or the game, does not see a draw as it does.
  const drawn = (await started(games, { ...setUp, players: [own("Drawn"), own("Drawn")] })).state.id;
  const third = sure(await games.waitUntil(drawn, ({ state }) => state.outcome !== null, 15_000)).game.state;
  expect(third).toMatchObject({ ply: 8, outcome: { winner: null, reason: "threefold-repetition" } });
  const six = await games.waitUntil(id, ({ state }) => state.ply >= 6, 15_000);
  await supervisor.close();
  await driver.close();
  const { moves } = sure(six).game;
  expect(moves[0]).toMatchObject({ code: "a2a3" });
  expect(moves[0]?.effort).toBeUndefined();
  expect(moves[1]?.effort).toMatchObject({ retries: 2, unusable: 3, fallback: expect.stringContaining("a1a1") });
  sure(engines.remove("Wrong"));
  expect(engines.remove("Wrong").ok).toBe(false);
  await place[Symbol.asyncDispose]();
});

test.skipIf(process.platform === "win32")(
  "an engine that hangs behind a script is ended with the script",
  { tags: "edge" },
  async () => {
    using folder = tempDir();
    const engines = openEngines(folder.path, silentLog);
    const note = join(folder.path, "pid");
    // The script waits for a program that hears nothing, not even the end of its input.
    const script = `sleep 300 & echo $! > '${note}.new'; mv '${note}.new' '${note}'; wait`;
    const trial = engines.add({ ...first, path: "/bin/sh", args: ["-c", script] });
    if (!trial.ok) throw new Error(trial.message);
    const calledOff = new AbortController();
    const tried = trial.value(calledOff.signal);
    await until(() => existsSync(note));
    const pid = Number(readFileSync(note, "utf8"));
    onTestFinished(() => void (isRunning(pid) && process.kill(pid, "SIGKILL")));
    calledOff.abort();
    expect(await tried).toMatchObject({ ok: false, code: "HOST_CLOSING" });
    await until(() => !isRunning(pid));
  },
);

test("an engine's options are read, and one line without end of them holds nobody up", () => {
  const long = `option name ${"a type b ".repeat(7_000)}`;
  const lines = ["option name Hash type spin default 16 min 1", "option\tname  Clear Hash  type button"];
  const combo = "option name Style type combo var Very Wild default b var b";
  const text = "option name Log File type string default C:\\min var";
  const read = optionsIn([...lines, combo, text, ...Array.from({ length: 30 }, () => long)]);
  expect([...read].map(([key, { type, value }]) => [key, type, value])).toEqual([
    ["hash", "spin", "16"],
    ["clear hash", "button", null],
    ["style", "combo", "b"],
    ["log file", "string", "C:\\min var"],
  ]);
});

test.each([
  ["Hash type spin default 16 min 1 max 1024", " 1024 ", "setoption name Hash value 1024"],
  [
    "Hash type spin default 16 min 1 max 1024",
    "lots",
    /^options: Hash takes a whole number from 1 to 1024, not "lots"/,
  ],
  ["Hash type spin default 16 min 1 max 1024", "1025", /^options: Hash takes/],
  ["Hash type spin default 16 min 1 max 1024", "16.5", /^options: Hash takes/],
  [
    "UCI_Elo type spin default 1350 min 1350 max 2850",
    "1320",
    /^options: UCI_Elo takes a whole number from 1350 to 2850/,
  ],
  ["Contempt type spin default 0 min -100", "-9", "setoption name Contempt value -9"],
  ["Ponder type check default false", "True", "setoption name Ponder value true"],
  ["Ponder type check default false", "on", /^options: Ponder takes true or false/],
  ["Style type combo default Solid var Solid var Very Wild", "very wild", "setoption name Style value Very Wild"],
  ["Style type combo default Solid var Solid var Very Wild", "wild", /^options: Style takes Solid or Very Wild/],
  ["Clear Hash type button", "true", "setoption name Clear Hash"],
  ["Book File type string default <empty>", "a b", "setoption name Book File value a b"],
  ["Book File type string default x", "", "setoption name Book File value <empty>"],
])("the option %s is set to “%s” as its type has it, or the value is refused", (declared, text, expected) => {
  const [option] = optionsIn([`option name ${declared}`]).values();
  if (!option) throw new Error("it was not read");
  const command = setOption(option, text);
  const outcome = command.ok ? command.value : command.message;
  if (typeof expected === "string") expect(outcome).toBe(expected);
  else expect(outcome).toMatch(expected);
});
