import { addAbortListener } from "node:events";
import type { Client } from "@modelcontextprotocol/client";
import type { FailureCause } from "../../shared/causes.ts";
import { type Fields, fieldIn, jsonIn } from "../../shared/fields.ts";
import { createListeners } from "../../shared/listeners.ts";
import { messageOf } from "../../shared/result.ts";
import { version } from "../../shared/version.ts";
import { limitOf } from "../base/awake-time.ts";
import { AnswerUnread, fetchUntrusted } from "../players/fetch-untrusted.ts";
import { emptyAnswer, mcpFetch, resourcePage, resourceText, toolAnswer, toolPage, updatesIn } from "./mcp-fetch.ts";

/** The failure of one try, and whether another may succeed. */
export interface Failure {
  readonly ok: false;
  /** In words, of any length. */
  readonly reason: string;
  readonly again: boolean;
  readonly cause: FailureCause;
  /** Whether the caller cancelled, which says nothing about the player. */
  readonly calledOff: boolean;
  /** The HTTP status, or the text of a tool's error, where that was the failure. */
  readonly status?: number;
  readonly refusal?: string;
}
/** The outcome of one try. */
export type TryOutcome<T> = { readonly ok: true; readonly value: T } | Failure;

/** A tool's answer. */
export interface ToolAnswer {
  /** Its structured content, else the JSON of its text; undefined for neither. */
  readonly content: unknown;
  /** Its structured content or its text, as it came. */
  readonly raw: string;
}

export type ServerConnection = ReturnType<typeof createConnection>;

/** Longest time for connecting, in milliseconds: the first caller may have less time than those who wait with it. */
const CONNECT_MS = 30_000;
/** For the SDK's own time limits, which would count a standstill of this host: longest delay that a timer takes. */
const NEVER_MS = 2 ** 31 - 1;
/** Most pages of a player's list of tools that are read. */
const LONGEST_LIST = 8;

/** How long a request to a player may take: until the signal. */
type RequestLimit = { readonly timeout: number; readonly signal: AbortSignal };

/** A client that connects or is connected, and the number of its callers at the moment. */
interface SharedClient {
  readonly client: Promise<ActiveConnection>;
  readonly stop: AbortController;
  users: number;
}
interface ActiveConnection {
  readonly client: Client;
  /** The id by which a 2025-era server knows the client; absent for a server without sessions. */
  readonly session: string | undefined;
  /** Called for each change of a resource that a newer server reports. */
  readonly watchers: ReturnType<typeof createListeners<[]>>;
}

