import { randomBytes } from "node:crypto";
import { lstatSync, mkdirSync, readFileSync, readlinkSync, realpathSync, rmSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { accept, type Refusal, type Result, refuse } from "../../shared/result.ts";
import { systemErrorCode, writeFileWhole } from "../data-dir.ts";

/** What became of a file of somebody else's. */
export interface Written {
  /** Where it really lies: links are followed. */
  readonly file: string;
  readonly changed: boolean;
  /** What it was before; null where it was not there or did not change. */
  readonly backup: string | null;
}

/** How often a file is read again that its owner changes meanwhile. */
const ATTEMPTS = 5;
/** Longest file that is read, in bytes. */
const LONGEST = 64 * 1024 * 1024;

/** The text of a file; null where there is none. Refuses what is no text. */
export function readText(file: string): Result<string | null> {
  try {
    const stats = statSync(file);
    if (!stats.isFile()) return refuse("STORAGE_FAILED", `${file} is no file`);
    if (stats.size > LONGEST) return refuse("STORAGE_FAILED", `${file} is too long to be a configuration`);
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
    return accept(text);
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return accept(null);
    if (error instanceof TypeError) return refuse("STORAGE_FAILED", `${file} is no UTF-8 text`);
    return failure(error, `${file} cannot be read`);
  }
}

/**
 * Changes a file that belongs to another program: what was there is kept beside it, a reader finds the old text or the
 * new and never half, and what was written is read back. A link stays one, and what it points to is changed. Nothing is
 * written where the text stays as it is.
 * @param change gives the new text; null takes the file away, for which the backup remains
 */
export function rewrite(file: string, change: (text: string | null) => Result<string | null>): Result<Written> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const tried = tryRewrite(file, change);
    if (tried !== "changed meanwhile") return tried;
  }
  return refuse("STORAGE_FAILED", `${file} is being written by another program. Close that and try again`);
}

function tryRewrite(
  named: string,
  change: (text: string | null) => Result<string | null>,
): Result<Written> | "changed meanwhile" {
  try {
    const file = targetOf(named);
    const stats = statSync(file, { throwIfNoEntry: false }) ?? null;
    const before = readText(file);
    if (!before.ok) return before;
    const after = change(before.value);
    if (!after.ok) return after;
    if (after.value === before.value) return accept({ file, changed: false, backup: null });
    if (stats !== null && (stats.mode & 0o222) === 0)
      return refuse("STORAGE_FAILED", `${file} is protected against writing; it was left alone`);
    mkdirSync(dirname(file), { recursive: true });
    const backup = stats === null || before.value === null ? null : keep(file, before.value, stats);
    const now = readText(file);
    if (!now.ok || now.value !== before.value) {
      if (backup !== null) rmSync(backup, { force: true });
      return "changed meanwhile";
    }
    if (after.value === null) {
      rmSync(file);
      return accept({ file, changed: true, backup });
    }
    writeFileWhole(file, after.value, stats ?? undefined);
    const back = readText(file);
    return back.ok && back.value === after.value
      ? accept({ file, changed: true, backup })
      : refuse(
          "STORAGE_FAILED",
          `${file} reads differently from what was written${backup ? `; ${backup} has what it was` : ""}`,
        );
  } catch (error) {
    return failure(error, `${named} cannot be written`);
  }
}

/** What a path leads to, through any number of links, whether or not it is there. */
function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT") throw error;
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()
      ? targetOf(resolve(dirname(path), readlinkSync(path)))
      : path;
  }
}

/** Keeps what a file said beside it, as readable as it is. */
function keep(file: string, text: string, stats: Stats): string {
  const moment = new Date()
    .toISOString()
    .replace(/\.\d+Z$/, "")
    .replaceAll(":", "-");
  // Two in a second, too, are two: with two bytes of chance one pair in 65,536 was not.
  const backup = join(dirname(file), `${basename(file)}.${moment}-${randomBytes(6).toString("hex")}.kibitz.bak`);
  writeFileWhole(backup, text, stats);
  return backup;
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "this user may not",
  EPERM: "this user may not",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
  ENOTDIR: "a file is in the way of its folder",
  EEXIST: "a file is in the way of its folder",
  ELOOP: "it is a link that leads to itself",
};

function failure(error: unknown, what: string): Refusal {
  const cause = error instanceof Error ? error.message : String(error);
  return refuse("STORAGE_FAILED", `${what}: ${reasons[systemErrorCode(error) ?? ""] ?? cause}`);
}
