import { readFileSync } from "node:fs";

/** The text of a file, without the byte-order mark that some editors put first. Throws what the system says. */
export const readTextFile = (path: string): string => readFileSync(path, "utf8").replace(/^\uFEFF/, "");

/** The text of a file; null where it cannot be read. */
export function readableText(path: string): string | null {
  try {
    return readTextFile(path);
  } catch {
    return null;
  }
}
