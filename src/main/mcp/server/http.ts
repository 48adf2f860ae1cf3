import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import * as mcp from "@modelcontextprotocol/server";
import { fieldIn } from "../../../shared/fields.ts";
import { readToolsets, type Toolset } from "../../../shared/toolsets.ts";
import { type Backlogs, LONGEST_BODY } from "../../flow/backlogs.ts";
import { boundedAnswer } from "../../flow/stream-outbox.ts";
import { connectionHash } from "../../games/authority.ts";
import { isListening, listenToTasks, tasksRequestIn, toldOverHttp } from "../tasks/requests.ts";
import type { TaskCaller } from "../tasks/tasks.ts";
import type { Services } from "../tools/call.ts";
import { audienceOf, createServer, type Fixtures } from "./factory.ts";
import { closingAnswer, LAST_ANSWERS_MS, readJson, requestId, rpcError, spelledOut } from "./http-parts.ts";
import { answerPlain, readPlain } from "./plain-json-rpc.ts";
import { listenToChanges, objectionTo, watchedBy, watchResources } from "./subscriptions.ts";

/** Most 2025-era sessions at once. Beyond it, the one that was silent longest and has no call under way is ended. */
const MOST_SESSIONS = 1_000;
const methods = ["GET", "POST", "DELETE"];
/** Most messages in one request. Batches were part of one revision; nobody needs long ones. */
const LONGEST_BATCH = 20;
const KEEP_ALIVE_MS = 10_000;
/** Milliseconds between two checks whether a closing host has answered all. */
const POLL_MS = 5;

export type McpHttp = ReturnType<typeof createMcpHttp>;

interface Session {
  readonly transport: mcp.WebStandardStreamableHTTPServerTransport;
  /** The number of unanswered requests. */
  pending: number;
  /** The number of open streams over which the client listens for notifications: of two, one is about to end. */
  streams: number;
  /** Requests under way, each with the others of its batch, itself included. */
  readonly underWay: Map<mcp.RequestId, Set<mcp.RequestId>>;
}

export interface McpHttpOptions {
  readonly services: Services;
  readonly version: string;
  readonly backlogs: Backlogs;
  /** Most 2025-era sessions; for tests. */
  readonly mostSessions?: number;
  readonly fixtures?: Fixtures | undefined;
}

/**
 * MCP over HTTP. A request of the 2026-07-28 revision stands alone and gets a server of its own. A 2025-era client
 * gets a session, so that its seats are known by connection and its cancellations reach the wait they mean.
 */
