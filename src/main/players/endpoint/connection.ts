import { AsyncLocalStorage } from "node:async_hooks";
import type { Client } from "@modelcontextprotocol/client";
import { version } from "../../../shared/version.ts";
import { AnswerTooLong, waryFetch } from "../wary-fetch.ts";

/** How one try went wrong, and whether another may go well. */
export interface Failure {
  readonly ok: false;
  /** As long as they say it. */
  readonly reason: string;
  readonly again: boolean;
  /** Whether the asker gave up, which says nothing of the one who was asked. */
  readonly calledOff: boolean;
}
/** What a tool answered. */
export interface Answered {
  readonly ok: true;
  /** Its structured content, else the JSON of its text; undefined where it has neither. */
  readonly content: unknown;
}

/** A player's MCP server, connected to when it is first asked, and again after it was lost. */
export interface Connection {
  call(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    limitMs: number,
    signal: AbortSignal,
  ): Promise<Answered | Failure>;
  /** The names of its tools. */
  tools(
    limitMs: number,
    signal: AbortSignal,
  ): Promise<{ readonly ok: true; readonly names: readonly string[] } | Failure>;
  close(): Promise<void>;
}

/** Longest time for connecting, in milliseconds: whoever came first may have less of it than those who wait with it. */
const CONNECT_MS = 30_000;
/** Pages of a player's list of tools that are read at the most. */
const LONGEST_LIST = 8;

/** A client that connects or is connected, and how many ask over it at the moment. */
interface Line {
  readonly client: Promise<Client>;
  readonly stop: AbortController;
  users: number;
}

export function createConnection(address: URL): Connection {
  let current: Line | null = null;
  /** All that are open: those that are given up stay until the last answer that is waited for over them. */
  const lines = new Set<Line>();

  const open = (): Line => {
    const stop = new AbortController();
    const line = { client: connect(address, stop.signal), stop, users: 0 };
    lines.add(line);
    // Nobody may be there any more to hear that it failed.
    line.client.catch(() => giveUp(line));
    return line;
  };
  const giveUp = (line: Line): void => {
    if (current === line) current = null;
    if (line.users === 0) void end(line);
  };
  const end = async (line: Line): Promise<void> => {
    if (!lines.delete(line)) return;
    line.stop.abort();
    await line.client.then((client) => client.close()).catch(() => {});
  };

  /** Does something with the client in a time that connecting is part of. What goes wrong disturbs nobody else who asks. */
  const within = async <T>(
    limitMs: number,
    signal: AbortSignal,
    work: (client: Client, timeout: number) => Promise<T>,
  ): Promise<{ readonly ok: true; readonly value: T } | Failure> => {
    if (signal.aborted) return calledOff;
    const until = performance.now() + limitMs;
    const left = () => Math.max(1, Math.ceil(until - performance.now()));
    const late = AbortSignal.timeout(Math.ceil(limitMs));
    const broken = new AbortController();
    const given = AbortSignal.any([signal, late]);
    const answered = AbortSignal.any([given, broken.signal]);
    const again = current !== null;
    current ??= open();
    const line = current;
    line.users += 1;
    try {
      const client = await orAborted(line.client, given);
      const asked = answerBroken.run(broken, () => work(client, left()));
      return { ok: true, value: await orAborted(asked, answered) };
    } catch (error) {
      if (signal.aborted) return calledOff;
      // Whoever asks next has a new one.
      giveUp(line);
      if (late.aborted) return failed(`it did not answer in ${seconds(limitMs)}`, true);
      return failureOf(error, again);
    } finally {
      line.users -= 1;
      if (line !== current) giveUp(line);
    }
  };

  return {
    call: async (name, args, limitMs, signal) => {
      const done = await within(limitMs, signal, (client, timeout) =>
        client.callTool({ name, arguments: { ...args } }, { timeout, signal }),
      );
      if (!done.ok) return done;
      const { isError, structuredContent, content } = done.value;
      const texts = content.flatMap((part) => (part.type === "text" ? [part.text] : []));
      if (isError) return failed(`it refused: ${texts[0] ?? ""}`, false);
      return { ok: true, content: structuredContent ?? jsonIn(texts) };
    },
    tools: async (limitMs, signal) => {
      const done = await within(limitMs, signal, (client, timeout) => client.listTools(undefined, { timeout, signal }));
      return done.ok ? { ok: true, names: done.value.tools.map(({ name }) => name) } : done;
    },
    close: async () => {
      current = null;
      await Promise.all([...lines].map(end));
    },
  };
}

