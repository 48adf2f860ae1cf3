import { statSync } from "node:fs";
import { attempt } from "../../shared/result.ts";

/**
 * Tells a file from another one in its place; null where none can be seen there: one that is gone, or unreachable behind
 * a closed folder or a dead disk, cannot be relied on either way.
 */
export function fileIdentity(path: string): string | null {
  const file = attempt(() => statSync(path, { bigint: true }), null);
  return file && `${file.dev} ${file.ino}`;
}
