import { type Fields, fieldsOf } from "../shared/fields.ts";
import { RecentMap } from "../shared/recent-map.ts";
import type { DialResult, Link, LinkListener } from "./host-link.ts";
import { answerInterrupted } from "./interruption.ts";
import type { Log } from "./log.ts";
import * as messages from "./message.ts";
import { carriedCall, failedAnswer, offlineAnswer, offlineResult, startedAnswer } from "./offline.ts";

/** Keeps what a 2025-era client agrees with the host but once: its identity, the log level, what it follows. */
function createHandshake() {
  let initialize: Fields | null = null;
  let version: string | null = null;
  let isInitialized = false;
  let level: Fields | null = null;
  const subscriptions = new Map<string, Fields>();

  const line = (id: messages.Id, method: string, params: Fields) =>
    JSON.stringify({ jsonrpc: "2.0", id, method, params });
  return {
    get version() {
      return version;
    },
    /** Takes note of a request that the host granted. */
    noteGrant({ method, params }: messages.Request, result: Fields): void {
      if (method === "initialize") {
        initialize = params;
        version = versionIn(result);
      } else if (method === "logging/setLevel") {
        level = params;
      } else if (method === "resources/subscribe" && typeof params.uri === "string") {
        subscriptions.set(params.uri, params);
      } else if (method === "resources/unsubscribe" && typeof params.uri === "string") {
        subscriptions.delete(params.uri);
      }
    },
    noteInitialized(): void {
      isInitialized = true;
    },
    /** The `initialize` that opens the next connection; null where this client never sent one. */
    opening: (id: messages.Id): string | null => (initialize === null ? null : line(id, "initialize", initialize)),
    /** The messages that follow its answer. */
    remainingParts: (nextId: () => messages.Id): readonly string[] => [
      ...(isInitialized ? [JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })] : []),
      ...(level === null ? [] : [line(nextId(), "logging/setLevel", withoutMeta(level))]),
      ...[...subscriptions.values()].map((params) => line(nextId(), "resources/subscribe", withoutMeta(params))),
    ],
  };
}

function versionIn(result: Fields): string | null {
  return typeof result.protocolVersion === "string" ? result.protocolVersion : null;
}

/** A progress token in `_meta` belongs to the first request; the repeated one must not report to it. */
function withoutMeta(params: Fields): Fields {
  const { _meta, ...rest } = params;
  const { progressToken, ...meta } = fieldsOf(_meta) ?? {};
  return Object.keys(meta).length > 0 ? { ...rest, _meta: meta } : rest;
}

interface RelayedMessage {
  readonly line: string;
  /** null for a notification. */
  readonly request: messages.Request | null;
  /** The number of hosts that went away before they answered it. */
  tries: number;
}

/** Milliseconds that answers may still take after the end of the client's input, and after the start of a host for it. */
const LAST_ANSWERS_MS = 5_000;
const mostWaiting = 1000;
const mostTries = 3;
/** Requests of a host that await the client's answer, withdrawn ones included. */
const MOST_OWED = 100;

/** Lines of the client that wait for a host, in the order in which they came. */
function createPendingRequests() {
  let entries: RelayedMessage[] = [];
  /** Removes and returns the entries for which `go` is true. */
  const part = (go: (entry: RelayedMessage) => boolean): RelayedMessage[] => {
    const leaving = entries.filter(go);
    entries = entries.filter((entry) => !leaving.includes(entry));
    return leaving;
  };
  return {
    /** Whether a request is among them: notifications alone are no reason to start a host. */
    get wantsHost(): boolean {
      return entries.some(({ request }) => request !== null);
    },
    /** Returns false when there are too many. */
    add: (entry: RelayedMessage): boolean => entries.length < mostWaiting && entries.push(entry) > 0,
    addFirst: (entry: RelayedMessage) => void entries.unshift(entry),
    /** Removes a request; returns whether it was there. */
    cancel: (id: messages.Id): boolean =>
      part(({ request }) => request !== null && messages.keyOf(request.id) === messages.keyOf(id)).length > 0,
    takeAll: (): readonly RelayedMessage[] => part(() => true),
    /** Counts one more host that went away, and removes and returns those that have seen too many. */
    takeSpent(): readonly RelayedMessage[] {
      for (const entry of entries) entry.tries += 1;
      return part(({ tries }) => tries >= mostTries);
    },
  };
}

/** `opening`: repeats the client's handshake with this host. */
type RelayState =
  | { readonly name: "down" | "joining" | "closed" }
  | { readonly name: "opening"; readonly link: Link; readonly id: string }
  | { readonly name: "up"; readonly link: Link };

/** Milliseconds for a host to answer a repeated `initialize`. */
const openingTime = 10_000;

/** Whether an unanswered request goes to the next host: a handshake changes nothing, and all know tasks by id. */
const isForTheNext = ({ method }: messages.Request): boolean =>
  method === "initialize" || method === "server/discover" || method.startsWith("tasks/");