/** Connects a client; rejects at once when it is called off. */
async function connect(address: URL, signal: AbortSignal): Promise<Client> {
  // The client is dear to load and few hosts call players.
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  signal.throwIfAborted();
  const client = new Client(
    { name: "kibitz-referee", version },
    { versionNegotiation: { mode: "auto" }, listMaxPages: LONGEST_LIST },
  );
  const transport = new StreamableHTTPClientTransport(address, { fetch: fetchAloud });
  // Its own signal does not reach the first question.
  const close = () => void transport.close();
  signal.addEventListener("abort", close, { once: true });
  await client.connect(transport, { timeout: CONNECT_MS, signal });
  signal.removeEventListener("abort", close);
  return client;
}

/** Of whoever asks: aborted when the answer breaks off in its midst. */
const answerBroken = new AsyncLocalStorage<AbortController>();

/** The SDK's client does not tell whoever waits for an event that its stream broke off: they would wait out their time. */
const fetchAloud: typeof fetch = async (input, init) => {
  const answer = await waryFetch(input, init);
  const broken = answerBroken.getStore();
  const { ok, body, headers } = answer;
  if (!ok || !body || !broken || !headers.get("content-type")?.startsWith("text/event-stream")) return answer;
  const reader = body.getReader();
  const told = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        broken.abort(error);
        throw error;
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(told, answer);
};

const calledOff: Failure = { ok: false, reason: "called off", again: false, calledOff: true };
const failed = (reason: string, again: boolean): Failure => ({ ok: false, reason, again, calledOff: false });
const seconds = (ms: number): string => `${Number((ms / 1_000).toPrecision(2))} s`;

/** The promise, unless the signal comes first. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  // What comes too late may come as a failure.
  promise.catch(() => {});
  if (signal.aborted) return Promise.reject(signal.reason);
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener("abort", abort));
}

/** What the client threw: by status where the server gave one, by the system's code where none was reached. */
function failureOf(error: unknown, wasOpen: boolean): Failure {
  const causes = causesOf(error);
  const tooLong = causes.find((each) => each instanceof AnswerTooLong);
  if (tooLong) return failed(tooLong.message, false);
  const status = causes.flatMap((each) => numberIn(each, "status") ?? [])[0];
  // A session that a restarted server does not know any more is worth another try with a new one.
  if (status !== undefined)
    return failed(`it answered with HTTP status ${status}`, status >= 500 || (status === 404 && wasOpen));
  const codes = causes.flatMap((each) => textIn(each, "code") ?? []);
  if (codes.includes("REQUEST_TIMEOUT")) return failed("it did not answer in time", true);
  const broken = codes.find((code) => /^(E[A-Z]+|UND_ERR_\w+|CONNECTION_CLOSED|NOT_CONNECTED|SEND_FAILED)$/.test(code));
  if (broken !== undefined) return failed(`it cannot be reached (${broken})`, true);
  const message = error instanceof Error ? error.message : String(error);
  if (causes.some((each) => each instanceof TypeError) || /\bfetch failed\b/.test(message))
    return failed("it cannot be reached", true);
  return failed(`it answered with what is no league.v1 (${message})`, false);
}

/** An error, what caused it, and so on. */
function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let cause = error; cause !== undefined && causes.length < 6; ) {
    causes.push(cause);
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return causes;
}

function textIn(value: unknown, name: string): string | null {
  const found = fieldIn(value, name);
  return typeof found === "string" ? found : null;
}
function numberIn(value: unknown, name: string): number | null {
  const found = fieldIn(value, name);
  return typeof found === "number" ? found : null;
}
const fieldIn = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

function jsonIn([text]: readonly string[]): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
