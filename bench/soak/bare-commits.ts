// A thread that commits a row now and then, in a database of its own, and tells how long each took: how busy the disk is.
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

using db = new DatabaseSync(join(String(workerData.folder), "bare.db"));
db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE rows (id INTEGER PRIMARY KEY, body TEXT)");
const insert = db.prepare("INSERT INTO rows (body) VALUES (?)");
const stop = new AbortController();
parentPort?.once("message", () => stop.abort());
while (!stop.signal.aborted) {
  const began = performance.now();
  insert.run("x".repeat(100));
  parentPort?.postMessage(performance.now() - began);
  await pause(Number(workerData.everyMs), null, { signal: stop.signal }).catch(() => {});
}
