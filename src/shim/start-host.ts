import { type SpawnOptions, spawn } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, parse } from "node:path";
import { ownAppImage, withoutAppImage } from "../shared/app-image.ts";
import { fieldIn, jsonIn } from "../shared/fields.ts";
import { oldestNode, pinnedNode } from "../shared/pinned-node.ts";
import { attempt } from "../shared/result.ts";

/** The text of a file; null where it cannot be read. */
export const readableText = (path: string): string | null => attempt(() => readFileSync(path, "utf8"), null);

/** A started host as its starter sees it: it detaches itself, and is found by its announcement. */
export interface Attempt {
  /** null where it could not be started. */
  readonly pid: number | null;
  /** Set once it ended or did not start: `ok` where it found a running host, `missing` where there is no program. */
  outcome: { readonly ok: boolean; readonly reason: string; readonly missing?: boolean } | null;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Starts a host that outlives this process and the client that started it. */
export function startHost(command: StartCommand, env: Env): Attempt {
  const [program, ...args] = command.line;
  const child = spawn(program, args, spawnOptions(command, env));
  const attempt: Attempt = { pid: child.pid ?? null, outcome: null };
  child.on("error", (error: NodeJS.ErrnoException) => {
    // PATH may contain folders that this user may not enter.
    const missing = error.code === "ENOENT" || (error.code === "EACCES" && !/[\\/]/.test(program));
    const reason = error.code === "EACCES" ? "this user may not run it" : error.message;
    attempt.outcome = { ok: false, reason, missing };
  });
  child.on("exit", (code, signal) => {
    attempt.outcome ??= { ok: code === 0, reason: `it ended with ${signal ?? `code ${code}`}` };
  });
  child.unref();
  return attempt;
}

export const spawnOptions = ({ isApplication }: StartCommand, env: Env): SpawnOptions => ({
  // Never the client's working folder, which the host would keep from being unmounted or removed.
  cwd: canEnter(homedir()) ? homedir() : parse(process.execPath).root,
  env: cleanEnv(env),
  detached: true,
  stdio: "ignore",
  // Windows would hide the first window of an application too.
  windowsHide: !isApplication,
});

const canEnter = (folder: string): boolean =>
  attempt(() => {
    accessSync(folder, constants.X_OK);
    return statSync(folder).isDirectory();
  }, false);

/** Variables of the client's runtime, which are not the host's; certificates that the machine trusts are. */
const notPassedOn =
  /^(ELECTRON_RUN_AS_NODE|ELECTRON_NO_ATTACH_CONSOLE|NODE_(?!EXTRA_CA_CERTS$).*|npm_.*|VSCODE_.*|KIBITZ_HOST_COMMAND)$/i;

export function cleanEnv(env: Env): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(withoutAppImage(env)).filter(([name]) => !notPassedOn.test(name)));
}

export interface StartCommand {
  readonly line: readonly [program: string, ...args: string[]];
  /** Whether it is the desktop application and not a console program: its windows must be shown. */
  readonly isApplication: boolean;
}

const applicationCommand = (...line: StartCommand["line"]): StartCommand => ({ line, isApplication: true });
const consoleProgram = (...line: StartCommand["line"]): StartCommand => ({ line, isApplication: false });

export interface Surroundings {
  readonly shim: string;
  readonly execPath: string;
  /** The version of the Node that runs the shim: `24.21.0`. */
  readonly nodeVersion: string;
  /** Whether Electron, as plain Node, runs the shim. */
  readonly isElectron: boolean;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly noWindow: boolean;
  readonly home: string;
}

/** The commands that can start a host from here, the best first. Empty where Kibitz is not installed beside the shim. */
export function findHostCommands(system: Surroundings): StartCommand[] {
  const explicit = system.env.KIBITZ_HOST_COMMAND;
  if (explicit) return readCommand(explicit);
  return appImage(system) ?? packagedApp(system) ?? checkoutCommands(system) ?? installedApp(system);
}

/** `KIBITZ_HOST_COMMAND`: a JSON array of the program and its arguments. */
function readCommand(text: string): StartCommand[] {
  const value = jsonIn(text);
  if (!Array.isArray(value) || !value.every((part) => typeof part === "string")) return [];
  const [program, ...args] = value;
  return program === undefined ? [] : [consoleProgram(program, ...args)];
}

/** Why there is no command, and what to do about it; null where Kibitz is simply not installed. */
export function whyNoCommand(system: Surroundings): string | null {
  const explicit = system.env.KIBITZ_HOST_COMMAND;
  if (explicit) return readCommand(explicit).length === 0 ? namedWrongly(explicit) : null;
  if (!isNodeTooOld(system) || findUpwards(system.shim, isKibitz) === null) return null;
  return (
    `Kibitz is not running, and cannot be started: it needs Node ${oldestNode} or newer, and this is Node ` +
    `${system.nodeVersion}, ${system.execPath}. Install a newer one from https://nodejs.org, and set this server up ` +
    "again (kibitz connect). Tell the person this; you cannot do it for them."
  );
}

