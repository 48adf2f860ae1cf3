import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./fingerprint.mjs";

const folder = join(root, "node_modules", "electron");

/** About 120 MB; a line too slow for this is told rather than waited for. */
const LONGEST_DOWNLOAD_MS = 10 * 60_000;

/** The Electron executable, or null where it is not installed. Downloads nothing. */
export async function findElectron() {
  const name = await readFile(join(folder, "path.txt"), "utf8").catch(() => null);
  if (name === null) return null;
  const path = join(process.env["ELECTRON_OVERRIDE_DIST_PATH"] ?? join(folder, "dist"), name);
  return existsSync(path) ? path : null;
}

/** Why no window can be shown here, or null where it can. */
export function windowObstacle() {
  if (process.platform !== "linux") return null;
  if (!process.env["DISPLAY"] && !process.env["WAYLAND_DISPLAY"]) return "there is no display";
  if (process.getuid?.() === 0) return "the window's sandbox does not run as root";
  return null;
}

/** Has the electron package fetch its executable, quietly; gives its path, or null where that did not work. */
export async function fetchElectron() {
  const child = spawn(process.execPath, [join(folder, "install.js")], {
    stdio: "ignore",
    timeout: LONGEST_DOWNLOAD_MS,
    env: { ...process.env, ELECTRON_GET_NO_PROGRESS: "1" },
  });
  await new Promise((resolve) => child.once("close", resolve).once("error", resolve));
  return findElectron();
}
