import {
  type CallToolResult,
  type InputRequests,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { awakeTime } from "../../base/awake-time.ts";
import type { Connections } from "../../tables/connections.ts";
import type { Resumption, TaskIds, TaskRef } from "./task-ids.ts";

/** Milliseconds from its creation for which a task may be asked for. */
export const TTL_MS = 24 * 60 * 60_000;
/** Milliseconds after which a client is to ask again. */
const POLL_MS = 1_000;
/** Milliseconds that a wait may last before it becomes a task: many end at once. */
const GRACE_MS = 100;
/** Milliseconds without a request after which a wait is dropped: a client that asks again resumes it. */
const LINGER_MS = 20_000;
/** Milliseconds for which the result of a wait is kept. */
const KEPT_MS = 10 * 60_000;
const SWEEP_MS = 5_000;
/** Most tasks in memory; the one that was requested longest ago makes room. */
const MOST = 2_000;

type InputRequest = InputRequests[string];

/** A call under way that may become a task. */
export interface Run {
  /** Aborted when nobody asks for it any more, or it is cancelled. */
  readonly signal: AbortSignal;
  /** Reports that a wait begins, and how to resume it: from now on the call may be a task. */
  waits(resumption: Resumption): void;
  /** Reports progress. */
  tell(message: string): void;
  /** Asks the client for something, and returns its answer as it came; null where none comes before the signal. */
  ask(request: InputRequest, signal: AbortSignal): Promise<unknown>;
}

export type Work = (run: Run) => Promise<CallToolResult>;
/** Repeats a call. */
export type Resume = (ref: TaskRef, run: Run) => Promise<CallToolResult>;

/** A task as the client is told of it. */
export interface Task extends Readonly<Record<string, unknown>> {
  readonly taskId: string;
  readonly status: "working" | "input_required" | "completed" | "failed" | "cancelled";
}

/** A call that has ended, or goes on as a task. */
export type Begun = { readonly result: CallToolResult } | { readonly task: Task };

/**
 * Calls that go on after they were answered. Their results are kept in memory, and their descriptions only in their
 * ids.
 */
export interface Tasks {
  /**
   * Runs a call. Returns its result where it ends soon, and else a task, once it reports that it waits.
   * @param signal of the call: while it is no task, it ends with its caller
   */
  begin(work: Work, connection: string | null, signal: AbortSignal): Promise<Begun>;
  /** The state and result of a task; one that is not in memory is resumed. Throws where it is not the caller's. */
  get(id: string, connection: string | null, resume: Resume): Promise<Task>;
  /** Takes the client's answers; those to no open question are ignored. */
  update(id: string, connection: string | null, responses: Readonly<Record<string, unknown>>): Promise<void>;
  cancel(id: string, connection: string | null): Promise<void>;
  close(): void;
}

type End =
  | { readonly status: "completed"; readonly result: CallToolResult }
  | { readonly status: "failed"; readonly error: { readonly code: number; readonly message: string } }
  | { readonly status: "cancelled" };

interface Entry {
  end: End | null;
  /** Whether its work has stopped without an end, as where the host closes: the next request starts it anew. */
  isVoid: boolean;
  message: string | null;
  changedAt: number;
  /** By the time in which the host was awake. */
  askedAt: number;
  readonly stop: AbortController;
  readonly open: Map<string, { readonly request: InputRequest; readonly answer: (given: unknown) => void }>;
}

export interface TasksOptions {
  readonly ids: TaskIds;
  readonly connections: Pick<Connections, "isOpen" | "lookUp">;
  readonly now: () => number;
  readonly lingerMs?: number;
}

export function createTasks({ ids, connections, now, lingerMs = LINGER_MS }: TasksOptions): Tasks {
  const entries = new Map<string, Entry>();
  /** Counts all questions of all tasks: no key is used twice. */
  let asked = 0;

  const sweep = setInterval(
    () => {
      for (const [id, { end, askedAt }] of entries) {
        const silent = awakeTime.now() - askedAt;
        if (end?.status === "cancelled" ? silent > TTL_MS : silent > (end ? KEPT_MS : lingerMs)) drop(id);
      }
    },
    Math.min(SWEEP_MS, lingerMs),
  ).unref();
  const drop = (id: string) => {
    entries.get(id)?.stop.abort();
    entries.delete(id);
  };

  const newEntry = (): Entry => ({
    end: null,
    isVoid: false,
    message: null,
    changedAt: now(),
    askedAt: awakeTime.now(),
    stop: new AbortController(),
    open: new Map(),
  });

  const ask = (entry: Entry, request: InputRequest, signal: AbortSignal) =>
    new Promise<unknown>((resolve) => {
      const key = `${now().toString(36)}-${++asked}`;
      const close = (given: unknown) => {
        entry.open.delete(key);
        entry.changedAt = now();
        resolve(given);
      };
      entry.open.set(key, { request, answer: close });
      entry.changedAt = now();
      const over = AbortSignal.any([signal, entry.stop.signal]);
      if (over.aborted) close(null);
      else over.addEventListener("abort", () => close(null), { once: true });
    });

  /** Starts a call's work; `waits` resolves once it reports that it waits. */
  const start = (work: Work) => {
    const waits = Promise.withResolvers<Resumption>();
    const entry = newEntry();
    const run: Run = {
      signal: entry.stop.signal,
      waits: waits.resolve,
      tell: (message) => {
        entry.message = message;
        entry.changedAt = now();
      },
      ask: (request, signal) => ask(entry, request, signal),
    };
    const done = work(run)
      .then(
        (result): End => ({ status: "completed", result }),
        (error): End => ({ status: "failed", error: errorOf(error) }),
      )
      .then((end) => {
        entry.isVoid = entry.end === null && isTimeout(end);
        if (!entry.isVoid) entry.end ??= end;
        entry.changedAt = now();
        return end;
      });
    return { entry, waits: waits.promise, done };
  };

  const keep = (id: string, entry: Entry) => {
    entries.set(id, entry);
    const [oldest] = entries.keys();
    if (entries.size > MOST && oldest !== undefined) drop(oldest);
  };

  const told = (taskId: string, { createdAt }: Pick<TaskRef, "createdAt">, entry: Entry): Task => {
    const { end, open, message, changedAt } = entry;
    const inputRequests = Object.fromEntries([...open].map(([key, { request }]) => [key, request]));
    return {
      taskId,
      createdAt: new Date(createdAt).toISOString(),
      lastUpdatedAt: new Date(changedAt).toISOString(),
      ttlMs: TTL_MS,
      pollIntervalMs: POLL_MS,
      ...(message === null || end ? {} : { statusMessage: message }),
      ...(end ?? (open.size > 0 ? { status: "input_required", inputRequests } : { status: "working" })),
    };
  };

  /**
   * The contents of an id for a caller that may use it: over its own connection, or over any once that is closed.
   * Others get the answer for an unknown id.
   */
  const readFor = async (id: string, connection: string | null): Promise<TaskRef> => {
    const ref = ids.read(id);
    const owner = ref?.connection ?? null;
    if (owner !== null && owner !== connection) await connections.lookUp([owner]);
    const isOwn = owner === connection || owner === null || !connections.isOpen(owner);
    if (!ref || !isOwn) throw noTask("There is no such task. Call the tool again");
    if (now() > ref.createdAt + TTL_MS)
      throw noTask("This task has expired. Call the tool again: what it waited for is not lost");
    return ref;
  };

  return {
    begin: async (work, connection, signal) => {
      const { entry, waits, done } = start(work);
      const gone = () => entry.stop.abort();
      if (signal.aborted) gone();
      else signal.addEventListener("abort", gone, { once: true });
      const first = await Promise.race([done, waits]);
      const end = "status" in first ? first : await Promise.race([done, pause(GRACE_MS)]);
      signal.removeEventListener("abort", gone);
      if (end?.status === "completed") return { result: end.result };
      if (end?.status === "failed") throw new ProtocolError(end.error.code, end.error.message);
      const createdAt = now();
      const id = ids.mint({ ...(await waits), connection, createdAt });
      keep(id, entry);
      return { task: told(id, { createdAt }, entry) };
    },

    get: async (id, connection, resume) => {
      const ref = await readFor(id, connection);
      const known = entries.get(id);
      // The first in the map is the one that was asked for longest ago.
      entries.delete(id);
      if (known && !known.isVoid) {
        known.askedAt = awakeTime.now();
        keep(id, known);
        return told(id, ref, known);
      }
      const { entry, done } = start((run) => resume(ref, run));
      keep(id, entry);
      await Promise.race([done, pause(GRACE_MS)]);
      return told(id, ref, entry);
    },

    update: async (id, connection, responses) => {
      await readFor(id, connection);
      const { open } = entries.get(id) ?? {};
      for (const [key, { answer }] of [...(open ?? [])]) if (Object.hasOwn(responses, key)) answer(responses[key]);
    },

    cancel: async (id, connection) => {
      await readFor(id, connection);
      const entry = entries.get(id) ?? newEntry();
      if (entry.end) return;
      entry.end = { status: "cancelled" };
      entry.changedAt = now();
      entry.stop.abort();
      keep(id, entry);
    },

    close: () => {
      clearInterval(sweep);
      for (const id of [...entries.keys()]) drop(id);
    },
  };
}

const pause = (ms: number) => new Promise<null>((resolve) => void awakeTime.after(ms, () => resolve(null)));

/** A task's wait has no time limit: only a host that closes ends it so. */
const isTimeout = (end: End): boolean =>
  end.status === "completed" && Object(end.result.structuredContent)["status"] === "timeout";

const noTask = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);

const errorOf = (error: unknown) =>
  error instanceof ProtocolError
    ? { code: error.code, message: error.message }
    : { code: ProtocolErrorCode.InternalError, message: error instanceof Error ? error.message : String(error) };
