import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What starts a host: a program and its first arguments. */
export type Command = readonly [program: string, ...args: string[]];

export interface Surroundings {
  /** This file. */
  readonly shim: string;
  readonly execPath: string;
  /** Whether Electron, as plain Node, runs the shim. */
  readonly isElectron: boolean;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly noWindow: boolean;
}

/** The commands that can start a host from here, the best first. Empty where Kibitz is not installed beside the shim. */
export function findHostCommands(around: Surroundings): Command[] {
  const named = around.env.KIBITZ_HOST_COMMAND;
  if (named) return readCommand(named);
  return packagedApp(around) ?? checkout(around) ?? [];
}

/** `KIBITZ_HOST_COMMAND`: a JSON array of the program and its arguments. */
function readCommand(text: string): Command[] {
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value)) return [];
    const [program, ...args] = value.filter((part) => typeof part === "string");
    return program === undefined ? [] : [[program, ...args]];
  } catch {
    return [];
  }
}

function packagedApp({ shim, execPath, isElectron, platform, env }: Surroundings): Command[] | null {
  const resources = findUpwards(shim, (folder) => existsSync(join(folder, "app.asar")));
  if (resources === null) return null;
  // An AppImage is mounted only while it runs: what can be started later is the file itself.
  if (env.APPIMAGE && existsSync(env.APPIMAGE)) return [[env.APPIMAGE]];
  if (isElectron) return [[execPath]];
  const beside = { win32: "Kibitz.exe", darwin: "MacOS/Kibitz" }[String(platform)] ?? "kibitz";
  const program = join(resources, "..", beside);
  return existsSync(program) ? [[program]] : null;
}

function checkout({ shim, execPath, isElectron, platform, env, noWindow }: Surroundings): Command[] | null {
  const root = findUpwards(shim, isKibitz);
  if (root === null) return null;
  const commands: Command[] = [];
  const modules = join(root, "node_modules");
  const hasDisplay = platform !== "linux" || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
  const electron =
    { win32: "electron.exe", darwin: "Electron.app/Contents/MacOS/Electron" }[String(platform)] ?? "electron";
  const electronPath = join(modules, "electron", "dist", electron);
  if (!noWindow && hasDisplay && existsSync(electronPath) && existsSync(join(root, "out", "main", "index.js"))) {
    commands.push([electronPath, root]);
  }
  const headless = join(root, "out", "main", "headless.js");
  if (existsSync(headless)) {
    const pinned = [
      join(modules, "node", "bin", platform === "win32" ? "node.exe" : "node"),
      join(modules, ".bin", "node"),
    ];
    const node = pinned.find((path) => existsSync(path)) ?? (isElectron ? "node" : execPath);
    commands.push([node, headless]);
  }
  return commands;
}

function isKibitz(folder: string): boolean {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return typeof manifest === "object" && manifest !== null && "name" in manifest && manifest.name === "kibitz";
  } catch {
    return false;
  }
}

function findUpwards(file: string, fits: (folder: string) => boolean): string | null {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (fits(folder)) return folder;
    if (folder === dirname(folder)) return null;
  }
}
