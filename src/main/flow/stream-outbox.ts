import { type Backlogs, createByteQueue } from "./backlogs.ts";

/**
 * Most bytes handed over at once, since nobody counts those inside the connection. A longer piece goes in parts, so a
 * client may be cut off in the midst of one.
 */
const MOST_AT_ONCE = 64 * 1024;

/**
 * Opens an outbox for the data that waits for one client of a stream, under the rule of {@link Backlogs}. One that is
 * cut off gets the farewell in place of what waited, and then the end; with one that does not even take that, its door
 * breaks off (`doors/tcp.ts`).
 * @param farewell makes the last message to a client that is cut off, in the form of its stream
 * @param onEnd called once: the client has gone, was cut off, or `end` was called
 */
export function openStreamOutbox(backlogs: Backlogs, farewell: () => Uint8Array, onEnd: () => void = () => {}) {
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const waiting = createByteQueue();
  /** Whether the client has asked for more than there was. */
  let isPulling = false;
  let state: "open" | "ending" | "over" = "open";

  const finish = (next: "ending" | "over") => {
    const wasOpen = state === "open";
    state = next;
    if (next === "over") {
      waiting.clear();
      backlog.close();
    }
    if (wasOpen) onEnd();
  };
  const cut = () => {
    waiting.clear();
    waiting.add(farewell());
    finish("ending");
  };
  const backlog = backlogs.open(cut);

  /** Hands over what is asked for, and closes after the last of it. */
  const supply = () => {
    const next = isPulling ? waiting.take(MOST_AT_ONCE) : null;
    if (next) {
      isPulling = false;
      controller.enqueue(next);
    }
    if (state === "ending" && waiting.size === 0) {
      finish("over");
      controller.close();
    } else if (state === "open") backlog.holds(waiting.size);
  };

  return {
    /** The body of the client's answer. */
    stream: new ReadableStream<Uint8Array>(
      {
        start: (own) => {
          controller = own;
        },
        pull: () => {
          isPulling = true;
          supply();
        },
        cancel: () => finish("over"),
      },
      { highWaterMark: 0 },
    ),
    /**
     * Adds bytes at the end. One piece may be sent to many. False when the client has gone, was cut off by this, or the
     * outbox has ended: then nothing more needs to be sent to it.
     */
    send: (piece: Uint8Array): boolean => {
      if (state !== "open") return false;
      waiting.add(piece);
      supply();
      return state === "open";
    },
    /** Ends the stream after the waiting bytes. */
    end: (): void => {
      if (state !== "open") return;
      finish("ending");
      supply();
    },
  };
}

/**
 * Holds an answer to the rule whose body a library streams without regard to its reader. `onEnd` is called once, when
 * the library has finished or the client has gone.
 */
export function boundedAnswer(
  backlogs: Backlogs,
  answer: Response,
  farewell: () => Uint8Array,
  onEnd: () => void = () => {},
): Response {
  if (answer.body === null) {
    onEnd();
    return answer;
  }
  const source = answer.body.getReader();
  const outbox = openStreamOutbox(backlogs, farewell, () => {
    onEnd();
    source.cancel().catch(() => {});
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
