// The surroundings of the suite on real Electron, on Linux: a display with a window manager, and a user whom
// Chromium's sandbox serves. `sudo node scripts/test-display.mjs ELECTRON` prepares what takes root, once.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { endingOf, exitCodeOf } from "./endings.mjs";
import { root } from "./fingerprint.mjs";

/** The ordinary user as whom root runs the suite. */
const user = "kibitz-electron";

/** @param {string} program */
const isInstalled = (program) =>
  (process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));

/** Whether root has been given that user to run the suite as. */
const isPrepared = () => {
  try {
    execFileSync("id", [user], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

/**
 * Runs a script as the prepared user where we are root, with a home of its own for as long as it runs.
 * @param {string[]} words the script, and its arguments
 * @returns {Promise<number | null>} its exit code; null where we are ordinary already, or nobody is prepared
 */
export async function runAsOrdinaryUser(words) {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !isPrepared()) return null;
  const home = mkdtempSync(join(tmpdir(), "kibitz-test-home-"));
  try {
    execFileSync("chown", [user, home]);
    const env = { ...process.env, HOME: home, XDG_RUNTIME_DIR: home };
    // The checkout is root's, and Playwright keeps what it finds beside it.
    const results = ["--output", join(home, "results")];
    const child = spawn("runuser", ["-u", user, "--", process.execPath, ...words, ...results], {
      env,
      cwd: root,
      stdio: "inherit",
    });
    return exitCodeOf(await endingOf(child));
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Makes that user, and gives the sandbox its helper. @param {string} electron */
function prepare(electron) {
  if (!isPrepared()) execFileSync("useradd", ["--system", "--no-create-home", user], { stdio: "inherit" });
  const helper = join(dirname(electron), "chrome-sandbox");
  // A change of owner takes the mode's first digit away.
  chownSync(helper, 0, 0);
  chmodSync(helper, 0o4755);
  console.log(`${user} can run ${electron} in its sandbox.`);
}

/**
 * Opens a display of its own where there is none and Xvfb is installed; with openbox, where that is.
 * @returns {Promise<AsyncDisposable & { env: Record<string, string> }>} the variables by which programs find it
 */
export async function openDisplay() {
  await using stack = new AsyncDisposableStack();
  /** @type {Record<string, string>} */
  const env = {};
  /** @type {(child: import("node:child_process").ChildProcess) => void} */
  const endLater = (child) =>
    stack.defer(async () => {
      if (child.exitCode !== null || !child.kill()) return;
      await once(child, "exit");
    });
  const hasDisplay = Boolean(process.env["DISPLAY"] || process.env["WAYLAND_DISPLAY"]);
  if (process.platform === "linux" && !hasDisplay && isInstalled("Xvfb")) {
    // It chooses a free number, and says it once it answers.
    const options = ["-displayfd", "1", "-screen", "0", "1440x900x24", "-nolisten", "tcp"];
    const server = spawn("Xvfb", options, { stdio: ["ignore", "pipe", "ignore"] });
    endLater(server);
    const [number] = await once(server.stdout.setEncoding("utf8"), "data");
    env["DISPLAY"] = `:${String(number).trim()}`;
    if (isInstalled("openbox")) endLater(spawn("openbox", { env: { ...process.env, ...env }, stdio: "ignore" }));
  }
  const handles = stack.move();
  return { env, [Symbol.asyncDispose]: () => handles.disposeAsync() };
}

if (import.meta.main) {
  const [electron] = process.argv.slice(2);
  if (electron === undefined || process.getuid?.() !== 0) {
    console.error("usage, as root: node scripts/test-display.mjs ELECTRON");
    process.exit(2);
  }
  prepare(electron);
}