/** Carries MCP between one client and the host that is there, and from one host over to the next. */
export function createRelay(options: {
  readonly toClient: (line: string) => void;
  /** Stops or resumes the lines that come from the client. */
  readonly holdClient: (stop: boolean) => void;
  /** Finds the host; where there is none, starts one as long as `isWanted`. */
  readonly reach: (listener: LinkListener, isWanted: () => boolean) => Promise<DialResult>;
  /** The toolsets that it asks for; null for the default ones. */
  readonly toolsets?: string | null;
  readonly log: Log;
}) {
  const { toClient: tell, holdClient, reach, toolsets = null, log } = options;
  let state: RelayState = { name: "down" };
  /** The listener of the present connection; later events of an earlier one are ignored. */
  let present: LinkListener | null = null;
  const waiting = createPendingRequests();
  const inFlight = new Map<string, { readonly entry: RelayedMessage; readonly request: messages.Request }>();
  let onFinish: (() => void) | null = null;
  const toClient = (line: string): void => {
    tell(line);
    if (onFinish && inFlight.size === 0 && !waiting.wantsHost) onFinish();
  };
  /** The present host's ids of its requests, by those for the client: each host numbers its own from 0. */
  const owed = new RecentMap<messages.Id, messages.Id>(MOST_OWED);
  let hostRequests = 0;
  const handshake = createHandshake();
  /** Ids of repeated parts of the handshake, whose answers the client must not see. */
  const repeatIds = new Set<string>();
  let repeats = 0;
  /** Whether the shim itself told the client what there is, because there was no host. */
  let stoodIn = false;
  /** The revision that the client asked for. */
  let requestedRevision: unknown = null;
  const nextRepeat = (): string => {
    const id = `kibitz-repeat-${process.pid}-${++repeats}`;
    repeatIds.add(id);
    return id;
  };

  function join(): void {
    if (state.name !== "down") return;
    state = { name: "joining" };
    let isOver = false;
    const listener: LinkListener = {
      line: (line) => present === listener && fromHost(line),
      onCongestion: (yes) => present === listener && holdClient(yes),
      onClose() {
        isOver = true;
        // Before the connection is open, `onArrival` sees to it.
        if (present === listener && state.name !== "joining") lost();
      },
    };
    present = listener;
    const onArrival = (result: DialResult): void => {
      if (state.name === "closed") {
        if (result.kind === "linked") result.link.close();
      } else if (result.kind === "linked") {
        if (isOver) lost();
        else open(result.link);
      } else {
        state = { name: "down" };
        if (result.kind === "failed") (result.missing ? standIn : giveUp)(result.message);
        // A request came in at the moment when the search for a host was given up.
        else if (waiting.wantsHost) join();
      }
    };
    reach(listener, () => waiting.wantsHost).then(onArrival, (error: unknown) => {
      onArrival({ kind: "failed", message: `Kibitz cannot be reached: ${String(error)}` });
    });
  }

  function open(link: Link): void {
    const id = nextRepeat();
    const opening = handshake.opening(id);
    if (opening === null) {
      repeatIds.delete(id);
      goUp(link);
      return;
    }
    state = { name: "opening", link, id };
    link.send(opening);
    const tooLate = () => state.name === "opening" && state.id === id && turnedDown(link, "did not answer");
    setTimeout(tooLate, openingTime).unref();
  }

  function turnedDown(link: Link, how: string): void {
    state = { name: "down" };
    present = null;
    repeatIds.clear();
    link.close();
    giveUp(`The restarted Kibitz ${how} this connection. Restart the MCP server in your assistant.`);
  }

  function goUp(link: Link): void {
    state = { name: "up", link };
    // The client knows only what the shim itself offers.
    if (stoodIn) toClient(messages.notification("notifications/tools/list_changed", {}));
    stoodIn = false;
    for (const entry of waiting.takeAll()) send(link, entry);
    if (onFinish) setTimeout(onFinish, LAST_ANSWERS_MS);
  }

  function send(link: Link, entry: RelayedMessage): void {
    const own = entry.request && startedAnswer(entry.request);
    if (own !== null) {
      toClient(own);
      return;
    }
    if (entry.request !== null) inFlight.set(messages.keyOf(entry.request.id), { entry, request: entry.request });
    link.send(entry.line);
  }

  function lost(): void {
    state = { name: "down" };
    present = null;
    repeatIds.clear();
    holdClient(false);
    log.warn(`the host went away with ${inFlight.size} requests under way`);
    for (const { entry, request } of inFlight.values()) {
      if (isForTheNext(request)) waiting.addFirst(entry);
      else toClient(answerInterrupted(request, toolsets));
    }
    inFlight.clear();
    for (const id of owed.keys()) toClient(messages.notification("notifications/cancelled", { requestId: id }));
    owed.clear();
    refuse(waiting.takeSpent(), "Kibitz keeps going away. Start it yourself to see what it says, then try again.");
    join();
  }

  function standIn(message: string): void {
    log.error(message);
    for (const { request } of waiting.takeAll()) {
      if (request === null) continue;
      const result = offlineResult(request, message);
      // The next host is told what was agreed here.
      if (result !== null) handshake.noteGrant(request, result);
      if (result !== null && request.method !== "ping") stoodIn = true;
      toClient(offlineAnswer(request, result, message));
    }
  }

  function giveUp(message: string): void {
    log.error(message);
    refuse(waiting.takeAll(), message);
  }

  function refuse(entries: readonly RelayedMessage[], message: string): void {
    for (const { request } of entries) {
      if (request !== null) toClient(failedAnswer(request, message));
    }
  }

  function fromHost(line: string): void {
    const message = messages.readMessage(line);
    switch (message.kind) {
      case "garbled":
      case "invalid":
        log.error(`the host sent a line that is not MCP; it was dropped: ${line.slice(0, 200)}`);
        return;
      case "request":
        owed.set(hostRequests, message.id);
        toClient(messages.withId(line, hostRequests++));
        return;
      case "notification": {
        if (message.method !== "notifications/cancelled") break;
        const requestId = [...owed].find(([, id]) => id === message.params.requestId)?.[0];
        // The client may answer all the same; the host then says that it came too late.
        if (requestId !== undefined) toClient(messages.notification(message.method, { ...message.params, requestId }));
        return;
      }
      case "response": {
        if (typeof message.id === "string" && repeatIds.delete(message.id)) {
          repeatAnswered(message.id, message.result);
          return;
        }
        const request = inFlight.get(messages.keyOf(message.id))?.request;
        inFlight.delete(messages.keyOf(message.id));
        if (request !== undefined && message.result !== null) handshake.noteGrant(request, message.result);
        break;
      }
    }
    toClient(line);
  }

  function repeatAnswered(id: string, result: Fields | null): void {
    if (state.name !== "opening" || state.id !== id) {
      if (result === null) log.warn("the new host refused a part of the repeated handshake");
    } else if (result === null) {
      turnedDown(state.link, "refused");
    } else {
      const version = versionIn(result);
      if (version !== handshake.version) log.warn(`the new host speaks ${version}, the last one ${handshake.version}`);
      for (const line of handshake.remainingParts(nextRepeat)) state.link.send(line);
      log.info("connected to Kibitz again");
      goUp(state.link);
    }
  }

  function fromClient(line: string): void {
    for (const each of messages.messagesIn(line, (handshake.version ?? requestedRevision) === messages.BATCH_REVISION))
      onLine(each);
  }

  function onLine(line: string): void {
    const message = messages.readMessage(line);
    switch (message.kind) {
      case "garbled":
        toClient(messages.failure(null, messages.rpcCodes.garbled, "Parse error: the line is not JSON."));
        break;
      case "invalid":
        toClient(messages.failure(message.id, messages.rpcCodes.invalid, `Invalid request: ${message.problem}.`));
        break;
      case "request":
        onRequest(message, line);
        break;
      case "response": {
        const hostId = owed.get(message.id);
        owed.delete(message.id);
        if (hostId !== undefined && state.name === "up") state.link.send(messages.withId(line, hostId));
        break;
      }
      case "notification":
        onNotification(message.method, message.params.requestId, line);
        break;
    }
  }

  function onRequest(incoming: messages.Request, text: string): void {
    const request = carriedCall(incoming);
    const { id, method, params } = request;
    if (method === "initialize") requestedRevision = params.protocolVersion;
    const line = request === incoming ? text : JSON.stringify({ jsonrpc: "2.0", id, method, params });
    const entry: RelayedMessage = { line, request, tries: 0 };
    const isUnwanted = (state.name === "down" || state.name === "joining") && !waiting.wantsHost;
    if (state.name === "up") {
      send(state.link, entry);
    } else if (isUnwanted && request.method === "ping") {
      // A client's keep-alive must not bring back a host that was quit on purpose.
      toClient(messages.answer(request.id, {}));
    } else if (waiting.add(entry)) {
      join();
    } else {
      toClient(failedAnswer(request, "Too many requests wait for Kibitz to start. Try again later."));
    }
  }

  function onNotification(method: string, requestId: unknown, line: string): void {
    if (method === "notifications/cancelled" && messages.isId(requestId)) {
      inFlight.delete(messages.keyOf(requestId));
      if (waiting.cancel(requestId)) return;
    }
    if (method === "notifications/initialized") handshake.noteInitialized();
    if (state.name === "up") state.link.send(line);
    // The repeated handshake tells it to the next host.
    else if (method !== "notifications/initialized" && waiting.wantsHost)
      waiting.add({ line, request: null, tries: 0 });
  }

  return {
    fromClient,
    /** Looks for a host that may have come back, without starting one. */
    rejoin: join,
    /** Stops or resumes the lines that come from the host. */
    holdHost: (stop: boolean) => "link" in state && state.link.hold(stop),
    /** The client has closed its input: calls once all that it asked for is answered, or the time for that is over. */
    finish(callback: () => void): void {
      onFinish = callback;
      if (!waiting.wantsHost) setTimeout(callback, inFlight.size === 0 ? 0 : LAST_ANSWERS_MS);
    },
    close(): void {
      const last = state;
      state = { name: "closed" };
      present = null;
      if ("link" in last) last.link.close();
    },
  };
}
