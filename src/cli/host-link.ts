import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileIn, storageRefusal, systemErrorCode } from "../main/data-dir.ts";
import { openHost } from "../main/host.ts";
import { createLog } from "../main/log.ts";
import { readSettings } from "../main/settings.ts";
import { accept, type Result, refuse } from "../shared/result.ts";
import type { HostLink } from "./asked.ts";

/** Joins the host of a data folder or starts one. Refuses a wrong option; throws with a plain message where neither can be. */
export async function linkHost(args: readonly string[], debug: boolean): Promise<Result<HostLink>> {
  const settings = readSettings(args, process.env);
  if (!settings.ok) return settings;
  const { dataDir } = settings.value;
  const opened = await openHost({
    // No person is about to ask an engine for the first move.
    settings: { ...settings.value, warmUp: false },
    log: createLog(debug ? "debug" : "error"),
    pagesDir: findPages(),
  });
  if (opened.kind === "already-running") {
    const { url, pid } = opened.discovery;
    const token = readToken(fileIn(dataDir, "personToken"), pid);
    if (!token.ok) return token;
    return accept({
      ask: async (method, path, body) => {
        try {
          return await answerOf(await fetch(`${url}${path}`, requestOf(method, body, token.value)));
        } catch (error) {
          throw new Error(`the Kibitz at ${url} has ended or does not answer`, { cause: error });
        }
      },
      watch: null,
      close: async () => {},
    });
  }
  const { host } = opened;
  return accept({
    ask: async (method, path, body) =>
      answerOf(await host.fetch(new Request(`${host.url}${path}`, requestOf(method, body)))),
    watch: host.openUrl,
    close: host.close,
  });
}

/** The person's token, without which the host that runs in that process answers nothing. */
function readToken(file: string, pid: number): Result<string> {
  try {
    return accept(readFileSync(file, "utf8").trim());
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT") return storageRefusal(error, `${file} cannot be read`);
    const lacking = `${file} is not there, without which the Kibitz that runs (process ${pid}) lets nobody in`;
    return refuse("STORAGE_FAILED", `${lacking}. End that one and start it again: it makes another`);
  }
}

const requestOf = (method: string, body: unknown, token?: string): RequestInit => ({
  method,
  headers: {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
});

const answerOf = async (response: Response) => ({ status: response.status, text: await response.text() });

/** The dashboard's built pages, from where the parts of this program stand when it is built itself; null where they are not there. */
function findPages(): string | null {
  const folder = join(import.meta.dirname, "../../renderer");
  return existsSync(join(folder, "index.html")) ? folder : null;
}
