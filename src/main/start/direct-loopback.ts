// Of the whole module: an older Electron has no such function, and would refuse an import by its name.
import * as http from "node:http";

/** The names of this machine's own addresses, as `NO_PROXY` lists them. */
const own = "localhost,127.0.0.1,[::1]";

/**
 * Reaches this machine's own addresses without a proxy, also where Node takes the one of the surroundings: that is on
 * another machine, where no host, player or model of this one would be found, and need not hear of them.
 */
export function reachOwnMachineDirectly(env: Readonly<Record<string, string | undefined>>): void {
  const isTaken = [env["NODE_OPTIONS"], ...process.execArgv].some((given) => given?.includes("--use-env-proxy"));
  if (env["NODE_USE_ENV_PROXY"] !== "1" && !isTaken) return;
  const others = env["no_proxy"] || env["NO_PROXY"];
  const none = others ? `${others},${own}` : own;
  http.setGlobalProxyFromEnv({ ...env, no_proxy: none, NO_PROXY: none });
}
