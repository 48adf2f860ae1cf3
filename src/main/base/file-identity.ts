import { statSync } from "node:fs";

/** Tells a file from another one in its place; null where none can be seen there. */
export function fileIdentity(path: string): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    // Gone, or unreachable behind a closed folder or a dead disk: it cannot be relied on either way.
    return null;
  }
}
