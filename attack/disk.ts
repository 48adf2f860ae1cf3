import { statSync, unwatchFile, watchFile } from "node:fs";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";

/** Watches how long a data folder's disk takes, which other programs may keep busy, beside a host that stands still meanwhile. */
export interface DiskWatch {
  /** The longest that such a write took to be on the disk between two moments, in milliseconds since 1970. */
  slowest(from: number, to: number): number;
  /** Whether the write-ahead log was moved into the database between two moments: nothing else writes to that file. */
  checkpointed(from: number, to: number): boolean;
  close(): void;
}

const EVERY_MS = 50;
/** Shorter times are not reported. */
const SLOW_MS = 10;
/** A page of a write-ahead log, and how many are written before the file begins anew. It grows as a log does, which takes the disk longer than to write the same place again. */
const PAGE = Buffer.alloc(4096, "x");
const PAGES = 500;
/** By how much a file's time may lie before the moment at which it was written: the system's clock ticks more seldom. */
const TICK_MS = 10;

export function watchDisk(folder: string): DiskWatch {
  const path = join(folder, "attack-control");
  const database = join(folder, "kibitz.db");
  const writes = new Set<number>();
  const look = () => void writes.add(statSync(database, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  watchFile(database, { interval: EVERY_MS, persistent: false }, look);
  const slow: { readonly from: number; readonly to: number }[] = [];
  let closed = false;
  const watch = async () => {
    await using file = await open(path, "w");
    for (let page = 0; !closed; page = (page + 1) % PAGES) {
      const from = Date.now();
      if (page === 0) await file.truncate();
      await file.write(PAGE, 0, PAGE.length, page * PAGE.length);
      await file.sync();
      const to = Date.now();
      if (to - from > SLOW_MS) slow.push({ from, to });
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
    await rm(path, { force: true });
  };
  // A folder that goes away has no disk to watch.
  watch().catch(() => {});
  return {
    slowest: (from, to) =>
      Math.max(0, ...slow.filter((each) => each.from < to && each.to > from).map((each) => each.to - each.from)),
    checkpointed: (from, to) => {
      look();
      return [...writes].some((at) => at >= from - TICK_MS && at <= to);
    },
    close: () => {
      closed = true;
      unwatchFile(database, look);
    },
  };
}
