import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
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
  /** Whether the host, or its file, is there. */
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

function expanded({ file, sign }: KnownPlace, around: Surroundings): readonly FoundPlace[] {
  const star = /[^/]*\*[^/]*/.exec(sign)?.[0];
  if (star === undefined) return [found(pathOf(file, around), pathOf(sign, around))];
  const [first = "", last = ""] = star.split("*");
  return namesIn(pathOf(sign.slice(0, sign.indexOf(star)), around))
    .filter((name) => name.startsWith(first) && name.endsWith(last))
    .map((name) => found(pathOf(file.replace(star, name), around), pathOf(sign.replace(star, name), around)));
}

const found = (file: string, sign: string): FoundPlace => ({ file, isThere: existsSync(file) || existsSync(sign) });

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function pathOf(template: string, { env, home }: Surroundings): string {
  const config = env.XDG_CONFIG_HOME;
  const roots: Readonly<Record<string, string>> = {
    "~": home,
    // A relative one counts as unset (XDG Base Directory 0.8).
    $CONFIG: config?.startsWith("/") ? config : join(home, ".config"),
    $ROAMING: env.APPDATA || join(home, "AppData", "Roaming"),
    $LOCAL: env.LOCALAPPDATA || join(home, "AppData", "Local"),
  };
  const [root = "", ...rest] = template.split("/");
  return join(roots[root] ?? root, ...rest);
}
