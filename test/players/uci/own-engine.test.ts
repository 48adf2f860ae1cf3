import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { silentLog } from "../../../src/main/base/log.ts";
import { openEngines } from "../../../src/main/players/engines.ts";
import { createSupervisor } from "../../../src/main/players/supervisor.ts";
import { ownEngineDriver } from "../../../src/main/players/uci/driver.ts";
import { optionsIn } from "../../../src/main/players/uci/own-engine.ts";
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
  sure(await add(first));
  sure(await add({ ...first, name: "Wrong", options: { Mood: "wrong" } }));
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
  const lines = ["option name Hash type spin default 16 min 1", "option name Clear Hash type button"];
  const combo = "option name Style type combo var a default b var b";
  const read = optionsIn([...lines, combo, ...Array.from({ length: 30 }, () => long)]);
  expect([...read]).toEqual([
    ["hash", "16"],
    ["style", "b"],
  ]);
});
