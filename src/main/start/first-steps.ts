import { mkdirSync } from "node:fs";
// Of the whole module: an older Electron has no such function, and would refuse an import by its name.
import * as http from "node:http";
import module from "node:module";
import { homedir } from "node:os";
import { isAbsolute } from "node:path";
import { compiledDir, noHomeFolder } from "../../shared/instance.ts";
import { attempt } from "../../shared/result.ts";

/** The reason why Kibitz's files cannot be found, with the remedy; null where the system knows a home folder. */
export const homeObstacle = (): string | null =>
  // A relative one would depend on the folder in which Kibitz is started.
  isAbsolute(attempt(homedir, "")) ? null : noHomeFolder;

/**
 * Has Node keep what it compiles, in the user's folder for caches and closed to others, so that the next start finds it
 * there. Node tells by itself what is out of date. Does without where the folder cannot be used. NODE_COMPILE_CACHE
 * names another folder, NODE_DISABLE_COMPILE_CACHE keeps none.
 */
export function keepCompiled(): void {
  const folder = compiledDir(process.platform, process.env, homedir());
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    return;
  }
  // Not on the older Nodes that are told so a moment later.
  module.enableCompileCache?.(folder);
}

/** The names of this machine's own addresses, as `NO_PROXY` lists them. */
const ownAddresses = "localhost,127.0.0.1,[::1]";

/** Reaches this machine's own addresses without the proxy that Node takes from its surroundings. */
export function reachOwnMachineDirectly(env: Readonly<Record<string, string | undefined>>): void {
  const isTaken = [env["NODE_OPTIONS"], ...process.execArgv].some((flag) => flag?.includes("--use-env-proxy"));
  if (env["NODE_USE_ENV_PROXY"] !== "1" && !isTaken) return;
  const others = env["no_proxy"] || env["NO_PROXY"];
  const none = others ? `${others},${ownAddresses}` : ownAddresses;
  http.setGlobalProxyFromEnv({ ...env, no_proxy: none, NO_PROXY: none });
}
