import type { Backlogs } from "./backlogs.ts";
import { createByteQueue } from "./byte-queue.ts";

/** The data that waits for one client of a stream, under the rule of {@link Backlogs}. */
export interface Outbox {
  /** The body of the client's answer. */
  readonly stream: ReadableStream<Uint8Array>;
  /**
   * Puts bytes after what waits already. One piece may be sent to many. False when the client has gone, was cut off by
   * this, or the outbox has ended: nothing more needs to be made for it.
   */
  send(bytes: Uint8Array): boolean;
  /** Nothing follows; what waits is still told. */
  end(): void;
}

interface OutboxOptions {
  /** The last that a client hears which is cut off, in the words of its stream. What waited before is dropped. */
  readonly farewell: Uint8Array;
  /** Called once: the client has gone, was cut off, or `end` was called. */
  readonly ended?: () => void;
}

/**
 * Most bytes that are handed over at once: what has been handed over waits in the connection, where nobody counts it. A
 * longer piece goes in parts, so a client that is cut off may be in the midst of one.
 */
const MOST_AT_ONCE = 64 * 1024;

/**
 * Opens an outbox for one client. One that is cut off gets the farewell in place of what waited, and then the end; with
 * one that does not even take that, its door breaks off (`doors/tcp.ts`).
 */
export function openOutbox(backlogs: Backlogs, { farewell, ended = () => {} }: OutboxOptions): Outbox {
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const waiting = createByteQueue();
  /** Whether the client has asked for more than there was. */
  let asked = false;
  let state: "open" | "ending" | "over" = "open";

  const finish = (next: "ending" | "over") => {
    const wasOpen = state === "open";
    state = next;
    if (next === "over") {
      waiting.clear();
      backlog.close();
    }
    if (wasOpen) ended();
  };
  const cut = () => {
    waiting.clear();
    waiting.add(farewell);
    finish("ending");
  };
  const backlog = backlogs.open(cut);

  /** Hands over what is asked for, and closes after the last of it. */
  const supply = () => {
    const next = asked ? waiting.take(MOST_AT_ONCE) : null;
    if (next) {
      asked = false;
      controller.enqueue(next);
    }
    if (state === "ending" && waiting.size === 0) {
      finish("over");
      controller.close();
    } else if (state === "open") backlog.holds(waiting.size);
  };

  return {
    stream: new ReadableStream<Uint8Array>(
      {
        start: (own) => {
          controller = own;
        },
        pull: () => {
          asked = true;
          supply();
        },
        cancel: () => finish("over"),
      },
      { highWaterMark: 0 },
    ),
    send: (piece) => {
      if (state !== "open") return false;
      waiting.add(piece);
      supply();
      return state === "open";
    },
    end: () => {
      if (state !== "open") return;
      finish("ending");
      supply();
    },
  };
}

/**
 * An answer whose body a library streams without asking whether anybody reads it, held to the rule. `ended` is called once,
 * when the library has nothing more to say or nobody is there to hear it.
 */
export function boundedAnswer(
  backlogs: Backlogs,
  answer: Response,
  farewell: Uint8Array,
  ended: () => void = () => {},
): Response {
  if (answer.body === null) {
    ended();
    return answer;
  }
  const source = answer.body.getReader();
  const outbox = openOutbox(backlogs, {
    farewell,
    ended: () => {
      ended();
      source.cancel().catch(() => {});
    },
  });
  const pump = async (): Promise<void> => {
    for (;;) {
      const { done, value } = await source.read();
      if (done || !outbox.send(value)) break;
    }
    outbox.end();
  };
  // A source that breaks off has nothing more to say.
  pump().catch(() => outbox.end());
  return new Response(outbox.stream, answer);
}
