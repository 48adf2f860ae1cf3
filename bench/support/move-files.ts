// The source files whose functions run for one move of an agent, and those that a host on SQLite loads:
// node --import ./scripts/raw-assets.mjs bench/support/move-files.ts
import { mkdtempSync, rmSync } from "node:fs";
import { Session } from "node:inspector";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openAgentGame } from "./agent-game.ts";
import { httpCaller, socketCaller } from "./callers.ts";

const source = fileURLToPath(new URL("../../src/", import.meta.url));
const session = new Session();
session.connect();

/** Our own files of some scripts, relative to src. */
const ownFiles = (urls: readonly string[]): readonly string[] =>
  urls.flatMap((url) => {
    const path = url.startsWith("file://") ? fileURLToPath(url.replace(/\?.*/, "")) : "";
    return path.startsWith(source) ? [path.slice(source.length)] : [];
  });

/** The files of which at least one function has run since this was called last. Answers at once. */
function filesRun(): readonly string[] {
  let urls: readonly string[] = [];
  session.post("Profiler.takePreciseCoverage", (_error, { result }) => {
    const ran = result.filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0));
    urls = ran.map(({ url }) => url);
  });
  return ownFiles(urls);
}

const loaded: string[] = [];
session.on("Debugger.scriptParsed", ({ params }) => loaded.push(params.url));
session.post("Debugger.enable");
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

const dataDir = mkdtempSync("/tmp/move-files-");
process.argv.splice(2, process.argv.length, "--json", "--port", "0", "--data-dir", dataDir);
process.env["KIBITZ_WARM_UP"] = "0";
process.env["KIBITZ_LOG_LEVEL"] = "error";
const { openHost } = await import("../../src/main/host.ts");
const { readStartOptions } = await import("../../src/main/start/start-options.ts");
const { silentLog } = await import("../../src/main/base/log.ts");
const settings = readStartOptions(process.argv.slice(2), process.env);
if (!settings.ok) throw new Error(settings.message);
const opening = await openHost({ settings: settings.value, log: silentLog, pagesDir: null });
if (opening.kind !== "opened") throw new Error("a host runs there");
const { host } = opening;
const place = { mcp: host.mcpUrl, agentToken: host.agentToken, socket: host.socket, dataDir };
const caller = process.env["DOOR"] === "http" ? httpCaller(place) : await socketCaller(place);
const moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "c2c3", "g8f6", "d2d3", "d7d6"];
const play = await openAgentGame(caller, moves);
/** Where the first row is written. */
let toDisk: readonly string[] | null = null;
const { exec } = DatabaseSync.prototype;
DatabaseSync.prototype.exec = function (text) {
  if (text.startsWith("BEGIN")) toDisk ??= filesRun();
  exec.call(this, text);
};
const counts: { readonly disk: readonly string[]; readonly all: readonly string[] }[] = [];
for (const _ of moves) {
  await delay(100);
  filesRun();
  toDisk = null;
  await play();
  const disk: readonly string[] = toDisk ?? [];
  counts.push({ disk, all: [...new Set([...disk, ...filesRun()])] });
}
/** Those of every move but the first two: timers come in between. */
const always = (name: "disk" | "all") => {
  const [first = [], ...others] = counts.slice(2).map((count) => count[name]);
  return first.filter((file) => others.every((files) => files.includes(file))).toSorted();
};
process.stdout.write(
  `${JSON.stringify({ loaded: [...new Set(ownFiles(loaded))].toSorted(), disk: always("disk"), all: always("all") })}\n`,
);
await host.close();
rmSync(dataDir, { recursive: true });
process.exit(0);
