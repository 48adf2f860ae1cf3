import { readFileSync } from "node:fs";
import { decodeText } from "../../shared/decode-text.ts";

/** The text of a file, in whatever encoding an editor has written it. Throws what the system says. */
export const readTextFile = (path: string): string => decodeText(readFileSync(path));

/** The text of a file; null where it cannot be read. */
export function readableText(path: string): string | null {
  try {
    return readTextFile(path);
  } catch {
    return null;
  }
}