/** The connection to a player's MCP server, or a league's, opened on demand, and again after it was lost. */
export function createConnection(address: URL, headers: Record<string, string> = {}) {
  let current: SharedClient | null = null;
  let tools: ReadonlySet<string> | null = null;
  /** All open clients: a replaced one stays open until its last answer. */
  const lines = new Set<SharedClient>();

  const open = (): SharedClient => {
    const stop = new AbortController();
    const line = { client: connect(address, headers, stop.signal), stop, users: 0 };
    lines.add(line);
    // The last caller may have gone, so nobody else handles the rejection.
    line.client.catch(() => giveUp(line));
    return line;
  };
  const giveUp = (line: SharedClient): void => {
    if (current === line) current = null;
    if (line.users === 0) void end(line);
  };
  const end = async (line: SharedClient): Promise<void> => {
    if (!lines.delete(line)) return;
    line.stop.abort();
    await line.client.then(({ client }) => client.close()).catch(() => {});
  };

  /**
   * Runs work with the client in a time that includes connecting, unless the work may take any time after that. A
   * failure does not affect other callers.
   */
  const within = async <T>(
    limitMs: number,
    signal: AbortSignal,
    work: (connection: ActiveConnection, how: RequestLimit, anyTime: () => void) => Promise<T>,
  ): Promise<TryOutcome<T>> => {
    if (signal.aborted) return calledOff;
    const late = limitOf(limitMs);
    const limitSignal = AbortSignal.any([signal, late.signal]);
    current ??= open();
    const line = current;
    line.users += 1;
    try {
      const connection = await orAborted(line.client, limitSignal);
      const how = { timeout: NEVER_MS, signal: limitSignal };
      return { ok: true, value: await orAborted(work(connection, how, late.end), limitSignal) };
    } catch (error) {
      if (signal.aborted) return calledOff;
      // The next caller opens a new connection.
      giveUp(line);
      if (late.signal.aborted) return failure(`it did not answer in ${secondsText(limitMs)}`, true, "late");
      return failureOf(error);
    } finally {
      late.end();
      line.users -= 1;
      if (line !== current) giveUp(line);
    }
  };

  return {
    call: async (name: string, args: Fields, limitMs: number, signal: AbortSignal): Promise<TryOutcome<ToolAnswer>> => {
      const outcome = await within(limitMs, signal, ({ client }, how) => {
        const params = { name, arguments: { ...args } };
        // Not `callTool`, which compiles the schema that the player has for its answers, and runs it on them.
        return client.request({ method: "tools/call", params }, toolAnswer, how);
      });
      if (!outcome.ok) return outcome;
      const { isError, structuredContent, content } = outcome.value;
      const text = content[0]?.text;
      if (isError) return { ...failure(`it refused: ${text ?? ""}`, false, "refused"), refusal: text ?? "" };
      const raw = structuredContent ? JSON.stringify(structuredContent) : (text ?? "");
      return { ok: true, value: { content: structuredContent ?? jsonIn(text ?? ""), raw } };
    },
    /** The names of the player's tools that a league uses, requested once. */
    tools: async (limitMs: number, signal: AbortSignal): Promise<TryOutcome<ReadonlySet<string>>> => {
      if (tools) return { ok: true, value: tools };
      const outcome = await within(limitMs, signal, async ({ client }, how) => {
        const names = new Set<string>();
        let cursor: string | undefined;
        for (let page = 0; page < LONGEST_LIST; page += 1) {
          const params = cursor === undefined ? {} : { cursor };
          const page = await client.request({ method: "tools/list", params }, toolPage, how);
          for (const { name } of page.tools) names.add(name);
          cursor = page.nextCursor;
          if (cursor === undefined) return names;
        }
        throw new Error(`its list of tools has more than ${LONGEST_LIST} pages`);
      });
      if (outcome.ok) tools = outcome.value;
      return outcome;
    },
    /** Has them requested again. */
    forgetTools: () => {
      tools = null;
    },
    /** The text of its resource `status`; null where it has none. */
    status: (limitMs: number, signal: AbortSignal) =>
      within(limitMs, signal, async ({ client }, how) => {
        const uri = await statusOf(client, how);
        if (uri === null) return null;
        const { contents } = await client.request({ method: "resources/read", params: { uri } }, resourceText, how);
        return contents[0]?.text ?? null;
      }),
    /**
     * Subscribes to that resource: calls once subscribed, and for each change, until the player or the signal ends it.
     * Resolves with false where there is nothing to subscribe to.
     * @param limitMs for the subscription
     */
    watchStatus: async (onChange: () => void, limitMs: number, signal: AbortSignal) => {
      const outcome = await within(limitMs, signal, async ({ client, session, watchers }, how, anyTime) => {
        if (!client.getServerCapabilities()?.resources?.subscribe) return false;
        const uri = await statusOf(client, how);
        if (uri === null) return false;
        const onStart = () => {
          anyTime();
          onChange();
        };
        if (client.getProtocolEra() === "modern") {
          const end = watchers.listen(onChange);
          const { closed } = await client.listen({ resourceSubscriptions: [uri] }, how);
          onStart();
          await closed.finally(end);
          return true;
        }
        // Without a session the server could not send anything.
        if (session === undefined) return false;
        const headers = { accept: "text/event-stream", "mcp-session-id": session };
        const stream = await fetchUntrusted(address, { headers, signal: how.signal });
        if (!stream.ok) return false;
        await client.request({ method: "resources/subscribe", params: { uri } }, emptyAnswer, how);
        onStart();
        for await (const uris of updatesIn(stream)) if (uris.has(uri)) onChange();
        return true;
      });
      return outcome.ok ? outcome.value : true;
    },
    close: async () => {
      current = null;
      await Promise.all([...lines].map(end));
    },
  };
}

