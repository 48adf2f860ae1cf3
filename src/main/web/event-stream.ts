import type { LoggedEvent } from "../../shared/events.ts";
import type { Store } from "../store/store.ts";
import type { Sitting } from "../tables/sitting.ts";
import type { Tables } from "../tables/tables.ts";
import { publicEvent } from "../views/public-event.ts";

const PING_MS = 15_000;
/** How much of the past is told in one go when a page comes back. */
const CATCH_UP = 1_000;
/** Events a slow reader may be behind before it is cut off; it comes back and catches up from the log. */
const MOST_BEHIND = 2_000;
const MOST_STREAMS = 500;

export interface EventStreams {
  /**
   * Everything that happens, as server-sent events: `game` events whose id is their place in the log. With the id of
   * the last one that was seen, first what was missed since; `reset` when that is more than can be told, so that the
   * reader fetches afresh.
   */
  open(lastSeen: number | null, signal: AbortSignal): Response;
  close(): void;
}

export function createEventStreams(tables: Tables, store: Store): EventStreams {
  const open = new Set<() => void>();

  return {
    open: (lastSeen, signal) => {
      if (open.size >= MOST_STREAMS)
        return new Response("Too many pages are listening. Close some.\n", { status: 503 });
      let end = () => {};
      const encoder = new TextEncoder();
      const stream = new ReadableStream<Uint8Array>(
        {
          start: (controller) => {
            const send = (text: string) => {
              controller.enqueue(encoder.encode(text));
              if ((controller.desiredSize ?? 0) <= 0) end();
            };
            const stop = tables.listen((entry, sitting) => send(eventText(entry, sitting)));
            const ping = setInterval(send, PING_MS, ": ping\n\n");
            end = () => {
              if (!open.delete(end)) return;
              stop();
              clearInterval(ping);
              signal.removeEventListener("abort", end);
              try {
                controller.close();
              } catch {
                // The reader closed it first.
              }
            };
            open.add(end);
            signal.addEventListener("abort", end, { once: true });

            const missed = lastSeen === null ? [] : store.logAfter(lastSeen, CATCH_UP + 1);
            send(`retry: 1000\nid: ${store.lastEventId()}\nevent: hello\ndata: {}\n\n`);
            if (missed.length > CATCH_UP || (lastSeen ?? 0) > store.lastEventId()) send("event: reset\ndata: {}\n\n");
            else
              for (const entry of missed) {
                const sitting = tables.get(entry.gameId);
                if (sitting.ok) send(eventText(entry, sitting.value));
              }
          },
          cancel: () => end(),
        },
        new CountQueuingStrategy({ highWaterMark: MOST_BEHIND }),
      );
      return new Response(stream, {
        headers: {
          "content-type": "text/event-stream; charset=utf-8",
          "cache-control": "no-store",
          "x-accel-buffering": "no",
        },
      });
    },
    close: () => {
      for (const end of [...open]) end();
    },
  };
}

function eventText({ id, gameId, at, event }: LoggedEvent, { table }: Sitting): string {
  return `id: ${id}\nevent: game\ndata: ${JSON.stringify({ id, game_id: gameId, at, ...publicEvent(event, table) })}\n\n`;
}
