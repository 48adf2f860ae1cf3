import { statSync } from "node:fs";

/** Tells a file from another one in its place; null where none can be seen there. */
const identityOf = (path: string): string | null => {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    // Gone, or unreachable behind a closed folder or a dead disk: it cannot be relied on either way.
    return null;
  }
};

/**
 * Tells whether the files that a database was opened with are still in their folder. A deleted file can be written to
 * as long as it is open, and all of that is lost afterwards; SQLite does not check.
 */
export function watchFiles(path: string): () => boolean {
  if (path === ":memory:") return () => true;
  const files = [path, `${path}-wal`, `${path}-shm`].map((file) => ({ file, identity: identityOf(file) }));
  return () => files.every(({ file, identity }) => identityOf(file) === identity);
}
