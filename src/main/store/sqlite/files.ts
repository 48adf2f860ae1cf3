import { fileIdentity } from "../../base/file-identity.ts";

/**
 * Tells whether the files that a database was opened with are still in their folder. A deleted file can be written to
 * as long as it is open, and all of that is lost afterwards; SQLite does not check.
 */
export function watchFiles(path: string): () => boolean {
  if (path === ":memory:") return () => true;
  const files = [path, `${path}-wal`, `${path}-shm`].map((file) => ({ file, identity: fileIdentity(file) }));
  return () => files.every(({ file, identity }) => fileIdentity(file) === identity);
}
