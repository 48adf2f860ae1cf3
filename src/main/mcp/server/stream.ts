import type { Readable, Writable } from "node:stream";
import { isSpecType, type JSONRPCMessage, SUBSCRIPTION_ID_META_KEY } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { readToolsets } from "../../../shared/toolsets.ts";
import { spareTime } from "../../base/spare-time.ts";
import { agentRequests, type SocketOutbox } from "../../flow/backlogs.ts";
import { connectionHash } from "../../games/authority.ts";
import { type Listening, listenToTasks, type TasksRequest, tasksRequestIn, toldOfTasks } from "../tasks/requests.ts";
import type { Tasks } from "../tasks/tasks.ts";
import type { Services } from "../tools/call.ts";
import { type Program, programIn } from "./client.ts";
import { audienceOf, createServer } from "./factory.ts";
import { objectionTo, type ResourceWatch, watchedBy, watchResources } from "./subscriptions.ts";

/** Longest message that a client may send over a stream, in bytes. */
const LONGEST_MESSAGE = 1024 * 1024;

interface Hearers {
  /** Called when the transport closed itself, as on too long a message: the stream under it stays open. */
  readonly onEnd: () => void;
  /** Called once with the client's name for itself. */
  readonly onProgram: (program: Program) => void;
  /** Counts a message of so many bytes that waits for its turn; returns what is to be called when that has come. */
  readonly countWaiting: (bytes: number) => () => void;
  readonly listens: (request: TasksRequest) => Promise<Listening>;
}

/** Adds to the SDK's transport: a report of its end, the client's identity, and the resources that it watches. */
class StreamTransport extends StdioServerTransport {
  /** The resources that a client of the later era watches, by the id of the request that asked for them. */
  readonly #watched = new Map<unknown, readonly string[]>();
  /** Functions that end the subscriptions to tasks, by the id of the request; null while a subscription begins. */
  readonly #releases = new Map<unknown, (() => void) | null>();
  readonly #hearers: Hearers;
  readonly #tasks: Pick<Tasks, "now">;

  /** Functions to call when a request was answered, by its id. */
  readonly #answered = new Map<unknown, () => void>();

  constructor(input: Readable, output: Writable, tasks: Pick<Tasks, "now">, hearers: Hearers) {
    super(input, output, { maxBufferSize: LONGEST_MESSAGE });
    this.#tasks = tasks;
    this.#hearers = hearers;
  }

  readonly watch: ResourceWatch = {
    has: (uri) => [...this.#watched.values()].some((uris) => uris.includes(uri)),
    isEmpty: () => this.#watched.size === 0,
    whenChanged: (onChange) => {
      this.#watchedChanged = onChange;
    },
  };
  #watchedChanged = () => {};

  override async start(): Promise<void> {
    const receive = this.onmessage;
    let isKnown = false;
    const take = (message: JSONRPCMessage): void => {
      const program = isKnown ? null : programIn(message);
      if (program) {
        isKnown = true;
        this.#hearers.onProgram(program);
      }
      const objection = objectionTo(message);
      if (objection) return void this.send(objection).catch(() => {});
      if (isSpecType.CancelledNotification(message)) {
        this.#end(message.params.requestId);
        this.#noteAnswered(message.params.requestId);
      }
      if ("method" in message && "id" in message) this.#answered.set(message.id, spareTime.noteRequest());
      const request = tasksRequestIn(message);
      if (request) void this.#listen(request, (request) => receive?.(request));
      else receive?.(message);
    };
    this.onmessage = (message) => {
      // While many messages wait, the door stops reading from this client.
      const release = this.#hearers.countWaiting(JSON.stringify(message).length);
      agentRequests.add(this, () => {
        release();
        take(message);
      });
    };
    await super.start();
  }

  async #listen(request: TasksRequest, receive: (request: JSONRPCMessage) => void): Promise<void> {
    const { id } = request;
    this.#releases.set(id, null);
    const listening = await this.#hearers.listens(request);
    const isWanted = this.#releases.delete(id);
    if ("refusal" in listening) return void this.send(listening.refusal).catch(() => {});
    // The client may have cancelled the subscription meanwhile.
    if (!isWanted) return listening.release();
    this.#releases.set(id, listening.release);
    receive(listening.message);
  }

