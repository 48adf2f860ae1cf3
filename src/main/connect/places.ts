import { existsSync, globSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { KnownHost, KnownPlace, System } from "./hosts.ts";

/** The facts about the machine that decide where programs keep their files. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** A place on this machine. */
export interface FoundPlace {
  readonly file: string;
  /** Whether the host, or its file, is there; also a host that was never started. */
  readonly isThere: boolean;
}

/** The places of a host's configuration here: the existing ones, or the usual one. */
export function placesOf({ places }: KnownHost, around: Surroundings): readonly FoundPlace[] {
  const all = places[systemOf(around.platform)].flatMap((place) => expanded(place, around));
  const there = all.filter(({ isThere }) => isThere);
  return there.length > 0 ? there : all.slice(0, 1);
}

const systemOf = (platform: NodeJS.Platform): System =>
  platform === "darwin" || platform === "win32" ? platform : "linux";

function expanded({ file, sign, program }: KnownPlace, around: Surroundings): readonly FoundPlace[] {
  const path = pathOf(file, around);
  if (!sign.includes("*")) {
    const isThere = existsSync(path) || existsSync(pathOf(sign, around)) || isInstalled(program, around);
    return [{ file: path, isThere }];
  }
  const cut = sign.lastIndexOf("/", sign.indexOf("*"));
  const cwd = pathOf(sign.slice(0, cut), around);
  const signs = globSync(sign.slice(cut + 1), { cwd });
  return signs.map((found) => ({ file: join(cwd, found, file.slice(sign.length)), isThere: true }));
}

/** The usual places of programs; one with a window seldom has the PATH of a terminal, which names them. */
const programFolders = ["~/.local/bin", "~/.opencode/bin"];

function isInstalled(program: string | undefined, around: Surroundings): boolean {
  if (program === undefined) return false;
  const names = around.platform === "win32" ? [`${program}.exe`, `${program}.cmd`] : [program];
  return [...(around.env["PATH"] ?? "").split(delimiter), ...programFolders.map((folder) => pathOf(folder, around))]
    .filter((folder) => isAbsolute(folder))
    .some((folder) => names.some((name) => existsSync(join(folder, name))));
}

/** Variables that move a folder of configuration, and its place without. */
const folders: Readonly<Record<string, string>> = {
  $XDG_CONFIG_HOME: "~/.config",
  $APPDATA: "~/AppData/Roaming",
  $LOCALAPPDATA: "~/AppData/Local",
  // Each seen in its program or its source, 2026-11-29.
  $CLAUDE_CONFIG_DIR: "~",
  $CODEX_HOME: "~/.codex",
  $GEMINI_CLI_HOME: "~",
  $QWEN_HOME: "~/.qwen",
  $COPILOT_HOME: "~/.copilot",
  $CLINE_DATA_DIR: "~/.cline/data",
  $CONTINUE_GLOBAL_DIR: "~/.continue",
};

function pathOf(template: string, around: Surroundings): string {
  const [root = "~", ...rest] = template.split("/");
  if (root === "~") return join(around.home, ...rest);
  const moved = around.env[root.slice(1)] ?? "";
  // A relative one counts as unset (XDG Base Directory 0.8).
  return join(isAbsolute(moved) ? moved : pathOf(folders[root] ?? "~", around), ...rest);
}