const isNodeTooOld = ({ nodeVersion }: Surroundings): boolean => Number.parseInt(nodeVersion, 10) < oldestNode;

/** The problem with a `KIBITZ_HOST_COMMAND` that names no command, and the remedy. */
const namedWrongly = (variable: string): string =>
  "Kibitz is not running, and KIBITZ_HOST_COMMAND is no JSON array of the program that starts it and its arguments, " +
  `such as ["kibitz", "headless"]: ${variable.slice(0, 80)}. Correct it, or take it away, where this server is set up. ` +
  "Tell the person this; you cannot do it for them.";

/** Electron does not start without a display, as under an MCP host that passes none on. */
const hasDisplay = ({ platform, env }: Surroundings): boolean =>
  platform !== "linux" || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);

/** Runs a program in Electron as plain Node. */
const asNode = (...command: string[]): StartCommand => consoleProgram("env", "ELECTRON_RUN_AS_NODE=1", ...command);

/** The headless host among the resources of an application. */
const headlessHost = "host/main/headless.js";

/**
 * Starts the headless host of an AppImage, which is mounted under another path each time. The switch keeps the script
 * that starts the AppImage from putting it in front, where Node would refuse it; Node counts it as the program's name.
 */
const startInAppImage = `import(require("node:url").pathToFileURL(process.env.APPDIR+"/resources/${headlessHost}"))`;

/** An AppImage is mounted only while it runs: a later start needs the file itself. */
function appImage(system: Surroundings): StartCommand[] | null {
  const file = ownAppImage(system.execPath, system.env, realpathSync);
  if (file === null) return null;
  const headless = asNode(file, "-e", startInAppImage, "--", "--no-sandbox");
  return hasDisplay(system) ? [applicationCommand(file), headless] : [headless];
}

function packagedApp(system: Surroundings): StartCommand[] | null {
  const { shim, execPath, isElectron, platform } = system;
  const resources = findUpwards(shim, (folder) => existsSync(join(folder, "app.asar")));
  if (resources === null) return null;
  const beside = { win32: "Kibitz.exe", darwin: "MacOS/Kibitz" }[String(platform)] ?? "kibitz";
  const program = isElectron ? execPath : join(resources, "..", beside);
  if (!existsSync(program)) return null;
  if (platform !== "linux") return [applicationCommand(program)];
  const headless = asNode(program, join(resources, headlessHost));
  return hasDisplay(system) ? [applicationCommand(program), headless] : [headless];
}

/** The folders into which installers put the application, for a shim that came alone, as in a bundle. */
function installedApp(system: Surroundings): StartCommand[] {
  const { platform, env, home } = system;
  const places: Partial<Record<NodeJS.Platform, readonly string[]>> = {
    win32: [join(env.LOCALAPPDATA ?? join(home, "AppData", "Local"), "Programs", "Kibitz", "Kibitz.exe")],
    darwin: ["/", home].map((folder) => join(folder, "Applications/Kibitz.app/Contents/MacOS/Kibitz")),
    linux: ["/opt/Kibitz/kibitz"],
  };
  const program = places[platform]?.find((path) => existsSync(path));
  if (program === undefined) return [];
  return hasDisplay(system)
    ? [applicationCommand(program)]
    : [asNode(program, join(dirname(program), "resources", headlessHost))];
}

function checkoutCommands(system: Surroundings): StartCommand[] | null {
  const { shim, execPath, isElectron, platform, noWindow } = system;
  const root = findUpwards(shim, isKibitz);
  if (root === null) return null;
  const commands: StartCommand[] = [];
  const modules = join(root, "node_modules");
  const electron =
    { win32: "electron.exe", darwin: "Electron.app/Contents/MacOS/Electron" }[String(platform)] ?? "electron";
  const electronPath = join(modules, "electron", "dist", electron);
  const hasWindow = existsSync(electronPath) && existsSync(join(root, "out", "main", "index.js"));
  if (!noWindow && hasDisplay(system) && hasWindow) commands.push(applicationCommand(electronPath, root));
  const headless = join(root, "out", "main", "headless.js");
  if (existsSync(headless)) {
    const pinned = join(root, ...pinnedNode(platform, process.arch));
    if (existsSync(pinned)) commands.push(consoleProgram(pinned, headless));
    else if (isElectron) commands.push(consoleProgram("node", headless));
    else if (!isNodeTooOld(system)) commands.push(consoleProgram(execPath, headless));
  }
  return commands;
}

const isKibitz = (folder: string): boolean =>
  fieldIn(jsonIn(readableText(join(folder, "package.json")) ?? ""), "name") === "kibitz";

function findUpwards(file: string, fits: (folder: string) => boolean): string | null {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (fits(folder)) return folder;
    if (folder === dirname(folder)) return null;
  }
}
