import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileIn } from "../main/data-dir.ts";
import { openHost } from "../main/host.ts";
import { createLog } from "../main/log.ts";
import { readSettings } from "../main/settings.ts";
import { accept, type Result, refuse } from "../shared/result.ts";

/** The API of a host: of the one that runs already, or of one of this program's own. */
export interface HostLink {
  /** What it answers to a request, as JSON or text. Rejects where it cannot be reached. */
  readonly ask: (
    method: "GET" | "POST" | "DELETE",
    path: string,
    body?: unknown,
  ) => Promise<{ readonly status: number; readonly text: string }>;
  /** Where a person watches, to be opened once; null where the running host's own is open to the person already. */
  readonly watch: string | null;
  readonly close: () => Promise<void>;
}

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
    const token = readFileSync(fileIn(dataDir, "personToken"), "utf8").trim();
    const { url } = opened.discovery;
    return accept({
      ask: async (method, path, body) => {
        try {
          return await answerOf(await fetch(`${url}${path}`, requestOf(method, body, token)));
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

/** What the host answers, in the form that its address has. Refuses with `HOST_CLOSING` where it cannot be reached. */
export async function asked<T>(
  link: HostLink,
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: unknown,
): Promise<Result<T>> {
  const { status, text } = await link.ask(method, path, body).catch(unreached);
  const answer = JSON.parse(text);
  // What takes a while is answered with success before it is known whether it is one.
  if (status < 300 && answer?.error === undefined) return accept(answer);
  return refuse(answer?.error?.code ?? "STORAGE_FAILED", `${answer?.error?.message ?? text}`);
}

/** The same of what is no JSON. */
export async function askedText(link: HostLink, path: string): Promise<Result<string>> {
  const { status, text } = await link.ask("GET", path).catch(unreached);
  if (status === 200) return accept(text);
  const { error } = JSON.parse(text);
  return refuse(error.code, error.message);
}

const unreached = (error: unknown) => ({
  status: 503,
  text: JSON.stringify({
    error: { code: "HOST_CLOSING", message: error instanceof Error ? error.message : String(error) },
  }),
});
