import { readFileSync } from "node:fs";
import type { Discovery } from "../../shared/instance.ts";
import { accept, type Result, refuse } from "../../shared/result.ts";
import { keyFor, provenSession } from "../../shared/sign-in.ts";
import { fileIn, storageRefusal, systemErrorCode } from "./data-dir.ts";

/** A request of the host's API; a body is sent as JSON. */
export const requestOf = (
  method: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): RequestInit =>
  body === undefined
    ? { method, headers }
    : { method, headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };

export const answerOf = async (response: Response) => ({ status: response.status, text: await response.text() });

/**
 * A host that runs in another process, asked as the person. The person's token is read and not sent, since another
 * user's program could have the port of a host that has ended: the other side has to prove that it knows it. Refuses an
 * unreadable token with `STORAGE_FAILED`.
 */
export function runningHost({ url, pid }: Pick<Discovery, "url" | "pid">, dataDir: string) {
  const token = readToken(fileIn(dataDir, "personToken"), pid);
  if (!token.ok) return token;
  let session: Promise<string> | null = null;
  const signIn = async () => {
    const session = await provenSession(url, await keyFor(token.value, new URL(url).host));
    if (session === null) throw new Error("it does not know the token in person.token of the data folder");
    return session;
  };
  const askOnce = async (method: string, path: string, body: unknown) => {
    session ??= signIn();
    const authorization = `Bearer ${await session}`;
    return answerOf(await fetch(`${url}${path}`, requestOf(method, body, { authorization })));
  };
  return accept({
    /** Rejects, with a sentence for the person, where it has ended or another program answers. */
    ask: async (method: string, path: string, body?: unknown) => {
      try {
        const answer = await askOnce(method, path, body);
        if (answer.status !== 401) return answer;
        // The host was restarted.
        session = null;
        return await askOnce(method, path, body);
      } catch (error) {
        session = null;
        throw new Error(`the Kibitz at ${url} has ended or does not answer`, { cause: error });
      }
    },
  });
}

/** The dashboard's URL at a running host, with a code that signs one browser in soon, where it gives one. */
export async function addressToOpen(discovery: Discovery, dataDir: string): Promise<string> {
  try {
    const host = runningHost(discovery, dataDir);
    const { text } = host.ok ? await host.value.ask("POST", "/api/sign-in/codes") : { text: "{}" };
    const { code }: { readonly code?: string } = JSON.parse(text);
    return code === undefined ? discovery.url : `${discovery.url}/?code=${code}`;
  } catch {
    return discovery.url;
  }
}

function readToken(file: string, pid: number): Result<string> {
  try {
    return accept(readFileSync(file, "utf8").trim());
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT") return storageRefusal(error, `${file} cannot be read`);
    const lacking = `${file} is not there, without which the Kibitz that runs (process ${pid}) lets nobody in`;
    return refuse("STORAGE_FAILED", `${lacking}. End that one and start it again: it makes another`);
  }
}
