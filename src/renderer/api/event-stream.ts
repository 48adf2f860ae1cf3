import { createParser } from "eventsource-parser";
import { fetchAsPerson } from "./sign-in.ts";

/** Milliseconds of silence after which the connection counts as dead: the host sends something at least every 15 s. */
const SILENCE_MS = 40_000;

/** Events that arrived together on the host's stream; a heartbeat has none. */
export interface Part {
  /** A unique name of the connection. */
  readonly connection: string;
  /**
   * The last event of the log before these and all later ones; a reader that knows only an earlier one has missed
   * something.
   */
  readonly before: number | null;
  readonly events: readonly { readonly name: string; readonly data: string }[];
}

export interface Reader {
  /** The last event that this page knows; null for none. */
  readonly last: () => number | null;
  readonly hear: (part: Part) => void;
  /** The host refuses this page. */
  readonly refuse: () => void;
}

/** Calls `silence` once nothing arrived for a while. */
function watchSilence(silence: () => void): { heard(): void; end(): void } {
  let timer = setTimeout(silence, SILENCE_MS);
  return {
    heard: () => {
      clearTimeout(timer);
      timer = setTimeout(silence, SILENCE_MS);
    },
    end: () => clearTimeout(timer),
  };
}

/** Reads the host's stream until it ends, for whatever reason. */
async function readStream({ last, hear, refuse }: Reader, stop: AbortController): Promise<void> {
  const after = last();
  const url = after === null ? "/api/events" : `/api/events?after=${after}`;
  // A host that accepts the connection and never answers counts as silent too.
  const silence = watchSilence(() => stop.abort());
  try {
    const response = await fetchAsPerson(url, { signal: stop.signal, headers: { accept: "text/event-stream" } });
    if (response.status === 401) refuse();
    if (!response.ok || !response.body) return;
    const connection = String(Math.random());
    let newest: number | null = null;
    let events: Part["events"] = [];
    const parser = createParser({
      onEvent: ({ id, event = "", data }) => {
        if (event === "hello") newest = id === undefined ? null : Number(id);
        // A reset starts from the number in the greeting.
        events = [...events, { name: event, data: event === "reset" ? String(newest) : data }];
      },
    });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      silence.heard();
      parser.feed(value);
      if (events.length > 0 || newest !== null) hear({ connection, before: last() ?? newest, events });
      events = [];
    }
  } finally {
    silence.end();
  }
}

const NAME = "kibitz-events";
const question = "ask";

/** Null where the browser lets pages share nothing, as some do without cookies: then each page reads for itself. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(NAME);
  } catch {
    return null;
  }
}

/**
 * Reads the host's stream until it ends, or hears what another page of this browser reads until that goes. A browser opens
 * no more than six connections to a host for all its pages: with a stream for each, the sixth page would get nothing more.
 * @param steal takes the stream over from a page that holds it and does not tell
 * @returns whether another page held it and fell silent
 */
export async function listenToHost(reader: Reader, stop: AbortController, steal: boolean): Promise<boolean> {
  const channel = openChannel();
  let reading = false;
  /** The connection of this page, once the host has greeted it. */
  let connection: string | null = null;
  let silent = false;
  const silence = watchSilence(() => {
    silent = true;
    stop.abort();
  });
  channel?.addEventListener("message", ({ data }: MessageEvent<Part | typeof question>) => {
    if (data === question) {
      if (connection !== null) channel.postMessage({ connection, before: reader.last(), events: [] } satisfies Part);
    } else if (!reading) {
      silence.heard();
      reader.hear(data);
    }
  });
  const hear = (part: Part) => {
    connection = part.connection;
    channel?.postMessage(part);
    reader.hear(part);
  };
  const read = () => {
    reading = true;
    silence.end();
    return readStream({ ...reader, hear }, stop);
  };
  try {
    channel?.postMessage(question);
    // Only pages in a secure context have locks, as those on the person's own machine are.
    if (channel && navigator.locks)
      await navigator.locks.request(NAME, steal ? { steal } : { signal: stop.signal }, read);
    else await read();
  } catch {
    // No host, a lost host, silence, a lock that another page took over, or refused locks.
    if (!reading && !stop.signal.aborted) await read().catch(() => null);
  } finally {
    stop.abort();
    silence.end();
    channel?.close();
  }
  return silent;
}
