import { resolve } from "node:path";
import { seal } from "../../main/base/sealed-file.ts";
import { accept, invalid, mapResult, type Result } from "../../shared/result.ts";
import { texts } from "../command.ts";
import { checkWritable, writeNamed } from "../named-file.ts";
import { type HostLink, requestHostText } from "../request-host.ts";

const outputFiles = ["games", "moves", "pgn", "csv", "trf", "trf26", "html", "replay", "bundle"] as const;
/** Files to be written of a league, by the option that names them. */
export type OutputFiles = Partial<Readonly<Record<(typeof outputFiles)[number], string>>>;

/** The options that name a file each. */
export const fileFlags = texts(...outputFiles);

/** The help on these options, in two columns of which the second begins after so many characters. */
export const fileHelp = (column: number): string => {
  const games = "write a row for each game there: sides, result, illegal moves by cause, tokens, cost …";
  return `  ${"--games FILE".padEnd(column - 2)}${games}\n${measureFileHelp(column)}`;
};

/** The same for measurements, whose `--games` are the most to be played: `league export` writes their rows. */
export const measureFileHelp = (column: number): string =>
  [
    ["--moves FILE", "write a row for each move there: time, clock, tries, by lot, how it was read …;"],
    ["", "as JSON with settings and versions where the name ends in .json, else as CSV"],
    ["--pgn FILE", "write the games there, where the game has PGN"],
    ["--csv FILE", "write the table and the crosstable there"],
    ["--trf FILE", "write the tournament report (TRF16) there"],
    ["--trf26 FILE", "write the tournament report in the format of 2026 there"],
    ["--html FILE", "write one page to share there: table, ratings, rounds and settings"],
    ["--replay FILE", "write one web page there that replays the games anywhere"],
    ["--bundle FILE", "write everything there by which anybody can check the result: kibitz verify FILE"],
  ]
    .map(([option = "", text = ""]) => `  ${option.padEnd(column - 2)}${text}`)
    .join("\n");

/** Reads the names of the files. Refuses, with `INVALID_ARGUMENT`, one that cannot be written, or twice. */
export function readFiles(paths: OutputFiles): Result<OutputFiles> {
  const files: Partial<Record<keyof OutputFiles, string>> = {};
  for (const name of outputFiles) {
    const file = paths[name];
    if (file === undefined) continue;
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

/** Writes the files of a league. */
export async function writeFiles(link: HostLink, id: string, files: OutputFiles): Promise<void> {
  for (const [kind, file] of Object.entries(files)) {
    const form = file.toLowerCase().endsWith(".json") ? "json" : "csv";
    const path = kind === "games" || kind === "moves" ? `${kind}.${form}` : kind;
    const text = await requestHostText(link, `/api/leagues/${encodeURIComponent(id)}/${path}`);
    writeNamed(kind, file, kind === "bundle" ? mapResult(text, seal) : text);
  }
}
