import { gameOf } from "../../games/register.ts";
import type { LiveEvent } from "../../shared/api.ts";
import type { LoggedEvent } from "../../shared/events.ts";
import type { Tables } from "../tables/tables.ts";
import { liveEvents, missedEvent, missedEventOf } from "../views/live-event.ts";

const PING_MS = 15_000;
/** How much of the past is told in one go when a page comes back. */
const CATCH_UP = 1_000;
/** Events a slow reader may be behind before it is cut off; it comes back and catches up from the log. */
const MOST_BEHIND = 2_000;
const MOST_STREAMS = 500;

export interface EventStreams {
  /**
   * Everything that happens, as server-sent events: `game` events whose id is their place in the log, each with the
   * card of its game. With the id of the last one that was seen, first what was missed since; `reset` when that is more
   * than can be told, so that the reader fetches afresh.
   */
  open(lastSeen: number | null, signal: AbortSignal): Promise<Response>;
  close(): void;
}

export function createEventStreams(tables: Tables, now: () => number): EventStreams {
  const open = new Set<() => void>();
  const readers = new Set<(text: string, id: number) => void>();
  const encoder = new TextEncoder();
  let closed = false;

  // Each event is made and written once, however many listen.
  const stopListening = tables.listen((news) => {
    if (readers.size === 0) return;
    for (const event of liveEvents(news, now())) {
      const text = eventText(event);
      for (const read of [...readers]) read(text, event.id);
    }
  });

  const missed = async (entry: LoggedEvent): Promise<string> => {
    const found = await tables.table(entry.gameId);
    if (!found.ok) return "";
    const table = found.value;
    const whole = gameOf(table.kind).capabilities.simultaneous ? await tables.get(table.id) : null;
    const game = whole?.ok ? whole.value : tables.inMemory(table.id);
    return eventText(game ? missedEvent(entry, game, now()) : missedEventOf(entry, table, now()));
  };

  return {
    open: async (lastSeen, signal) => {
      // Readers are counted, and not streams: those whose past is still being read have their place, too.
      if (readers.size >= MOST_STREAMS)
        return new Response("Too many pages are listening. Close some.\n", { status: 503 });
      // Listening begins before the past is read, so that there is no gap; what comes meanwhile waits.
      const waiting: { readonly text: string; readonly id: number }[] = [];
      let read = (text: string, id: number): void => void waiting.push({ text, id });
      const reader = (text: string, id: number) => read(text, id);
      readers.add(reader);

      const { from, past } = await pastSince(lastSeen).catch((error: unknown) => {
        readers.delete(reader);
        throw error;
      });
      let end = () => void readers.delete(reader);
      const stream = new ReadableStream<Uint8Array>(
        {
          start: (controller) => {
            const send = (text: string) => {
              controller.enqueue(encoder.encode(text));
              if ((controller.desiredSize ?? 0) <= 0) end();
            };
            const ping = setInterval(send, PING_MS, ": ping\n\n");
            end = () => {
              if (!open.delete(end)) return;
              readers.delete(reader);
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

            send(`retry: 1000\nid: ${from}\nevent: hello\ndata: {}\n\n`);
            for (const text of past) send(text);
            read = (text, id) => {
              if (id > from) send(text);
            };
            for (const { text, id } of waiting.splice(0)) read(text, id);
            if (signal.aborted || closed) end();
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
      closed = true;
      stopListening();
      for (const end of [...open]) end();
      readers.clear();
    },
  };

  /** What is told of the past, and the place in the log up to which that is. */
  async function pastSince(lastSeen: number | null): Promise<{ from: number; past: readonly string[] }> {
    const newest = await tables.lastEntryId();
    if (lastSeen === null) return { from: newest, past: [] };
    const reset = { from: newest, past: ["event: reset\ndata: {}\n\n"] };
    if (lastSeen > newest) return reset;
    const entries = await tables.entriesAfter(lastSeen, CATCH_UP + 1);
    if (entries.length > CATCH_UP) return reset;
    const past = await Promise.all(entries.map(missed));
    return { from: Math.max(newest, entries.at(-1)?.id ?? 0), past };
  }
}

const eventText = (event: LiveEvent): string => `id: ${event.id}\nevent: game\ndata: ${JSON.stringify(event)}\n\n`;
