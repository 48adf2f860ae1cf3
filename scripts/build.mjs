import "./installed.mjs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fingerprint, isFresh, noteBuilt, root } from "./fingerprint.mjs";

/** Whoever holds it builds. The system drops the lock when its process ends, however it ends. @type {DatabaseSync | null} */
let turn = null;
/** SQLite's code for a lock that somebody else holds. */
const sqliteBusy = 5;

/** Waits until nobody else builds here, since each build begins by emptying out/. Gives whether somebody did. */
function waitForTurn() {
  const take = "PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE";
  try {
    turn = new DatabaseSync(join(root, "node_modules", ".kibitz-build"));
    turn.exec(take);
  } catch (error) {
    // Where nothing can be written beside the packages, it builds without.
    if (!(error instanceof Error && "errcode" in error && error.errcode === sqliteBusy)) return false;
    console.error("Another build is under way here: waiting for it…");
    turn?.exec(`PRAGMA busy_timeout = 600000; ${take}`);
    return true;
  }
  return false;
}

async function build() {
  // To Vite they end a path.
  if (/[#?]/.test(root)) throw new Error(`Kibitz cannot be built where a folder has # or ? in its name: ${root}`);
  if (waitForTurn() && (await isFresh())) return;
  const { build: buildApplication } = await import("electron-vite");
  const { build: buildWithVite } = await import("vite");
  const before = await fingerprint();
  await rm(join(root, "out"), { recursive: true, force: true });
  await buildApplication({ logLevel: "warn" });
  await buildWithVite({ configFile: "vite.shim.config.ts", logLevel: "warn" });
  await buildWithVite({ configFile: "vite.chat-board.config.ts", logLevel: "warn" });
  await buildWithVite({ configFile: "vite.replay.config.ts", logLevel: "warn" });
  await noteBuilt(before);
  console.log("Built the application, its pages and the shim into out/.");
}

process.chdir(root);
try {
  await build();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
