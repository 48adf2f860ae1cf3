import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface TempDir {
  readonly path: string;
  [Symbol.dispose](): void;
}

/** A folder of the test's own, gone when the test is. */
export const tempDir = (): TempDir => folderIn(tmpdir());

/** The same in memory, where this machine has a disk of that kind: for many files that are written through to the disk. */
export const memoryDir = (): TempDir => folderIn(existsSync("/dev/shm") ? "/dev/shm" : tmpdir());

function folderIn(parent: string): TempDir {
  const path = mkdtempSync(join(parent, "kibitz-test-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}
