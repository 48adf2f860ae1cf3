import { decodeText, wideEncoding } from "../../shared/decode-text.ts";
import { accept, invalid, type Result } from "../../shared/result.ts";

/** Windows' encodings by the federations that need them. */
const pages = Object.entries({
  "1250": "ALB BIH CRO CZE HUN MNE POL ROU SLO SVK",
  "1251": "BLR BUL KAZ KGZ MGL MKD RUS SRB TJK UKR",
  "1252": "FAI ISL",
  "1253": "CYP GRE",
  "1254": "AZE TUR",
  "1255": "ISR",
  "1256": "ALG BRN EGY IRI IRQ JOR KSA KUW LBA LBN MAR OMA PAK PLE QAT SUD SYR TUN UAE YEM",
  "1257": "EST LAT LTU",
  "1258": "VIE",
}).map(([page, federations]) => [`windows-${page}`, federations] as const);
/** The others write Western names, and at times those of Turkish players. */
const usual: readonly string[] = ["windows-1252", "windows-1254"];

/** The column of a player's federation (TRF16, 54 to 56). */
const FEDERATION = 53;

/**
 * The text of a tournament report: UTF-16, UTF-8, or one of Windows' encodings, which no report names, so the federations
 * of the players with such letters tell which. Refuses with `INVALID_ARGUMENT` the first line that more than one of these
 * reads in different ways.
 */
export function decodeTrf(bytes: Uint8Array): Result<string> {
  const text = decodeText(bytes);
  const isOlder = (part: Uint8Array) => new TextDecoder().decode(part).includes("\ufffd");
  if (wideEncoding(bytes) !== null || !isOlder(bytes)) return accept(text);
  // A character for each byte, so that the columns are those of the report.
  const linesOf = (each: string) => each.split(/\r\n|\r|\n/);
  const raw = linesOf(Buffer.from(bytes).toString("latin1"));
  const written = raw.map((line) => Buffer.from(line, "latin1"));
  const older = raw.filter((line, index) => line.startsWith("001") && isOlder(written[index] ?? new Uint8Array()));
  const candidates = older.flatMap((line) => {
    const federation = line.slice(FEDERATION, FEDERATION + 3);
    const own = pages.filter(([, federations]) => federations.split(" ").includes(federation)).map(([page]) => page);
    return own.length > 0 ? own : usual;
  });
  const lines = linesOf(text);
  for (const [index, line] of written.entries()) {
    if (!isOlder(line)) continue;
    const readings = new Set((older.length > 0 ? candidates : usual).map((page) => new TextDecoder(page).decode(line)));
    if (readings.size > 1)
      return invalid(
        `line ${index + 1}: its letters are in an older encoding that cannot be told for sure. Save the file as UTF-8`,
      );
    lines[index] = [...readings][0] ?? "";
  }
  return accept(lines.join("\n"));
}
