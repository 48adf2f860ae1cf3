import { open, rm } from "node:fs/promises";
import { join } from "node:path";

/** Watches how long a folder's disk takes, which other programs may keep busy, beside a host that stands still meanwhile. */
export interface DiskWatch {
  /** The longest that a small write took to be on the disk between two moments, in milliseconds since 1970. */
  slowest(from: number, to: number): number;
  close(): void;
}

const EVERY_MS = 50;
/** What is quicker says nothing. */
const SLOW_MS = 20;

export function watchDisk(folder: string): DiskWatch {
  const path = join(folder, "attack-control");
  const slow: { readonly from: number; readonly to: number }[] = [];
  let closed = false;
  const watch = async () => {
    await using file = await open(path, "w");
    while (!closed) {
      const from = Date.now();
      await file.write("x", 0);
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
    close: () => {
      closed = true;
    },
  };
}
