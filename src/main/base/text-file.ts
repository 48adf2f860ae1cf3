import { readFileSync } from "node:fs";
import { decodeText } from "../../shared/decode-text.ts";
import { attempt } from "../../shared/result.ts";

/** The text of a file, in whatever encoding an editor has written it. Throws what the system says. */
export const readTextFile = (path: string): string => decodeText(readFileSync(path));

/** The text of a file; null where it cannot be read. */
export const readableText = (path: string): string | null => attempt(() => readTextFile(path), null);
