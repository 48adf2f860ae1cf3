import * as mcp from "@modelcontextprotocol/server";
import { createListeners } from "../../../shared/listeners.ts";
import { RecentMap } from "../../../shared/recent-map.ts";
import { messageOf } from "../../../shared/result.ts";
import { awakeTime } from "../../base/awake-time.ts";
import type { Connections } from "../../games/authority.ts";
import { markOf, NO_GAME, type Resumption, type TaskCaller, type TaskIds, type TaskRef } from "./task-ids.ts";

export type { TaskCaller } from "./task-ids.ts";

/** Milliseconds from its creation for which a task may be asked for. */
export const TTL_MS = 24 * 60 * 60_000;
/** Milliseconds that a request about a task which is taken up again waits for its end: many end at once. */
const GRACE_MS = 100;
/** Milliseconds without a request after which a wait is dropped: a client that asks again resumes it. */
const LINGER_MS = 20_000;
/** Milliseconds for which the result of a wait is kept. */
const KEPT_MS = 10 * 60_000;
const SWEEP_MS = 5_000;
/** Most tasks in memory; the one that was requested longest ago makes room. */
const MOST_TASKS = 2_000;
/** Most requests of a task whose late answers are heard. */
const MOST_LATE = 10;

type InputRequest = mcp.InputRequests[string];

/** How soon a wait becomes a task, and how often the client is to ask for it. */
export interface Pace {
  /** Milliseconds for which the call itself goes on. */
  readonly graceMs: number;
  readonly pollMs: number;
}

/** A call under way that may become a task. */
export interface CallRun {
  /** Aborted when nobody asks for it any more, or it is cancelled. */
  readonly signal: AbortSignal;
  /** Reports that a wait begins, how to resume it, and its pace: from now on the call may be a task. */
  waits(resumption: Resumption, pace: Pace): void;
  tell(message: string): void;
  /** Sets a function to call once the client has fetched the result, or is found not to. */
  whenFetched(listener: (isFetched: boolean) => void): void;
  /** Returns the client's answer as it came; null for none before the signal. A later one goes to `late`. */
  ask(request: InputRequest, signal: AbortSignal, late: (content: unknown) => void): Promise<unknown>;
}

export type Work = (run: CallRun) => Promise<mcp.CallToolResult>;
export type Resume = (ref: TaskRef, run: CallRun) => Promise<mcp.CallToolResult>;

/** A task as the client is told of it. */
export interface Task extends Readonly<Record<string, unknown>> {
  readonly taskId: string;
  readonly status: "working" | "input_required" | "completed" | "failed" | "cancelled";
}

export type Tasks = ReturnType<typeof createTasks>;

type End =
  | { readonly status: "completed"; readonly result: mcp.CallToolResult }
  | { readonly status: "failed"; readonly error: { readonly code: number; readonly message: string } }
  | { readonly status: "cancelled" };

interface About {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** The seat or entrant that waits, of which one task goes on at a time; null for work that is no wait of a seat. */
  readonly waiter: string | null;
}

class Entry {
  /** Null until it is a task. */
  about: About | null;
  end: End | null = null;
  /** Whether its work stopped without a result, as where the host closes: the next request starts it again. */
  isVoid = false;
  pollMs = usualPace.pollMs;
  message: string | null = null;
  /** Called, once, when the client has fetched the result, or is found not to; null until there is a result. */
  onFetch: ((isFetched: boolean) => void) | null = null;
  isDropped = false;
  /** Milliseconds since 1970. */
  changedAt: number;
  /** In awake time, milliseconds. */
  askedAt = awakeTime.now();
  attending = 0;
  readonly stop = new AbortController();
  readonly open = new Map<string, { readonly request: InputRequest; readonly answer: (content: unknown) => void }>();
  /** The hearers of answers to requests that are no longer open. */
  readonly late = new RecentMap<string, (content: unknown) => void>(MOST_LATE);

  constructor(about: About | null, now: number) {
    this.about = about;
    this.changedAt = now;
  }
}

