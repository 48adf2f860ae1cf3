import { batch, effect, type ReadonlySignal, signal } from "@preact/signals";
import { createParser } from "eventsource-parser";
import type { LiveEvent } from "../../shared/api.ts";
import type { LeagueChange, PlayerStatusChange } from "../../shared/leagues.ts";
import { createListeners, endAll } from "../../shared/listeners.ts";
import { notSignedIn } from "./request.ts";
import { fetchAsPerson, keptSession, onSignedIn } from "./sign-in.ts";

export type ConnectionState = "connected" | "connecting" | "lost";

const FIRST_RETRY_MS = 300;
const LAST_RETRY_MS = 5_000;

const connectionState = signal<ConnectionState>("connecting");
const connections = signal(0);
const refusal = signal<string | null>(null);
const isReplaced = signal(false);
const gameEvents = createListeners<[LiveEvent]>();
const namedEvents = createListeners<[name: string, data: string]>();
const resetListeners = createListeners<[]>();
const connectListeners = createListeners<[]>();

/** Whether the page receives events. */
export const connection: ReadonlySignal<ConnectionState> = connectionState;
/** Whether the build that the host was started from has been replaced. */
export const hostRebuilt: ReadonlySignal<boolean> = isReplaced;
export function tellRebuilt(isRebuilt: boolean): void {
  isReplaced.value = isRebuilt;
}
/** Why the host refuses this page, in words for the person; null while it does not. */
export const refusalText: ReadonlySignal<string | null> = refusal;

/** Calls for each event from now on, once and in order, also across a lost connection. */
export const onGameEvent = gameEvents.listen;

/** Calls for the news of that name, which have no place in the log. Those during an absence are not reported later. */
export const onNews = <News>(name: string, listener: (news: News) => void) =>
  namedEvents.listen((each, data) => {
    if (each === name) listener(JSON.parse(data));
  });

/** Calls when settings were changed, in this window or another one. */
export const onSettings = (listener: () => void) => onNews("settings", listener);

/** Calls for changes of leagues. */
export const onLeagueNews = (listener: (change: LeagueChange) => void) => onNews("league", listener);

/** Calls when the status that a league's entrant reports has changed. */
export const onStatusNews = (listener: (change: PlayerStatusChange) => void) => onNews("status", listener);

/**
 * Calls when a page has to fetch the games that it shows: at once where the stream runs already, when it begins, and
 * whenever more was missed than can be sent. Fetching in the call leaves no gap to the events that follow.
 */
export function onReset(listener: () => void): () => void {
  const end = resetListeners.listen(listener);
  if (connectionState.peek() === "connected") listener();
  else waitingListeners.add(listener);
  return () => {
    end();
    waitingListeners.delete(listener);
  };
}

/**
 * Calls after each absence, however short, and at once where the stream runs already: for everything without a place in
 * the log of games, whose changes are not sent later.
 */
export function onConnected(listener: () => void): () => void {
  const end = connectListeners.listen(listener);
  if (connectionState.peek() === "connected") listener();
  return end;
}

/** The same, and whenever the person comes back to the page: for things that change elsewhere without an event. */
export function onReturn(listener: () => void): () => void {
  const end = onConnected(listener);
  window.addEventListener("focus", listener);
  return () => {
    end();
    window.removeEventListener("focus", listener);
  };
}

/** The number of connections so far. */
export const connectionCount: ReadonlySignal<number> = connections;

/** Calls once, when the page is connected anew, or at once where it has been since that number of connections. */
export function onceBack(count: number, listener: () => void): () => void {
  let stop = () => {};
  const once = () => {
    stop();
    listener();
  };
  if (connections.peek() !== count && connectionState.peek() === "connected") listener();
  else stop = connectListeners.listen(once);
  return () => stop();
}

/** Asks after each absence; and while there is nothing to show, also for the reason. */
export function askWhenConnected(ask: () => void, answer: ReadonlySignal<unknown>): () => void {
  const endConnected = onConnected(ask);
  const endLost = effect(() => {
    if (connectionState.value === "lost" && answer.peek() === null) ask();
  });
  return endAll(endConnected, endLost);
}

/** The last reported event; null before the first connection. */
let lastId: number | null = null;
/** Listeners that came while nothing could be fetched. */
const waitingListeners = new Set<() => void>();

function tellReset(): void {
  waitingListeners.clear();
  resetListeners.tell();
}

/** The connection of the last event. */
let heardBy: string | null = null;

/** Starts a new connection, which goes on from an event. */
function connectedBy(connection: string, before: number | null): void {
  heardBy = connection;
  connections.value += 1;
  connectionState.value = "connected";
  refusal.value = null;
  if (lastId !== null && lastId === before) {
    // Missed events follow; listeners that came meanwhile have no state yet to which these could be added.
    const waiting = [...waitingListeners];
    waitingListeners.clear();
    for (const listener of waiting) listener();
  } else {
    lastId = before;
    tellReset();
  }
  connectListeners.tell();
}

/** Events that arrive together are drawn together. */
const onPart = ({ connection, before, events }: Part): void =>
  batch(() => {
    if (connection !== heardBy || connectionState.peek() !== "connected") connectedBy(connection, before);
    for (const event of events) readEvent(event);
  });

