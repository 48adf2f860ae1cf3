import { existsSync } from "node:fs";
import { cp, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fingerprint, isFresh, noteBuilt, root } from "./fingerprint.mjs";
import { placeBuild } from "./place-build.mjs";
import { writeThirdParty } from "./third-party.mjs";

/** Held by the one that builds. The system drops the lock when its process ends, however it ends. @type {DatabaseSync | null} */
let turn = null;
/** SQLite's code for a lock that somebody else holds. */
const sqliteBusy = 5;

const out = join(root, "out");
/** On the same disk as out/, so that its files can be moved. */
const next = join(out, ".next");

/** Waits until nobody else builds here, since builds share a folder. Gives whether somebody did. */
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

/** The engine, as files that a process of its own is started with. Its script is CommonJS. */
async function layEngine() {
  const engine = join(next, "stockfish");
  const from = join(root, "node_modules", "stockfish");
  await mkdir(engine);
  for (const file of ["bin/stockfish-19-lite-single.js", "bin/stockfish-19-lite-single.wasm", "Copying.txt"])
    await cp(join(from, file), join(engine, file.replace("bin/", "")));
  await cp(join(root, "resources", "commonjs", "package.json"), join(engine, "package.json"));
}

/** The games that have a board, by their folders, which have the names of their kinds. */
async function gameFolders() {
  const folders = await readdir("src/games");
  return folders.filter((folder) => existsSync(join("src/games", folder, "page", "play.tsx")));
}

async function build() {
  // To Vite they end a path.
  if (/[#?]/.test(root)) throw new Error(`Kibitz cannot be built where a folder has # or ? in its name: ${root}`);
  const clean = process.argv.includes("--clean");
  if (waitForTurn() && !clean && (await isFresh())) return;
  const { build: buildApplication } = await import("electron-vite");
  const { build: buildWithVite } = await import("vite");
  const before = await fingerprint();
  await rm(next, { recursive: true, force: true });
  /** @param {string} part @param {string} [mode] @param {string} [outDir] */
  const buildPart = (part, mode = "production", outDir = part) =>
    buildWithVite({
      configFile: `vite.${part}.config.ts`,
      mode,
      logLevel: "warn",
      build: { outDir: join(next, outDir) },
    });
  await buildApplication({ logLevel: "warn", build: { outDir: next } });
  await buildPart("shim");
  await buildPart("chat-board");
  for (const game of await gameFolders()) {
    const folder = join("chat-board", game);
    await buildPart("chat-board", game, folder);
    await rm(join(next, folder, "licences.json"));
  }
  await buildPart("replay");
  await layEngine();
  await writeThirdParty(next);
  await placeBuild(next, out, clean);
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
