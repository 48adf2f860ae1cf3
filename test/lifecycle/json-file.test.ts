import { readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createLog, silentLog } from "../../src/main/base/log.ts";
import { openKeys } from "../../src/main/data/keys.ts";
import { openSettingsStore } from "../../src/main/data/settings-store.ts";
import { openEngines } from "../../src/main/players/engines.ts";
import { instanceFiles } from "../../src/shared/instance.ts";
import { sure } from "../live-games/support.ts";
import { tempDir } from "../support/temp-dir.ts";

test("settings, engines and keys that are damaged cost what is in them, and say so; what is not there says nothing", () => {
  using folder = tempDir();
  const lines: string[] = [];
  const log = createLog("warn", "text", (line) => lines.push(line));
  const openAll = () => [
    openSettingsStore(folder.path, log).get().theme,
    openEngines(folder.path, log).list(),
    openKeys({ dataDir: folder.path, env: {}, vault: null, log }).list([]),
  ];
  expect(openAll()).toEqual(["system", [], []]);
  expect(lines).toEqual([]);
  for (const [file, damage] of [
    ["preferences", '["theme"]'],
    ["engines", '{"name": "X"}'],
    ["keys", '{"THE_KEY": '],
  ] as const)
    writeFileSync(join(folder.path, instanceFiles[file]), damage);
  expect(openAll()).toEqual(["system", [], []]);
  expect(lines).toEqual([
    expect.stringMatching(/is damaged; the default settings are used until you change one/),
    expect.stringMatching(/is damaged; the engines in it must be added again/),
    expect.stringMatching(/is damaged; the keys in it must be entered again/),
  ]);
});

test("a file that cannot be written stays as it was, and nobody hears of it", () => {
  using folder = tempDir();
  const settingsStore = openSettingsStore(folder.path, silentLog);
  const heard: string[] = [];
  settingsStore.listen(({ theme }) => heard.push(theme));
  expect(sure(settingsStore.change({ theme: "dark" })).theme).toBe("dark");
  const path = join(folder.path, instanceFiles.preferences);
  const before = readFileSync(path, "utf8");
  // A folder that is not there: no user can write in it.
  const blocked = openSettingsStore(join(folder.path, "nowhere"), silentLog);
  blocked.listen(() => heard.push("blocked"));
  expect(blocked.change({ theme: "light" })).toMatchObject({ ok: false, code: "STORAGE_FAILED" });
  expect(blocked.get().theme).toBe("system");
  expect([heard, readFileSync(path, "utf8")]).toEqual([["dark"], before]);
  expect(readdirSync(folder.path)).toEqual([instanceFiles.preferences]);
  expect(openSettingsStore(folder.path, silentLog).get().theme).toBe("dark");
});

test("damaged text is moved beside the file before the first change takes its place", () => {
  using folder = tempDir();
  const path = join(folder.path, instanceFiles.preferences);
  writeFileSync(path, '{"theme": "loud"');
  const settingsStore = openSettingsStore(folder.path, silentLog);
  expect(readdirSync(folder.path)).toEqual([instanceFiles.preferences]);
  for (const theme of ["dark", "light"] as const) sure(settingsStore.change({ theme }));
  expect(readFileSync(`${path}.damaged`, "utf8")).toBe('{"theme": "loud"');
  expect(openSettingsStore(folder.path, silentLog).get().theme).toBe("light");
});

test.skipIf(process.platform === "win32")("a file that cannot be read is not replaced, and a change says why", () => {
  using folder = tempDir();
  const path = join(folder.path, instanceFiles.preferences);
  // No user can read a link to itself.
  symlinkSync(path, path);
  const lines: string[] = [];
  const settingsStore = openSettingsStore(
    folder.path,
    createLog("warn", "text", (line) => lines.push(line)),
  );
  expect(lines).toEqual([expect.stringMatching(/settings\.json could not be read, .*ELOOP/)]);
  const refusal = { ok: false, code: "STORAGE_FAILED", message: expect.stringMatching(/could not be read, .*ELOOP/) };
  expect(settingsStore.change({ theme: "dark" })).toMatchObject(refusal);
  expect(settingsStore.get().theme).toBe("system");
  expect(readlinkSync(path)).toBe(path);
});