/** Calls that go on after their answer. Results are kept in memory, arguments in ids; only cancellations are stored. */
export function createTasks(options: {
  readonly ids: TaskIds;
  /** Stores that a task was cancelled, by its mark, until a moment in milliseconds since 1970. */
  readonly store: {
    cancelTask(mark: string, until: number, now: number): Promise<void>;
    isTaskCancelled(mark: string): Promise<boolean>;
  };
  readonly connections: Pick<Connections, "isOpen" | "lookUp">;
  readonly now: () => number;
  readonly lingerMs?: number;
}) {
  const { ids, store, connections, now, lingerMs = LINGER_MS } = options;
  const entries = new Map<string, Entry>();
  const listeners = createListeners<[id: string]>();
  /** The newest task of each waiter, by its id. */
  const newest = new Map<string, string>();
  /** Counts the requests of all tasks: no key is used twice. */
  let requestCount = 0;

  const noteFetched = (entry: Entry, isFetched: boolean) => {
    const { onFetch } = entry;
    entry.onFetch = null;
    onFetch?.(isFetched);
  };

  const sweep = setInterval(
    () => {
      for (const [id, entry] of entries) {
        const silence = entry.attending === 0 ? awakeTime.now() - entry.askedAt : 0;
        if (entry.end && silence > lingerMs) noteFetched(entry, false);
        if (silence > (entry.end ? KEPT_MS : lingerMs)) drop(id);
      }
    },
    Math.min(SWEEP_MS, lingerMs),
  ).unref();
  const drop = (id: string) => {
    const entry = entries.get(id);
    if (!entry) return;
    entry.isDropped = true;
    noteFetched(entry, false);
    entry.stop.abort();
    entries.delete(id);
    const waiter = entry.about?.waiter ?? null;
    if (waiter !== null && newest.get(waiter) === id) newest.delete(waiter);
  };

  const noteChange = (entry: Entry) => {
    entry.changedAt = now();
    if (entry.about) listeners.tell(entry.about.id);
  };

  const ask = (entry: Entry, request: InputRequest, signal: AbortSignal, late: (content: unknown) => void) =>
    new Promise<unknown>((resolve) => {
      const key = `${now().toString(36)}-${++requestCount}`;
      const close = (content: unknown) => {
        if (entry.open.delete(key)) noteChange(entry);
        resolve(content);
      };
      entry.open.set(key, { request, answer: close });
      noteChange(entry);
      const over = AbortSignal.any([signal, entry.stop.signal]);
      const withdraw = () => {
        if (entry.open.has(key)) entry.late.set(key, late);
        close(null);
      };
      if (over.aborted) withdraw();
      else over.addEventListener("abort", withdraw, { once: true });
    });

  /** Starts a call's work; `waits` resolves once it says that it waits. */
  const start = (work: Work, about: Entry["about"]) => {
    const waits = Promise.withResolvers<{ readonly resumption: Resumption; readonly graceMs: number }>();
    const entry = new Entry(about, now());
    const run: CallRun = {
      signal: entry.stop.signal,
      waits: (resumption, { graceMs, pollMs }) => {
        entry.pollMs = pollMs;
        waits.resolve({ resumption, graceMs });
      },
      tell: (message) => {
        if (entry.end || message === entry.message) return;
        entry.message = message;
        noteChange(entry);
      },
      whenFetched: (listener) => {
        // Nobody fetches what comes of a task that was cancelled, replaced or dropped.
        if (entry.end || entry.isDropped) listener(false);
        else entry.onFetch = listener;
      },
      ask: (request, signal, late) => ask(entry, request, signal, late),
    };
    const ending = work(run)
      .then(
        (result): End => ({ status: "completed", result }),
        (error): End => ({ status: "failed", error: errorOf(error) }),
      )
      .then((end) => {
        // A cancelled task keeps that state.
        if (entry.end) return end;
        entry.isVoid = isTimeout(end);
        if (entry.isVoid) return end;
        entry.end = end;
        noteChange(entry);
        return end;
      });
    return { entry, waits: waits.promise, ending };
  };

  const keep = (id: string, entry: Entry) => {
    entries.set(id, entry);
    if (entries.size <= MOST_TASKS) return;
    const [oldest] = [...entries].find(([, { attending }]) => attending === 0) ?? [];
    if (oldest !== undefined) drop(oldest);
  };

  const taskOf = (entry: Entry): Task => {
    const { about, end, open, message, changedAt, pollMs } = entry;
    if (end) noteFetched(entry, true);
    const inputRequests = Object.fromEntries([...open].map(([key, { request }]) => [key, request]));
    return {
      taskId: about?.id ?? "",
      createdAt: new Date(about?.createdAt ?? changedAt).toISOString(),
      lastUpdatedAt: new Date(changedAt).toISOString(),
      ttlMs: TTL_MS,
      pollIntervalMs: pollMs,
      ...(message === null || end ? {} : { statusMessage: message }),
      ...(end ?? (open.size > 0 ? { status: "input_required", inputRequests } : { status: "working" })),
    };
  };

  /**
   * The contents of an id for a caller that may use it: over its own connection, or over any once that one is gone;
   * with the same bearer token where there was none. All others are told that there is no such task.
   */
  const readFor = async (id: string, { connection, bearer }: TaskCaller): Promise<TaskRef> => {
    const ref = ids.parse(id, bearer);
    const owner = ref?.connection ?? null;
    if (owner !== null && owner !== connection) await connections.lookUp([owner]);
    const isOwn = owner === connection || owner === null || !connections.isOpen(owner);
    if (!ref || !isOwn) throw noTask("There is no such task. Call the tool again");
    if (now() > ref.createdAt + TTL_MS)
      throw noTask("This task has expired. Call the tool again: what it waited for is not lost");
    return ref;
  };

  const end = (entry: Entry, how: End) => {
    entry.end = how;
    noteChange(entry);
    entry.stop.abort();
  };

  /** Makes a task the newest of its waiter: an older one ends, and a task that is older itself ends at once. */
  const takePlace = (entry: Entry, { id, createdAt, waiter }: About): void => {
    if (waiter === null) return;
    const other = newest.get(waiter);
    const rival = other === undefined || other === id ? null : (entries.get(other) ?? null);
    const isOlder = rival?.about && rival.about.createdAt > createdAt;
    if (!isOlder) newest.set(waiter, id);
    const loser = isOlder ? entry : rival;
    if (loser && !loser.end) end(loser, { status: "completed", result: replacedResult });
  };

  /** The task of an id, taken up again where it is not in memory. @param more how many attend to it from now on */
  const find = async (id: string, caller: TaskCaller, resume: Resume, more: number): Promise<Entry> => {
    const ref = await readFor(id, caller);
    // It may have been cancelled before a restart, or at another host. Where that cannot be read, the next request asks
    // again.
    const isCancelled = !entries.get(id)?.end && (await store.isTaskCancelled(markOf(id)).catch(() => false));
    const current = entries.get(id);
    if (current && !current.isVoid) {
      if (isCancelled && !current.end) end(current, { status: "cancelled" });
      current.askedAt = awakeTime.now();
      current.attending += more;
      // The first in the map is the one that was asked for longest ago.
      entries.delete(id);
      keep(id, current);
      return current;
    }
    const about = { id, createdAt: ref.createdAt, waiter: waiterOf(ref) };
    const { entry, ending } = isCancelled
      ? { entry: new Entry(about, now()), ending: null }
      : start((run) => resume(ref, run), about);
    if (isCancelled) entry.end = { status: "cancelled" };
    entry.attending = (current?.attending ?? 0) + more;
    entries.delete(id);
    keep(id, entry);
    takePlace(entry, about);
    await Promise.race([ending, pauseAwake(GRACE_MS)]);
    return entry;
  };

  return {
    /** Runs a call; until it is a task, its `signal` ends it. Returns its result, or a task once it waits for long. */
    begin: async (work: Work, caller: TaskCaller, signal: AbortSignal) => {
      const { entry, waits, ending } = start(work, null);
      const stop = () => entry.stop.abort();
      if (signal.aborted) stop();
      else signal.addEventListener("abort", stop, { once: true });
      const first = await Promise.race([ending, waits]);
      const end = "status" in first ? first : await Promise.race([ending, pauseAwake(first.graceMs)]);
      signal.removeEventListener("abort", stop);
      if (end) noteFetched(entry, !signal.aborted);
      if (end?.status === "completed") return { result: end.result };
      if (end?.status === "failed") throw new mcp.ProtocolError(end.error.code, end.error.message);
      // An id holds whole seconds.
      const createdAt = Math.floor(now() / 1000) * 1000;
      const { resumption } = await waits;
      const id = ids.mint(resumption, createdAt, caller);
      entry.about = { id, createdAt, waiter: waiterOf(resumption) };
      keep(id, entry);
      takePlace(entry, entry.about);
      return { task: taskOf(entry) };
    },

    /** The state of a task, with its result. Resumes one that is not in memory. Throws for a task of another caller. */
    get: async (id: string, caller: TaskCaller, resume: Resume): Promise<Task> =>
      taskOf(await find(id, caller, resume, 0)),

    /** Resumes a task like `get`, and keeps it going until the returned function is called. */
    attend: async (id: string, caller: TaskCaller, resume: Resume): Promise<() => void> => {
      await find(id, caller, resume, 1);
      let attends = true;
      return () => {
        const entry = entries.get(id);
        if (!entry || !attends) return;
        attends = false;
        entry.attending -= 1;
        entry.askedAt = awakeTime.now();
      };
    },

    /** The state of a task in memory; null for any other. */
    now: (id: string): Task | null => {
      const entry = entries.get(id);
      return entry ? taskOf(entry) : null;
    },

    /** Calls with the id of each task that has changed. Returns a function that stops it. */
    listen: listeners.listen,

    /** Takes the client's answers, and ignores those to no open request. */
    update: async (id: string, caller: TaskCaller, responses: Readonly<Record<string, unknown>>): Promise<void> => {
      await readFor(id, caller);
      const entry = entries.get(id);
      for (const [key, content] of Object.entries(responses)) {
        entry?.open.get(key)?.answer(content);
        entry?.late.get(key)?.(content);
        entry?.late.delete(key);
      }
    },

    cancel: async (id: string, caller: TaskCaller): Promise<void> => {
      const ref = await readFor(id, caller);
      const { createdAt } = ref;
      if (entries.get(id)?.end) return;
      await store.cancelTask(markOf(id), createdAt + TTL_MS, now());
      const entry = entries.get(id) ?? new Entry({ id, createdAt, waiter: waiterOf(ref) }, now());
      if (!entry.end) end(entry, { status: "cancelled" });
      keep(id, entry);
    },

    close: (): void => {
      clearInterval(sweep);
      listeners.clear();
      for (const id of [...entries.keys()]) drop(id);
    },
  };
}