/** Connects a client; rejects at once when it is cancelled. */
async function connect(address: URL, headers: Record<string, string>, signal: AbortSignal): Promise<ActiveConnection> {
  // The client takes long to load, and few hosts call players.
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  signal.throwIfAborted();
  const client = new Client(
    { name: "kibitz-referee", version },
    { versionNegotiation: { mode: "auto" }, inputRequired: { autoFulfill: false } },
  );
  const transport = new StreamableHTTPClientTransport(address, { fetch: mcpFetch, requestInit: { headers } });
  // The SDK does not pass its signal to the first request.
  const close = () => void transport.close();
  signal.addEventListener("abort", close, { once: true });
  const late = limitOf(CONNECT_MS);
  try {
    await client.connect(transport, { timeout: NEVER_MS, signal: AbortSignal.any([signal, late.signal]) });
  } finally {
    late.end();
  }
  signal.removeEventListener("abort", close);
  const watchers = createListeners<[]>();
  client.setNotificationHandler("notifications/resources/updated", () => watchers.tell());
  return { client, session: transport.sessionId, watchers };
}

/** The address of the resource `status`; null where there is none. */
async function statusOf(client: Client, how: RequestLimit): Promise<string | null> {
  if (!client.getServerCapabilities()?.resources) return null;
  const { resources } = await client.request({ method: "resources/list", params: {} }, resourcePage, how);
  return resources.find(({ name }) => name.toLowerCase() === "status")?.uri ?? null;
}

const calledOff: Failure = { ok: false, reason: "called off", again: false, cause: "failed", calledOff: true };
export const failure = (reason: string, again: boolean, cause: FailureCause = "failed"): Failure => ({
  ok: false,
  reason,
  again,
  cause,
  calledOff: false,
});
const secondsText = (ms: number): string => `${Number((ms / 1_000).toPrecision(2))} s`;

/** The promise, unless the signal comes first. */
async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  // A promise that is settled too late may be rejected.
  promise.catch(() => {});
  signal.throwIfAborted();
  const { promise: abortion, reject } = Promise.withResolvers<never>();
  using _listening = addAbortListener(signal, () => reject(signal.reason));
  return await Promise.race([promise, abortion]);
}

/** The failure behind an exception of the client: by the server's status, else by the system's code. */
function failureOf(error: unknown): Failure {
  const causes = causesOf(error);
  const cause = causes.find((each) => each instanceof AnswerUnread);
  if (cause) return failure(cause.message, false, "unreadable");
  const status = causes.map((each) => fieldIn(each, "status")).find((each) => typeof each === "number");
  // A restarted server does not know the session any more, and one that starts may not have its address yet.
  if (status !== undefined)
    return { ...failure(`it answered with HTTP status ${status}`, status >= 500 || status === 404), status };
  const codes = causes.map((each) => fieldIn(each, "code")).filter((each) => typeof each === "string");
  if (codes.includes("REQUEST_TIMEOUT")) return failure("it did not answer in time", true, "late");
  const code = codes.find((code) => /^(E[A-Z]+|UND_ERR_\w+|CONNECTION_CLOSED|NOT_CONNECTED|SEND_FAILED)$/.test(code));
  if (code !== undefined) return failure(`it cannot be reached (${code})`, true);
  const message = messageOf(error);
  if (causes.some((each) => each instanceof TypeError) || /\bfetch failed\b/.test(message))
    return failure("it cannot be reached", true);
  return failure(`it answered with what is no league.v1 (${message})`, false, "unreadable");
}

/** An error and its chain of causes. */
function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let cause = error; cause !== undefined && causes.length < 6; ) {
    causes.push(cause);
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return causes;
}