export function createMcpHttp(options: McpHttpOptions) {
  const { services, version, backlogs, fixtures, mostSessions = MOST_SESSIONS } = options;
  const sessions = new Map<string, Session>();

  /** The number of stateless requests being answered; those that only listen are not counted. */
  let underWay = 0;
  let closing = false;

  /** Requests that stand alone and are being answered, for each of which a server is made. */
  const standing = new WeakMap<Request, { readonly body: unknown; readonly toolsets: readonly Toolset[] }>();
  const modern = mcp.createMcpHandler(
    ({ requestInfo }) => {
      const { toolsets = [], body: request } = (requestInfo && standing.get(requestInfo)) ?? {};
      const audience = audienceOf(callerOf(requestInfo), toolsets);
      return createServer({ services, version, audience, isModern: true, request, fixtures });
    },
    {
      legacy: "reject",
      keepAliveMs: KEEP_ALIVE_MS,
      maxRequestBodySize: LONGEST_BODY,
      onerror: (error) => services.log.debug(`MCP over HTTP: ${error.message}`),
    },
  );
  /** Subscriptions of later clients that are open. */
  let subscriptions = 0;
  const isWatched = () => subscriptions > 0;
  const stopNews = listenToChanges(services, isWatched, (uris) => {
    for (const uri of uris) modern.notify.resourceUpdated(uri);
  });

  const openSession = async (toolsets: readonly Toolset[]): Promise<Session | Response> => {
    if (!makeRoom())
      return rpcError(
        503,
        -32000,
        `${mostSessions} sessions are open, and each has a call under way. Try again in a moment`,
      );
    const id = randomUUID();
    const connection = connectionHash(id);
    const audience = audienceOf({ connection, bearer: null }, toolsets);
    const server = createServer({ services, version, audience, isModern: false, fixtures });
    const stop = watchResources(server, services, watchedBy(server), null);
    const release = services.connections.open(connection);
    const transport = new mcp.WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      keepAliveMs: KEEP_ALIVE_MS,
      maxRequestBodySize: LONGEST_BODY,
      onsessioninitialized: (sessionId) => {
        sessions.set(sessionId, session);
      },
    });
    const session: Session = { transport, pending: 0, streams: 0, underWay: new Map() };
    const send = transport.send.bind(transport);
    transport.send = async (message, options) => {
      await send(message, options);
      if (!("method" in message) && message.id !== undefined) settleRequest(session, message.id);
    };
    await server.connect(transport);
    const onClose = transport.onclose;
    transport.onclose = () => {
      onClose?.();
      stop();
      release();
      sessions.delete(id);
    };
    return session;
  };
  /** Ends a session where there are too many. Returns false where each of them has a call under way. */
  const makeRoom = (): boolean => {
    if (sessions.size < mostSessions) return true;
    // A map keeps its order of insertion, and each request moves its session to the end.
    const idle = [...sessions.values()].filter(({ pending }) => pending === 0);
    const victim = idle.find(({ streams }) => streams === 0) ?? idle[0];
    void victim?.transport.close();
    return victim !== undefined;
  };

  const legacy = async (request: Request, toolsets: readonly Toolset[], body: unknown): Promise<Response> => {
    const sessionId = request.headers.get("mcp-session-id");
    // A client that begins anew may still name the session that has ended.
    const id = sessionId !== null && !sessions.has(sessionId) && hasInitialize(body) ? null : sessionId;
    if (id === null && !hasInitialize(body)) {
      return rpcError(
        400,
        -32000,
        "Bad Request: no Mcp-Session-Id. Send initialize first and repeat the header it answers with",
      );
    }
    const session = id === null ? await openSession(toolsets) : sessions.get(id);
    if (!session)
      return rpcError(
        404,
        -32001,
        "Session not found: Kibitz was restarted or the session ended. Send initialize again",
      );
    if (session instanceof Response) return session;
    if (id !== null) {
      sessions.delete(id);
      sessions.set(id, session);
    }
    const isCall = request.method === "POST";
    if (isCall) session.pending += 1;
    const ids = new Set([body].flat().flatMap(requestId));
    for (const each of ids) session.underWay.set(each, ids);
    const normal = spelledOut(request);
    // A client whose connection broke opens another stream before anybody notices that the first one is dead.
    if (normal.method === "GET" && normal.headers.get("accept")?.includes("event-stream"))
      session.transport.closeStandaloneSSEStream();
    const response = await session.transport.handleRequest(normal, { parsedBody: body });
    for (const each of [body].flat().flatMap(cancelledIds)) settleRequest(session, each);
    cancelWhenGone(request, ids, session);
    // A refused handshake leaves nobody else to close the session.
    if (id === null && !sessions.has(session.transport.sessionId ?? "")) await session.transport.close();
    const listens = request.method === "GET" && response.ok;
    if (listens) session.streams += 1;
    return withBackPressure(response, body, () => {
      if (isCall) session.pending -= 1;
      for (const each of ids) session.underWay.delete(each);
      if (listens) session.streams -= 1;
    });
  };
  /** Applies the rule for clients that do not read: see {@link Backlogs}. */
  const withBackPressure = (response: Response, body: unknown, onEnd?: () => void) =>
    boundedAnswer(backlogs, response, () => farewellTo(response, body), onEnd);

  /** Answers a request that stands alone, by a server of its own. */
  const alone = async (request: Request, toolsets: readonly Toolset[], body: unknown): Promise<Response> => {
    if (closing) return closingAnswer(body, { resultType: "complete" });
    standing.set(request, { body, toolsets });
    return modern.fetch(request, { parsedBody: body });
  };

  return {
    fetch: async (request: Request): Promise<Response> => {
      if (!methods.includes(request.method))
        return rpcError(405, -32000, `This address takes ${methods.join(", ")} alone`, { allow: methods.join(", ") });
      const parameter = new URL(request.url).searchParams.get("toolsets");
      const reading = readToolsets(parameter);
      if (!reading.ok) return rpcError(400, -32602, reading.message);
      const toolsets = reading.value;
      const body = request.method === "POST" ? await readJson(request) : undefined;
      if (body instanceof Response) return body;
      if (Array.isArray(body) && body.length > LONGEST_BATCH)
        return rpcError(400, -32600, `Invalid Request: a batch holds at most ${LONGEST_BATCH} messages`);
      const objection = objectionTo(body);
      if (objection) return Response.json(objection, { status: 400 });
      const plain = readPlain(request, body);
      const door = { toolsets: parameter === null ? null : toolsets, version, fetch: alone };
      const plainAnswer = plain && (await answerPlain(plain, request, door));
      if (plainAnswer) return withBackPressure(plainAnswer, body);
      if (!namesRevision(body) && (await mcp.isLegacyRequest(request, body)))
        return closing ? closingAnswer(body, {}) : legacy(request, toolsets, body);
      const listens = isListening(body);
      const tasksRequest = tasksRequestIn(body);
      const audience = tasksRequest && audienceOf(callerOf(request), toolsets);
      const toTasks = audience && (await listenToTasks(tasksRequest, services, audience));
      if (toTasks && "refusal" in toTasks) return Response.json(toTasks.refusal, { status: 400 });
      if (listens) subscriptions += 1;
      else underWay += 1;
      const answer = await alone(request, toolsets, toTasks?.message ?? body);
      return withBackPressure(toTasks ? toldOverHttp(answer, services.tasks) : answer, body, () => {
        if (listens) subscriptions -= 1;
        else underWay -= 1;
        toTasks?.release();
      });
    },
    sessions: (): number => sessions.size,
    close: async (): Promise<void> => {
      closing = true;
      stopNews();
      // A call under way would report a failure.
      const isAnswering = () => underWay > 0 || [...sessions.values()].some(({ pending }) => pending > 0);
      for (const until = performance.now() + LAST_ANSWERS_MS; isAnswering() && performance.now() < until; )
        await delay(POLL_MS);
      await modern.close();
      await Promise.allSettled([...sessions.values()].map(({ transport }) => transport.close()));
    },
  };
}

