import { readFileSync } from "node:fs";

/** The text of a file; null where it cannot be read. */
export function readableText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
