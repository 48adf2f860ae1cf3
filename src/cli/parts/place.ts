import { homedir } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { readableText } from "../../main/base/text-file.ts";
import { fileIn } from "../../main/data/data-dir.ts";
import { type LeagueAddress, leagueUrl } from "../../main/league-v1/programs/league-link.ts";
import { defaultDataDir, expandHome } from "../../shared/instance.ts";
import { accept, invalid, type Result } from "../../shared/result.ts";

/** The data folder of this program: the named one, else `KIBITZ_DATA_DIR`, else the usual folder. */
export const dataFolder = (dataDir = process.env.KIBITZ_DATA_DIR): string =>
  dataDir ? expandHome(dataDir, homedir()) : defaultDataDir(process.platform, process.env, homedir());

/**
 * The league to register at: a Kibitz, by its address alone, or any other that speaks `league.v1`, by the whole URL of
 * its MCP server. Refuses an invalid URL, and a Kibitz whose agents' token cannot be read.
 */
export function readPlace(register: string, dataDir: string | undefined): Result<LeagueAddress> {
  const url = leagueUrl(register);
  if (!url) return invalid("--register takes an address such as http://127.0.0.1:7397.");
  const folder = dataFolder(dataDir);
  // Another program than Kibitz has no secrets in a data folder, and gets none.
  const isKibitz = URL.parse(register)?.pathname === "/";
  const textIn = (file: "agentToken" | "refereeCode") =>
    isKibitz ? (readableText(fileIn(folder, file))?.trim() ?? null) : null;
  const agentToken = process.env.KIBITZ_AGENT_TOKEN || textIn("agentToken");
  const refereeCode = process.env.KIBITZ_REFEREE_CODE || textIn("refereeCode");
  return agentToken === null && isKibitz
    ? invalid(`There is no agents' token in ${folder}. Name the data folder of that Kibitz with --data-dir.`)
    : accept({ url, agentToken, refereeCode });
}

/** The address of a league that `LEAGUE_HOST` and `LEAGUE_PORT` name; undefined where neither does. */
export function usualLeague(): string | undefined {
  const { LEAGUE_HOST: host, LEAGUE_PORT: port } = process.env;
  return host || port ? `http://${host || "127.0.0.1"}:${port || "8000"}` : undefined;
}

/** Milliseconds before a failed registration is repeated; doubles each time, up to half a minute. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

/** Registers, repeatedly with growing pauses where nobody answers, until so many milliseconds have passed. */
export async function registerUntil<T>(
  register: () => Promise<Result<T>>,
  giveUpAfterMs: number,
  signal: AbortSignal,
): Promise<Result<T>> {
  const until = performance.now() + giveUpAfterMs;
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(2 * wait, LONGEST_PAUSE_MS)) {
    const registration = await register();
    const remaining = until - performance.now();
    if (registration.ok || registration.code !== "HOST_CLOSING" || remaining <= 0 || signal.aborted)
      return registration;
    await delay(Math.min(wait, remaining), undefined, { signal }).catch(() => {});
  }
}
