import { type answerOf, runningHost } from "../main/data/discovery.ts";
import type { Fields } from "../shared/fields.ts";
import type { Discovery } from "../shared/instance.ts";
import type { LeagueDetail, LeagueList, LeagueSummary } from "../shared/leagues.ts";
import { accept, mapResult, messageOf, type Result, refuse } from "../shared/result.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** The API of a host: the running one, or one that this program started. */
export interface HostLink {
  /** Sends a request, and gives the host's answer as JSON or text. Rejects where the host cannot be reached. */
  readonly ask: (method: Method, path: string, body?: unknown) => ReturnType<typeof answerOf>;
  /** The page for a person who watches, in a terminal with a code for one use; null where the host has a window. */
  readonly watch: string | null;
  /** Its address, and the data folder that has its tokens. */
  readonly url: string;
  readonly dataDir: string;
  readonly close: () => Promise<void>;
}

/** The API of the host that runs. Refuses where the token for it cannot be read. */
export function linkRunning(discovery: Discovery, dataDir: string): Result<HostLink> {
  const running = runningHost(discovery, dataDir);
  return running.ok
    ? accept({ ask: running.value.ask, watch: null, url: discovery.url, dataDir, close: async () => {} })
    : running;
}

/** The host's answer, in the form that its address has. Refuses with `HOST_CLOSING` where it cannot be reached. */
export async function requestHost<T>(link: HostLink, ...args: Parameters<HostLink["ask"]>): Promise<Result<T>> {
  const { status, text } = await link.ask(...args).catch(noHostAnswer);
  const answer = JSON.parse(text);
  // A slow request gets status 200 before it is known whether it succeeds.
  if (status < 300 && answer?.error === undefined) return accept(answer);
  const { code = "STORAGE_FAILED", message = text, mistakes } = answer?.error ?? {};
  return { ...refuse(code, `${message}`), ...(mistakes && { mistakes }) };
}

/** All leagues of a host, newest first, a page at a time; a refusal is the last. */
export async function* leaguesAt(link: HostLink): AsyncGenerator<Result<LeagueList["leagues"]>, void> {
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: Result<LeagueList> = await requestHost<LeagueList>(link, "GET", `/api/leagues?limit=100${cursor}`);
    yield mapResult(page, ({ leagues }) => leagues);
    if (!page.ok) return;
    const next: string | null = page.value.next_cursor;
    cursor = next && `&cursor=${encodeURIComponent(next)}`;
  }
}

/** The league as it continues: resumed if it was paused, or is to have a new budget. */
export const resumeLeague = (link: HostLink, { league_id: id, status }: LeagueSummary, budget: Fields) =>
  status === "paused" || Object.keys(budget).length > 0
    ? requestHost<LeagueDetail>(link, "POST", `/api/leagues/${id}/resume`, budget)
    : requestHost<LeagueDetail>(link, "GET", `/api/leagues/${id}`);

/** The same for an answer that is not JSON. */
export async function requestHostText(link: HostLink, path: string): Promise<Result<string>> {
  const { status, text } = await link.ask("GET", path).catch(noHostAnswer);
  if (status === 200) return accept(text);
  const { error } = JSON.parse(text);
  return refuse(error.code, error.message);
}

const noHostAnswer = (error: unknown) => ({
  status: 503,
  text: JSON.stringify({
    error: { code: "HOST_CLOSING", message: messageOf(error) },
  }),
});