/** Most waits end at once, or not soon. */
export const usualPace: Pace = { graceMs: 100, pollMs: 1_000 };

/** The seat or entrant that waits by a call; null for a review, and where no game is named: there may be several. */
const waiterOf = ({ tool, subject, holder }: Pick<TaskRef, "tool" | "subject" | "holder">): string | null =>
  tool === "reviewGame" || subject === NO_GAME ? null : JSON.stringify([subject, holder]);

const replacedText =
  "A later call for the same seat waits in place of this one. Nothing is lost, and nothing is to be done for this one.";
const replacedResult: mcp.CallToolResult = {
  content: [{ type: "text", text: replacedText }],
  structuredContent: { status: "replaced", message: replacedText, next_action: null },
};

const pauseAwake = (ms: number) => new Promise<null>((resolve) => void awakeTime.after(ms, () => resolve(null)));

/** A task's wait has no time limit: only a host that closes ends it so. */
const isTimeout = (end: End): boolean =>
  end.status === "completed" && Object(end.result.structuredContent)["status"] === "timeout";

const noTask = (message: string) => new mcp.ProtocolError(mcp.ProtocolErrorCode.InvalidParams, message);

const errorOf = (error: unknown) =>
  error instanceof mcp.ProtocolError
    ? { code: error.code, message: error.message }
    : { code: mcp.ProtocolErrorCode.InternalError, message: messageOf(error) };
