import { once } from "node:events";
import type { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { messageOf } from "../../../shared/result.ts";

/** Milliseconds from a commit to the checkpoint that covers it, and from one that failed to the next attempt. */
const DELAY_MS = 250;
const AGAIN_MS = 5_000;

/**
 * Pages in the write-ahead log (4 KiB each) from which on a commit makes the checkpoint itself, of what the thread has
 * left: afterwards the log begins anew. SQLite's own limit is 1,000.
 */
const MOST_PAGES = 4_000;

/**
 * The thread: a connection of its own, which makes a checkpoint for each message. `mode=rw` creates no file where the
 * database was deleted. A checkpoint that meets another one does nothing.
 */
const THREAD = `
const { DatabaseSync } = require("node:sqlite");
const { parentPort, workerData } = require("node:worker_threads");
const db = new DatabaseSync(new URL(workerData));
parentPort.on("message", (message) => {
  if (message === "close") {
    db.close();
    parentPort.close();
    return;
  }
  let failure = null;
  try {
    db.exec("PRAGMA wal_checkpoint(PASSIVE)");
  } catch (error) {
    // Such as a full disk: the log keeps everything, and the next checkpoint tries again.
    failure = error.message;
  }
  parentPort.postMessage(failure);
});
`;

/**
 * Makes the checkpoints of a database in a thread. They write to the file and flush it, which takes ten milliseconds
 * and now and then hundreds; by default SQLite does that in a commit, which blocks the event loop. While the thread
 * fails, commits make them as before. `remark` is called when checkpoints begin to fail, and when they succeed again.
 */
export function checkpointInThread(db: DatabaseSync, path: string | null, remark: (message: string) => void) {
  if (path === null || path === ":memory:") return { noteCommit: () => {}, trouble: () => null, close: async () => {} };
  db.exec(`PRAGMA wal_autocheckpoint = ${MOST_PAGES}`);
  const address = pathToFileURL(path);
  address.searchParams.set("mode", "rw");
  let thread: Worker | null = null;
  let timer: NodeJS.Timeout | null = null;
  let state: "idle" | "due" | "running" | "running, and due" | "ended" = "idle";

  let trouble: string | null = null;
  const note = (failure: string | null) => {
    const was = trouble;
    trouble =
      failure &&
      `what is stored stays in ${path}-wal, which grows, since it cannot be moved into ${path} (${failure}). Nothing is lost; see to the reason, such as a full disk`;
    if ((was === null) !== (trouble === null)) remark(trouble ?? `what is stored is moved into ${path} again`);
  };
  const finish = (failure: string | null) => {
    note(failure);
    const isDue = state === "running, and due" || failure !== null;
    if (state !== "ended") state = "idle";
    if (isDue) later(failure === null ? DELAY_MS : AGAIN_MS);
  };
  /** The thread has ended, such as for want of file descriptors; the next attempt starts another. */
  const fail = (error: unknown) => {
    thread = null;
    finish(messageOf(error));
  };
  const start = (): Worker => {
    const thread = new Worker(THREAD, { eval: true, workerData: String(address) });
    thread.unref();
    return thread.on("message", finish).on("error", fail);
  };
  const run = () => {
    timer = null;
    state = "running";
    thread ??= start();
    thread.postMessage("checkpoint");
  };
  const later = (ms: number) => {
    if (state === "running") state = "running, and due";
    if (state !== "idle") return;
    state = "due";
    timer = setTimeout(run, ms).unref();
  };

  return {
    noteCommit: () => later(DELAY_MS),
    /** The reason why the last checkpoint failed, with what to do; null where all is well. */
    trouble: () => trouble,
    close: async () => {
      if (timer) clearTimeout(timer);
      state = "ended";
      const last = thread;
      thread = null;
      if (!last) return;
      const exit = once(last, "exit").catch(() => {});
      last.ref();
      last.postMessage("close");
      await exit;
    },
  };
}
