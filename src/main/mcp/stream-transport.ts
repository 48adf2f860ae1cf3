import type { Readable, Writable } from "node:stream";
import { isSpecType, type JSONRPCMessage, SUBSCRIPTION_ID_META_KEY } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { spareTime } from "../base/spare-time.ts";
import { type Program, programIn } from "./client.ts";
import { objectionTo, type Watched } from "./subscriptions.ts";
import { type Listening, type TasksRequest, tasksRequestIn, toldOfTasks } from "./tasks/listen.ts";
import type { Tasks } from "./tasks/tasks.ts";

/** Longest message that a client may send over a stream, in bytes. */
const LONGEST_MESSAGE = 1024 * 1024;

export interface Hearers {
  /**
   * Called when the transport closed itself, as it does on a message that is too long: the stream under it stays open.
   */
  readonly ended: () => void;
  /** Called once with the client's name for itself. */
  readonly introduced: (program: Program) => void;
  /** Subscribes the client to tasks. */
  readonly listens: (request: TasksRequest) => Promise<Listening>;
}

/**
 * Adds to the SDK's transport over streams: a report of its end, the client's identity, and the resources that the
 * client watches.
 */
export class StreamTransport extends StdioServerTransport {
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

  /** The resources that a client of the later era watches. */
  readonly watched: Watched = {
    has: (uri) => [...this.#watched.values()].some((uris) => uris.includes(uri)),
    isEmpty: () => this.#watched.size === 0,
    whenChanged: (changed) => {
      this.#watchedChanged = changed;
    },
  };
  #watchedChanged = () => {};

  override async start(): Promise<void> {
    const hear = this.onmessage;
    let isKnown = false;
    this.onmessage = (message) => {
      const program = isKnown ? null : programIn(message);
      if (program) {
        isKnown = true;
        this.#hearers.introduced(program);
      }
      const objection = objectionTo(message);
      if (objection) return void this.send(objection).catch(() => {});
      if (isSpecType.CancelledNotification(message)) {
        this.#end(message.params.requestId);
        this.#noteAnswered(message.params.requestId);
      }
      if ("method" in message && "id" in message) this.#answered.set(message.id, spareTime.asked());
      const asked = tasksRequestIn(message);
      if (asked) void this.#listen(asked, (request) => hear?.(request));
      else hear?.(message);
    };
    await super.start();
  }

  async #listen(asked: TasksRequest, hear: (request: JSONRPCMessage) => void): Promise<void> {
    const { id } = asked;
    this.#releases.set(id, null);
    const listening = await this.#hearers.listens(asked);
    const isWanted = this.#releases.delete(id);
    if ("refusal" in listening) return void this.send(listening.refusal).catch(() => {});
    // The client may have cancelled the subscription meanwhile.
    if (!isWanted) return listening.release();
    this.#releases.set(id, listening.release);
    hear(listening.message);
  }

  /** Ends the subscriptions of a request. */
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
    this.#hearers.ended();
  }
}
