import { existsSync, globSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { readableText } from "../base/text-file.ts";
import type { KnownHost, KnownPlace, System } from "./hosts.ts";

/** The facts about the machine that decide where programs keep their files. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** The existing places of a host's configuration here, or the usual one; and whether host or file is there. */
export function placesOf({ places }: KnownHost, system: Surroundings) {
  const all = places[systemOf(system.platform)].flatMap((place) => expandPlace(place, system));
  const there = all.filter(({ isThere }) => isThere);
  return there.length > 0 ? there : all.slice(0, 1);
}

const systemOf = (platform: NodeJS.Platform): System =>
  platform === "darwin" || platform === "win32" ? platform : "linux";

function expandPlace({ file, sign = file, program }: KnownPlace, system: Surroundings) {
  const [path, trace] = [pathOf(file, system), pathOf(sign, system)];
  if (!sign.includes("*"))
    return [{ file: path, isThere: existsSync(path) || existsSync(trace) || isInstalled(program, system) }];
  const cwd = dirname(`${trace.slice(0, trace.indexOf("*"))}*`);
  const traces = globSync(trace.slice(cwd.length + 1), { cwd });
  return traces.map((name) => ({ file: join(cwd, name, path.slice(trace.length)), isThere: true }));
}

/** The usual places of programs; one with a window seldom has the PATH of a terminal, which names them. */
const programFolders = ["~/.local/bin", "~/.opencode/bin"];

function isInstalled(program: string | undefined, system: Surroundings): boolean {
  if (program === undefined) return false;
  const names = system.platform === "win32" ? [`${program}.exe`, `${program}.cmd`] : [program];
  return [...(system.env["PATH"] ?? "").split(delimiter), ...programFolders.map((folder) => pathOf(folder, system))]
    .filter((folder) => isAbsolute(folder))
    .some((folder) => names.some((name) => existsSync(join(folder, name))));
}

/** The path of a list of places (KnownPlace): of the first whose variable, or file, gives a full path. */
export function pathOf(places: string, { env, home }: Surroundings): string {
  const paths = places.split(" or ").map((place) => {
    const [root = "", ...rest] = place.split("/");
    if (root === "~") return join(home, ...rest);
    const folder = root.startsWith("@") ? readableText(join(home, root.slice(1)))?.trim() : env[root.slice(1)];
    // A relative one counts as unset (XDG Base Directory 0.8).
    return isAbsolute(folder ?? "") ? join(folder ?? "", ...rest) : null;
  });
  return paths.find((path) => path !== null) ?? home;
}
