import { accessSync, constants, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { seal } from "../main/base/sealed-file.ts";
import { reasonOf, systemErrorCode } from "../main/data/data-dir.ts";
import { nameOf, type OptionValues } from "../shared/command-options.ts";
import { decodeText } from "../shared/decode-text.ts";
import { fieldIn } from "../shared/fields.ts";
import type { LeagueReview } from "../shared/leagues.ts";
import { accept, invalid, mapResult, type Result } from "../shared/result.ts";
import { fail, note } from "./command.ts";
import { type HostLink, requestHost, requestHostText } from "./request-host.ts";

const decodeAsText = (bytes: Uint8Array): Result<string> => accept(decodeText(bytes));

/** The content of a file. Refuses, with `INVALID_ARGUMENT`, an unreadable one. */
export function readContent(file: string): Result<Uint8Array> {
  try {
    return accept(readFileSync(file));
  } catch (error) {
    const isMissing = systemErrorCode(error) === "ENOENT";
    return invalid(isMissing ? `there is no file ${file}` : `${file} cannot be read: ${reasonOf(error)}`);
  }
}

/** The same as text, of the file that an option names. */
export function readNamed(option: string, file: string, decode = decodeAsText): Result<string> {
  const bytes = readContent(file);
  if (!bytes.ok) return invalid(`--${option}: ${bytes.message}`);
  const text = decode(bytes.value);
  return text.ok ? text : invalid(`--${option}: ${file}: ${text.message}`);
}

/** Refuses, with `INVALID_ARGUMENT`, a file that cannot be written, since hours may pass before it is. */
function checkWritable(option: string, file: string): Result<null> {
  const folder = dirname(file);
  if (!existsSync(folder)) return invalid(`--${option}: there is no folder ${folder}.`);
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
      return invalid(`--${option}: ${file} cannot be written: it is a folder`);
    accessSync(existsSync(file) ? file : folder, constants.W_OK);
    return accept(null);
  } catch (error) {
    return invalid(`--${option}: ${file} cannot be written: ${reasonOf(error)}`);
  }
}

/** Writes the file that an option names. A failure is printed, and sets the exit code 1: everything else goes on. */
function writeNamed(option: string, file: string, text: Result<string | Uint8Array>): void {
  try {
    if (text.ok) writeFileSync(file, text.value);
    else fail(1, `--${option}: ${text.message}`);
  } catch (error) {
    fail(1, `--${option}: ${file} cannot be written: ${reasonOf(error)}`);
  }
}

/** The files that can be written of a measurement, by the options that name them: its `--games` are those to play. */
export const measureFileOptions = {
  "moves FILE":
    "write a row for each move there: time, clock, tries, by lot, how it was read …; as JSON with settings and versions where the name ends in .json, else as CSV",
  "pgn FILE": "write the games there, as PGN or in the notation that their kind has",
  "csv FILE": "write the table and the crosstable there",
  "trf FILE": "write the tournament report (TRF16) there",
  "trf26 FILE": "write the tournament report in the format of 2026 there",
  "html FILE": "write one page to share there: table, ratings, rounds and settings",
  "replay FILE": "write one web page there that replays the games anywhere",
  "bundle FILE": "write everything there by which anybody can check the result: kibitz verify FILE",
} as const;
export const fileOptions = {
  "games FILE": "write a row for each game there: sides, result, illegal moves by cause, tokens, cost …",
  ...measureFileOptions,
} as const;
/** Files to be written of a league, by the option that names them. */
export type OutputFiles = Readonly<OptionValues<typeof fileOptions>>;

/** Reads the names of the files. Refuses, with `INVALID_ARGUMENT`, one that cannot be written, or twice. */
export function readFiles(paths: OutputFiles): Result<OutputFiles> {
  const files: Record<string, string> = {};
  for (const name of Object.keys(fileOptions).map(nameOf)) {
    const file = fieldIn(paths, name);
    if (typeof file !== "string") continue;
    const writable = checkWritable(name, file);
    if (!writable.ok) return writable;
    const other = Object.entries(files).find(([, path]) => resolve(path) === resolve(file))?.[0];
    // A device, such as the terminal, takes several outputs.
    if (other !== undefined && !file.startsWith("/dev/"))
      return invalid(`--${name}: ${file} is to be written by --${other}, too.`);
    files[name] = file;
  }
  return accept(files);
}

export async function writeFiles(link: HostLink, id: string, files: OutputFiles): Promise<void> {
  for (const [kind, file = ""] of Object.entries(files)) {
    const form = file.toLowerCase().endsWith(".json") ? "json" : "csv";
    const path = kind === "games" || kind === "moves" ? `${kind}.${form}` : kind;
    const text = await requestHostText(link, `/api/leagues/${encodeURIComponent(id)}/${path}`);
    writeNamed(kind, file, kind === "bundle" ? mapResult(text, seal) : text);
  }
}

/** Most failures of an engine. */
const TRIES = 3;

/** Reviews so many games of a league, one after the other, and shows the progress. */
export async function reviewLeague(link: HostLink, id: string, games: number, signal: AbortSignal) {
  let failures = 0;
  let lastLine: string | null = null;
  for (let before = -1; ; ) {
    const progress = await requestHost<LeagueReview>(link, "POST", `/api/leagues/${id}/review`, { games });
    // Games reviewed before an engine failed are kept.
    failures += progress.ok ? 0 : 1;
    if (!progress.ok && progress.code === "ENGINE_FAILED" && failures < TRIES && !signal.aborted) continue;
    if (!progress.ok || signal.aborted) return progress;
    const { reviewed, games: all, notice } = progress.value;
    if (notice !== null && notice !== lastLine) note(notice);
    lastLine = notice;
    if (reviewed === all || reviewed === before) return progress;
    before = reviewed;
    note(`looked through ${reviewed} of ${all} games`);
  }
}
