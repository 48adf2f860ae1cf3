import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { setGlobalProxyFromEnv } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { endingOf } from "./endings.mjs";
import { root } from "./fingerprint.mjs";

const folder = join(root, "node_modules", "electron");

/** Milliseconds. About 120 MB; a line too slow for this is told rather than waited for. */
const LONGEST_DOWNLOAD_MS = 10 * 60_000;
/** Milliseconds between two lines that say how far a download is. */
const PACE_MS = 5_000;

/** The Electron executable, or null where it is not installed. Downloads nothing. */
export async function findElectron() {
  const elsewhere = process.env["ELECTRON_OVERRIDE_DIST_PATH"];
  const installed = await readFile(join(folder, "path.txt"), "utf8").catch(() => null);
  // The file is the download's, and so is missing where Electron comes from elsewhere.
  const name = installed ?? (elsewhere ? usualName() : null);
  if (name === null) return null;
  const path = join(elsewhere || join(folder, "dist"), name);
  return existsSync(path) ? path : null;
}

const usualName = () =>
  ({ darwin: "Electron.app/Contents/MacOS/Electron", win32: "electron.exe" })[String(process.platform)] ?? "electron";

/** Why no window can be shown here, or null where it can. */
export function windowObstacle() {
  if (process.platform !== "linux") return null;
  if (!process.env["DISPLAY"] && !process.env["WAYLAND_DISPLAY"]) return "there is no display";
  if (process.getuid?.() === 0) return "the window's sandbox does not run as root";
  return null;
}

/**
 * Downloads Electron and has its package unpack it.
 * @param {(line: string) => void} say hears what is done, and every few seconds how far it is
 * @returns {Promise<{ path: string } | { failure: string }>}
 */
export async function fetchElectron(say) {
  const elsewhere = process.env["ELECTRON_OVERRIDE_DIST_PATH"];
  if (elsewhere)
    return { failure: `there is no ${usualName()} in ${elsewhere}, which ELECTRON_OVERRIDE_DIST_PATH names` };
  try {
    await download(say);
  } catch (error) {
    return { failure: `it could not be downloaded: ${reasonOf(error)}` };
  }
  const child = spawn(process.execPath, [join(folder, "install.js")], { stdio: ["ignore", "ignore", "pipe"] });
  const [words] = await Promise.all([text(child.stderr), endingOf(child)]);
  const path = await findElectron();
  return path === null ? { failure: `it could not be unpacked: ${words.trim().split("\n")[0]}` } : { path };
}

/** Puts the archive where the electron package looks for it. @param {(line: string) => void} say */
async function download(say) {
  const { downloadArtifact } = await import("@electron/get");
  const [{ version }, checksums] = await Promise.all(["package.json", "checksums.json"].map(readJson));
  say(`downloading Electron ${version}, about 120 MB, once…`);
  let told = performance.now();
  const restoreProxy = setGlobalProxyFromEnv(proxyOf(process.env));
  try {
    await downloadArtifact({
      version,
      checksums,
      artifactName: "electron",
      platform: process.platform,
      arch: process.arch,
      ...(process.env["electron_config_cache"] ? { cacheRoot: process.env["electron_config_cache"] } : {}),
      downloadOptions: {
        quiet: true,
        signal: AbortSignal.timeout(LONGEST_DOWNLOAD_MS),
        getProgressCallback: async (/** @type {import("@electron/get").Progress} */ { transferred, total }) => {
          if (performance.now() - told < PACE_MS) return;
          told = performance.now();
          say(`${megabytes(transferred)}${total ? ` of ${megabytes(total)}` : ""} MB are here…`);
        },
      },
    });
  } finally {
    restoreProxy();
  }
}

/** @param {string} name */
const readJson = async (name) => JSON.parse(await readFile(join(folder, name), "utf8"));

/** @param {number} bytes */
const megabytes = (bytes) => Math.floor(bytes / 1_000_000);

/**
 * The proxy of the surroundings, else that of npm's settings, by which `npm ci` came this far.
 * @param {Readonly<Record<string, string | undefined>>} env
 */
export function proxyOf(env) {
  const named = (/** @type {string} */ name) => env[name] || env[name.toUpperCase()];
  const https = named("https_proxy") || env["npm_config_https_proxy"] || env["npm_config_proxy"];
  const http = named("http_proxy") || env["npm_config_proxy"];
  const none = named("no_proxy") || env["npm_config_noproxy"];
  const given = { https_proxy: https, http_proxy: http, no_proxy: none };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value));
}

/** `fetch` wraps the reason, sometimes twice. @param {unknown} error @returns {string} */
function reasonOf(error) {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}
