import { existsSync } from "node:fs";
import { join } from "node:path";
import { consoleToLog, createLog } from "../main/base/log.ts";
import { answerOf, requestOf } from "../main/data/discovery.ts";
import { openHost } from "../main/host.ts";
import type { StartOptions } from "../main/start/start-options.ts";
import { accept, type Result } from "../shared/result.ts";
import { type HostLink, linkRunning } from "./request-host.ts";

/** Starts a host, or connects to one that was started meanwhile. Throws where neither is possible. */
export async function linkOwnHost(settings: StartOptions, debug: boolean): Promise<Result<HostLink>> {
  const { dataDir, logLevel, logFormat } = settings;
  const log = createLog(debug || logLevel === "debug" ? "debug" : "error", logFormat);
  consoleToLog(log);
  const opening = await openHost({
    // No person waits for the engine's first move.
    settings: { ...settings, warmUp: false },
    log,
    pagesDir: findPages(),
  });
  if (opening.kind === "already-running") return linkRunning(opening.discovery, dataDir);
  const { host } = opening;
  return accept({
    ask: async (method, path, body) =>
      answerOf(await host.fetch(new Request(`${host.url}${path}`, requestOf(method, body)))),
    // Output that a program reads is often stored, as by continuous integration, so it must not contain a sign-in code.
    watch: process.stderr.isTTY ? host.openUrl("until-used") : host.url,
    url: host.url,
    dataDir,
    close: host.close,
  });
}

/** The dashboard's built pages, beside the built parts of this program; null where there are none. */
function findPages(): string | null {
  const folder = join(import.meta.dirname, "../../renderer");
  return existsSync(join(folder, "index.html")) ? folder : null;
}
