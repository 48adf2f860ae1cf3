import { isUtf8 } from "node:buffer";
import { decodeText, wideEncoding } from "../../shared/decode-text.ts";
import { accept, invalid, type Result } from "../../shared/result.ts";
import federations from "./federations.json" with { type: "json" };

/** The encodings of federations that the list does not have: they write Western names, and at times Turkish ones. */
const usualEncodings = ["windows-1252", "windows-1254"];

/**
 * The text of a tournament report: UTF-16, UTF-8, or one of Windows' encodings, which no report names, so the federations
 * (TRF16, columns 54 to 56) of the players with such letters tell which. Refuses with `INVALID_ARGUMENT` a file that more
 * than one of these reads in different ways.
 */
export function decodeTrf(bytes: Uint8Array): Result<string> {
  const text = decodeText(bytes);
  if (wideEncoding(bytes) !== null || isUtf8(bytes)) return accept(text);
  // A character for each byte, so that the columns are those of the report.
  const rows = Buffer.from(bytes)
    .toString("latin1")
    .split(/[\r\n]+/);
  const pages = rows
    .filter((row) => /^001.*[\x80-\xff]/.test(row))
    .map((row) => Object.entries(federations).find(([, all]) => all.split(" ").includes(row.slice(53, 56)))?.[0]);
  const possible = pages.length > 0 ? pages.flatMap((page) => page ?? usualEncodings) : usualEncodings;
  const [reading = text, other] = new Set(possible.map((page) => new TextDecoder(page).decode(bytes)));
  return other === undefined
    ? accept(reading)
    : invalid("its letters are in an older encoding that cannot be told for sure. Save the file as UTF-8");
}