function readEvent({ name, data }: Part["events"][number]) {
  switch (name) {
    case "reset":
      lastId = JSON.parse(data);
      return tellReset();
    case "game": {
      const event: LiveEvent = JSON.parse(data);
      if (lastId !== null && event.id <= lastId) return;
      lastId = event.id;
      return gameEvents.tell(event);
    }
    case "rebuilt":
      return tellRebuilt(JSON.parse(data));
    default:
      return namedEvents.tell(name, data);
  }
}

let hurry = () => {};
/** Connects at once where the next attempt would wait. */
export const listenNow = (): void => hurry();

/** Keeps the page connected from now on. Returns a function that stops it. */
export function startListening(): () => void {
  const ending = new AbortController();
  let current = new AbortController();

  const run = async () => {
    let pause = FIRST_RETRY_MS;
    let silent = false;
    while (!ending.signal.aborted) {
      current = new AbortController();
      silent = await listenToHost({ last: () => lastId, take: onPart }, current, silent);
      if (ending.signal.aborted) return;
      if (connectionState.value === "connected") pause = FIRST_RETRY_MS;
      connectionState.value = "lost";
      await new Promise<void>((resolve) => {
        // Without a session nothing changes before somebody signs in, which hurries.
        const isIn = refusal.value === null || keptSession() !== null;
        const timer = isIn ? setTimeout(resolve, pause * (0.75 + Math.random() / 2)) : undefined;
        hurry = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      pause = Math.min(pause * 2, LAST_RETRY_MS);
    }
  };
  const tryNow = () => {
    if (document.visibilityState === "visible") hurry();
  };
  window.addEventListener("online", tryNow, { signal: ending.signal });
  document.addEventListener("visibilitychange", tryNow, { signal: ending.signal });
  // A page that the browser has frozen would hold the stream without reading it for the others.
  document.addEventListener("freeze", () => current.abort(), { signal: ending.signal });
  onSignedIn(listenNow, ending.signal);
  void run();
  return () => {
    ending.abort();
    current.abort();
    hurry();
  };
}

/** Milliseconds of silence after which the connection counts as dead: the host sends something at least every 15 s. */
const SILENCE_MS = 40_000;

/** Events that arrived together on the host's stream; a heartbeat has none. */
interface Part {
  /** A unique name of the connection. */
  readonly connection: string;
  /**
   * The last event of the log before these and all later ones; a reader that knows only an earlier one has missed
   * something.
   */
  readonly before: number | null;
  readonly events: readonly { readonly name: string; readonly data: string }[];
}

interface StreamReader {
  /** The last event that this page knows; null for none. */
  readonly last: () => number | null;
  readonly take: (part: Part) => void;
}

/** Calls `onSilence` once nothing arrived for a while. */
function watchHeartbeat(onSilence: () => void): { note(): void; end(): void } {
  let timer = setTimeout(onSilence, SILENCE_MS);
  return {
    note: () => {
      clearTimeout(timer);
      timer = setTimeout(onSilence, SILENCE_MS);
    },
    end: () => clearTimeout(timer),
  };
}

/** Reads the host's stream until it ends, for whatever reason. */
async function readStream({ last, take: hear }: StreamReader, stop: AbortController): Promise<void> {
  const after = last();
  const url = after === null ? "/api/events" : `/api/events?after=${after}`;
  // A host that accepts the connection and never answers counts as silent too.
  const heartbeat = watchHeartbeat(() => stop.abort());
  try {
    const response = await fetchAsPerson(url, { signal: stop.signal, headers: { accept: "text/event-stream" } });
    if (response.status === 401) refusal.value = notSignedIn.message;
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
      heartbeat.note();
      parser.feed(value);
      if (events.length > 0 || newest !== null) hear({ connection, before: last() ?? newest, events });
      events = [];
    }
  } finally {
    heartbeat.end();
  }
}

const NAME = "kibitz-events";
const PART_QUERY = "ask";

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
async function listenToHost(reader: StreamReader, stop: AbortController, steal: boolean): Promise<boolean> {
  const channel = openChannel();
  let reading = false;
  /** The connection of this page, once the host has greeted it. */
  let connection: string | null = null;
  let silent = false;
  const heartbeat = watchHeartbeat(() => {
    silent = true;
    stop.abort();
  });
  channel?.addEventListener("message", ({ data }: MessageEvent<Part | typeof PART_QUERY>) => {
    if (data === PART_QUERY) {
      if (connection !== null) channel.postMessage({ connection, before: reader.last(), events: [] } satisfies Part);
    } else if (!reading) {
      heartbeat.note();
      reader.take(data);
    }
  });
  const sharePart = (part: Part) => {
    connection = part.connection;
    channel?.postMessage(part);
    reader.take(part);
  };
  const readAnswer = () => {
    reading = true;
    heartbeat.end();
    return readStream({ ...reader, take: sharePart }, stop);
  };
  try {
    channel?.postMessage(PART_QUERY);
    // Only pages in a secure context have locks, as those on the person's own machine are.
    if (channel && navigator.locks)
      await navigator.locks.request(NAME, steal ? { steal } : { signal: stop.signal }, readAnswer);
    else await readAnswer();
  } catch {
    // No host, a lost host, silence, a lock that another page took over, or refused locks.
    if (!reading && !stop.signal.aborted) await readAnswer().catch(() => null);
  } finally {
    stop.abort();
    heartbeat.end();
    channel?.close();
  }
  return silent;
}