  #end(id: unknown): void {
    if (this.#watched.delete(id)) this.#watchedChanged();
    this.#releases.get(id)?.();
    this.#releases.delete(id);
  }

  /** Ends all subscriptions: the client has gone. */
  release(): void {
    for (const id of [...this.#releases.keys()]) this.#end(id);
  }

  override send(message: JSONRPCMessage): Promise<void> {
    // The acknowledgement lists the resources that a newer client watches from now on.
    if ("method" in message && isSpecType.SubscriptionsAcknowledgedNotification(message)) {
      const { _meta, notifications } = message.params;
      // Absent where the client watches no resources, but lists or tasks.
      if (notifications.resourceSubscriptions) {
        this.#watched.set(_meta?.[SUBSCRIPTION_ID_META_KEY], notifications.resourceSubscriptions);
        this.#watchedChanged();
      }
    }
    if (!("method" in message)) this.#noteAnswered(message.id);
    return this.#sendAll(toldOfTasks(message, this.#tasks));
  }

  async #sendAll(messages: readonly JSONRPCMessage[]): Promise<void> {
    await Promise.all(messages.map((message) => super.send(message)));
  }

  #noteAnswered(id: unknown): void {
    this.#answered.get(id)?.();
    this.#answered.delete(id);
  }

  override async close(): Promise<void> {
    await super.close();
    this.#hearers.onEnd();
  }
}

/** Most lists of resources that one connection watches at once. */
const MOST_SUBSCRIPTIONS = 16;

/** Serves one client over a pair of streams, in the protocol era with which it begins. */
export function serveStream(
  services: Services,
  version: string,
  stream: SocketOutbox & { readonly input: Readable },
  client: {
    /** Secret of the client's connection, the same when it reconnects. With null, no seat is held by the connection. */
    readonly connection: string | null;
    readonly toolsets: string | null;
    /** Seconds that its entry lets a call take; null where it does not say. */
    readonly callSeconds: number | null;
    /** Called once with the client's name for itself. */
    readonly onProgram: (program: Program) => void;
  },
) {
  const reading = readToolsets(client.toolsets);
  const connection = client.connection === null ? null : connectionHash(client.connection);
  const ends: (() => void)[] = [];
  const { promise: closing, resolve: hangUp } = Promise.withResolvers<void>();
  if (!reading.ok) {
    services.log.warn(`a client asked for ${reading.message}`);
    const error = { code: -32602, message: reading.message };
    stream.output.write(`${JSON.stringify({ jsonrpc: "2.0", id: null, error })}\n`);
    hangUp();
    return { closing, close: async () => {} };
  }

  ends.push(services.connections.open(connection));
  const end = () => {
    for (const stop of ends.splice(0)) stop();
    hangUp();
  };
  const audience = audienceOf({ connection, bearer: null }, reading.value, client.callSeconds);
  const transport = new StreamTransport(stream.input, stream.output, services.tasks, {
    onEnd: end,
    onProgram: client.onProgram,
    countWaiting: stream.request,
    listens: (request) => listenToTasks(request, services, audience),
  });
  ends.push(() => transport.release());
  const handle = serveStdio(
    ({ era }) => {
      const server = createServer({ services, version, audience, isModern: era !== "legacy" });
      const watch = era === "legacy" ? watchedBy(server) : transport.watch;
      ends.push(watchResources(server, services, watch, stream));
      return server;
    },
    {
      transport,
      maxSubscriptions: MOST_SUBSCRIPTIONS,
      onerror: (error) => services.log.debug(`an MCP connection: ${error.message}`),
    },
  );
  stream.input.once("close", end);
  return {
    closing,
    close: async () => {
      end();
      await handle.close();
    },
  };
}