test("settings of a newer version are carried through, and each that is not understood costs itself alone", () => {
  using folder = tempDir();
  const path = join(folder.path, instanceFiles.preferences);
  const before = { theme: "dark", board: "plaid", endpoint_hosts: ["10.0.0.5", "a b"], of_tomorrow: 1 };
  writeFileSync(path, JSON.stringify(before));
  const lines: string[] = [];
  const settingsStore = openSettingsStore(
    folder.path,
    createLog("warn", "text", (line) => lines.push(line)),
  );
  expect(settingsStore.get()).toMatchObject({ theme: "dark", board: "green", endpoint_hosts: [], port: 7397 });
  expect(lines).toEqual([expect.stringMatching(/settings\.json: board, endpoint_hosts cannot be understood/)]);
  const changed = sure(settingsStore.change({ pieces: "paper" }));
  expect(changed).toEqual(settingsStore.get());
  expect(changed).not.toHaveProperty("of_tomorrow");
  expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ ...before, pieces: "paper" });
  sure(settingsStore.change({ board: "blue" }));
  expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ ...before, pieces: "paper", board: "blue" });
  expect(openSettingsStore(folder.path, silentLog).get()).toEqual(settingsStore.get());
  expect(readdirSync(folder.path)).toEqual([instanceFiles.preferences]);
});

test("settings that an editor saved with a byte-order mark are read as they are meant", () => {
  using folder = tempDir();
  writeFileSync(join(folder.path, instanceFiles.preferences), `\uFEFF${JSON.stringify({ theme: "dark" })}`);
  const lines: string[] = [];
  const settingsStore = openSettingsStore(
    folder.path,
    createLog("warn", "text", (line) => lines.push(line)),
  );
  expect(settingsStore.get().theme).toBe("dark");
  expect(lines).toEqual([]);
});

test("an engine or a key that is not understood costs itself alone, and stays in its file", async () => {
  using folder = tempDir();
  const [enginesPath, keysPath] = [instanceFiles.engines, instanceFiles.keys].map((name) => join(folder.path, name));
  const known = { name: "Known", path: "/usr/games/known", args: [], options: {}, move_ms: 500 };
  const [newer, odd] = [
    { ...known, name: "Newer", of_tomorrow: 1 },
    { name: "Odd", address: "tcp://10.0.0.5" },
  ];
  writeFileSync(enginesPath ?? "", JSON.stringify([odd, newer, known]));
  writeFileSync(keysPath ?? "", JSON.stringify({ ODD: { kept: "elsewhere" }, KNOWN: "c2VjcmV0" }));
  const engines = openEngines(folder.path, silentLog);
  const vault = {
    obstacle: async () => null,
    encrypt: async (text: string) => Buffer.from(text),
    decrypt: async (secret: Uint8Array) => Buffer.from(secret).toString(),
  };
  const keys = openKeys({ dataDir: folder.path, env: {}, vault, log: silentLog });
  expect(engines.list()).toEqual([{ ...known, name: "Newer" }, known]);
  expect(keys.list([]).map(({ name }) => name)).toEqual(["KNOWN"]);
  expect(sure(await keys.find("KNOWN"))).toBe("secret");
  expect(await keys.find("ODD")).toMatchObject({ ok: false, code: "INVALID_ARGUMENT" });
  sure(engines.remove("Known"));
  sure(await keys.keep("NEW", "another"));
  sure(keys.forget("KNOWN"));
  expect(JSON.parse(readFileSync(enginesPath ?? "", "utf8"))).toEqual([odd, newer]);
  expect(JSON.parse(readFileSync(keysPath ?? "", "utf8"))).toEqual({ ODD: { kept: "elsewhere" }, NEW: "YW5vdGhlcg==" });
});