const callerOf = (request: Request | undefined): TaskCaller => ({
  connection: null,
  bearer: request?.headers.get("authorization") ?? null,
});

/** Whether a call names its revision, as since 2026-07-28, and so means no session: the SDK would read it all. */
const namesRevision = (body: unknown): boolean =>
  fieldIn(body, "method") === "tools/call" &&
  fieldIn(fieldIn(fieldIn(body, "params"), "_meta"), mcp.PROTOCOL_VERSION_META_KEY) !== undefined;

/** Ends an answer when its last part was answered or cancelled: the transport sends nothing for a cancelled one. */
function settleRequest({ transport, underWay }: Session, id: mcp.RequestId): void {
  const batch = underWay.get(id);
  underWay.delete(id);
  batch?.delete(id);
  if (batch?.size === 0) transport.closeSSEStream(id);
}

/** Frees the waits of a caller that has gone: nothing is resumable here, so a dropped connection cancels them. */
function cancelWhenGone(request: Request, ids: ReadonlySet<mcp.RequestId>, session: Session): void {
  const cancel = () => {
    for (const requestId of [...ids]) {
      session.transport.onmessage?.({
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId, reason: "the client closed the connection" },
      });
      settleRequest(session, requestId);
    }
  };
  if (request.signal.aborted) cancel();
  else request.signal.addEventListener("abort", cancel, { once: true });
}

const encoder = new TextEncoder();
const notRead = "Kibitz cut this answer off: it was not read. Ask again, and read";

/** The last answer to a client that is cut off: an error for each of its requests. */
function farewellTo(response: Response, body: unknown): Uint8Array {
  const ids = [body].flat().flatMap(requestId);
  const errors = (ids.length > 0 ? ids : [null]).map((id) =>
    JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32000, message: notRead } }),
  );
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  // The blank line ends an event that was cut off in the middle.
  const texts = isStream ? errors.map((error) => `\n\nevent: message\ndata: ${error}\n\n`) : errors;
  return encoder.encode(texts.join(""));
}

/** The request that a message cancels; none where it is of another kind. */
const cancelledIds = (message: unknown): mcp.RequestId[] =>
  mcp.isSpecType.CancelledNotification(message) ? [message.params.requestId ?? []].flat() : [];

const hasInitialize = (body: unknown): boolean => [body].flat().some((message) => mcp.isInitializeRequest(message));
