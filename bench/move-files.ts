// The source files that a host on SQLite loads, and those whose functions run for one move of an agent over the shim's
// door, until the first row is written and in all; as JSON:
// node --import ./scripts/raw-assets.mjs bench/move-files.ts
import { mkdtempSync, rmSync } from "node:fs";
import { Session } from "node:inspector";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openAgentGame } from "./support/agent-game.ts";
import { socketCaller } from "./support/callers.ts";

/** Milliseconds in which a host has done what follows on an answer. */
const SETTLED_MS = 100;
const moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "c2c3", "g8f6", "d2d3", "d7d6"];
/** Moves at the beginning for which things are made that later ones find. */
const FIRST = 2;

const source = fileURLToPath(new URL("../src/", import.meta.url));
const session = new Session();
session.connect();

/** Our own files of some scripts, relative to src, in order. */
const ownFiles = (urls: readonly string[]): readonly string[] =>
  [...new Set(urls)]
    .filter((url) => url.startsWith("file:"))
    .map((url) => fileURLToPath(url.replace(/\?.*/, "")))
    .flatMap((path) => (path.startsWith(source) ? [path.slice(source.length)] : []))
    .toSorted();

/** The files of which a function has run since this was called last. */
function filesRun(): readonly string[] {
  let urls: readonly string[] = [];
  // Within one thread the answer is there at once.
  session.post("Profiler.takePreciseCoverage", (_error, { result }) => {
    urls = result.filter(({ functions }) => functions.some(({ ranges: [all] }) => all?.count)).map(({ url }) => url);
  });
  return ownFiles(urls);
}

const scripts: string[] = [];
session.on("Debugger.scriptParsed", ({ params }) => scripts.push(params.url));
for (const domain of ["Debugger", "Profiler"] as const) session.post(`${domain}.enable`);
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

const dataDir = mkdtempSync(join(tmpdir(), "move-files-"));
const { openHost } = await import("../src/main/host.ts");
const { readStartOptions } = await import("../src/main/start/start-options.ts");
const { silentLog } = await import("../src/main/base/log.ts");
const settings = readStartOptions(["--port", "0", "--data-dir", dataDir], { KIBITZ_WARM_UP: "0" });
if (!settings.ok) throw new Error(settings.message);
const opening = await openHost({ settings: settings.value, log: silentLog, pagesDir: null });
if (opening.kind !== "opened") throw new Error("another host has the new data folder");
const { host } = opening;
const caller = await socketCaller({ ...host, mcp: host.mcpUrl });
const play = await openAgentGame(caller, moves);

let untilDisk: readonly string[] | null = null;
const { exec } = DatabaseSync.prototype;
DatabaseSync.prototype.exec = function (text) {
  if (text.startsWith("BEGIN")) untilDisk ??= filesRun();
  exec.call(this, text);
};
const counts: { readonly disk: readonly string[]; readonly all: readonly string[] }[] = [];
for (const _ of moves) {
  await delay(SETTLED_MS);
  filesRun();
  untilDisk = null;
  await play();
  await delay(SETTLED_MS);
  const disk: readonly string[] = untilDisk ?? [];
  counts.push({ disk, all: [...new Set([...disk, ...filesRun()])].toSorted() });
}
/** Those of all later moves: timers come in between. */
const ofEach = (name: "disk" | "all") => {
  const [first, ...others] = counts.slice(FIRST).map((count) => count[name]);
  return first?.filter((file) => others.every((files) => files.includes(file)));
};
const report = { loaded: ownFiles(scripts), disk: ofEach("disk"), all: ofEach("all") };
process.stdout.write(`${JSON.stringify(report)}\n`);
caller[Symbol.dispose]();
await host.close();
rmSync(dataDir, { recursive: true });
