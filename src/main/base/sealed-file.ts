import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { accept, invalid, messageOf, type Result } from "../../shared/result.ts";

/** Most bytes of a text that is unpacked. */
const LONGEST_TEXT = 0x1fffffe8;

/** A text as a gzip file of two members, read as one text: the text, and a line with the first one's SHA-256. */
export function seal(text: string): Uint8Array {
  const body = gzipSync(text, { level: 9 });
  return Buffer.concat([body, sealOf(body)]);
}

/** The text of such a file, and whether no byte was changed. Refuses with `INVALID_ARGUMENT` what is not packed. */
export function unseal(file: Uint8Array): Result<{ readonly text: string; readonly isWhole: boolean }> {
  try {
    const text = gunzipSync(file, { maxOutputLength: LONGEST_TEXT }).toString("utf8");
    const body = file.subarray(0, Math.max(0, file.length - sealOf(file).length));
    const isWhole = Buffer.compare(file.subarray(body.length), sealOf(body)) === 0;
    const [last = ""] = /(?<=^|\n)\{"sha256":"[^"\n]*"\}\n$/.exec(text) ?? [];
    return accept({ text: text.slice(0, text.length - last.length), isWhole });
  } catch (error) {
    return invalid(`it cannot be unpacked: ${messageOf(error)}`);
  }
}

/** The second member: stored as it is, so that the same bytes come about everywhere. */
function sealOf(body: Uint8Array): Uint8Array {
  const sha256 = createHash("sha256").update(body).digest("hex");
  const seal = gzipSync(`${JSON.stringify({ sha256 })}\n`, { level: 0 });
  // Flags of the speed, and the system: unknown.
  return seal.fill(0, 8, 9).fill(255, 9, 10);
}
