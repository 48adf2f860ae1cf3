import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { dirname, resolve } from "node:path";
import { accept, type Refusal, type Result, refuse } from "../../shared/result.ts";
import { reasonOf, systemErrorCode, writeFileWhole } from "../data/data-dir.ts";

/** The outcome of changing somebody else's file. */
export interface FileChange {
  /** Its real place: links are followed. */
  readonly file: string;
  readonly hasChanged: boolean;
  /** The copy of the former content, which replaces an earlier copy; null where there was none or nothing changed. */
  readonly backup: string | null;
}

/** Attempts at a file that its owner changes meanwhile; one takes a few milliseconds. */
const ATTEMPTS = 20;
/** Longest file that is read, in bytes. */
const LONGEST_FILE = 64 * 1024 * 1024;

/** The text of a file; null where there is none. Refuses a file that is no text. */
export function readText(file: string): Result<string | null> {
  try {
    const stats = fs.statSync(file);
    if (!stats.isFile()) return refuse("STORAGE_FAILED", `${file} is not a file`);
    if (stats.size > LONGEST_FILE) return refuse("STORAGE_FAILED", `${file} is too long to be a configuration`);
    return accept(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(fs.readFileSync(file)));
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return accept(null);
    if (error instanceof TypeError) return refuse("STORAGE_FAILED", `${file} is not UTF-8 text`);
    return failure(error, `${file} cannot be read`);
  }
}

/**
 * Changes a file that belongs to another program: what was there is kept beside it, a reader finds the old text or the
 * new and never half, and what was written is read back. A link stays one, and what it points to is changed. Nothing is
 * written where the text stays as it is. Refuses, and leaves as it is, a file of another user, one that is protected
 * against writing, and one that another program goes on changing meanwhile.
 * @param change gives the new text; null takes the file away, for which the backup remains
 */
export function changeFile(file: string, change: (text: string | null) => Result<string | null>): Result<FileChange> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const attempt = tryRewrite(file, change);
    if (attempt !== "changed meanwhile") return attempt;
  }
  return refuse("STORAGE_FAILED", `${file} is being written by another program. Close that and try again`);
}

function tryRewrite(
  original: string,
  change: (text: string | null) => Result<string | null>,
): Result<FileChange> | "changed meanwhile" {
  try {
    const file = targetOf(original);
    const stats = fs.statSync(file, { throwIfNoEntry: false }) ?? null;
    const before = readText(file);
    if (!before.ok) return before;
    const after = change(before.value);
    if (!after.ok) return after;
    if (after.value === before.value) return accept({ file, hasChanged: false, backup: null });
    const obstacle = stats && obstacleTo(stats);
    if (obstacle) return refuse("STORAGE_FAILED", `${file} ${obstacle}; it was left alone`);
    fs.mkdirSync(dirname(file), { recursive: true });
    if (before.value === null)
      return writeFileWhole(
        file,
        after.value ?? "",
        undefined,
        () => fs.statSync(file, { throwIfNoEntry: false }) === undefined,
      )
        ? accept({ file, hasChanged: true, backup: null })
        : "changed meanwhile";
    const old = holdOld(file, before.value, stats);
    const backup = `${file}.kibitz.bak`;
    try {
      const isOurs = () => targetOf(original) === file && old.isStill();
      if (after.value === null ? !isOurs() : !writeFileWhole(file, after.value, stats ?? undefined, isOurs))
        return "changed meanwhile";
      if (after.value === null) fs.rmSync(file);
      const back = readText(file);
      // A program that had it open may have written to the old one since, or replaced it.
      if (!old.isUnwritten()) {
        if (back.ok && back.value === after.value) old.restore();
        return "changed meanwhile";
      }
      if (!back.ok || back.value !== after.value) return "changed meanwhile";
      old.keepAs(backup);
      return accept({ file, hasChanged: true, backup });
    } finally {
      old.drop();
    }
  } catch (error) {
    return failure(error, `${original} cannot be written`);
  }
}

/** The reason not to replace a file: the new one would be this user's, or it was meant to stay. */
function obstacleTo({ uid, mode }: fs.Stats): string | null {
  const user = process.getuid?.();
  if (user !== undefined && user !== 0 && uid !== user) return "belongs to another user";
  return (mode & 0o222) === 0 ? "is protected against writing" : null;
}

/** The old file under a second name, while the new one takes the first. */
function holdOld(file: string, text: string, stats: fs.Stats | null) {
  const aside = `${file}.${randomBytes(6).toString("hex")}.kibitz.tmp`;
  let isSame = true;
  const isUnwritten = () => {
    const content = readText(aside);
    return content.ok && content.value === text;
  };
  const stateOf = (path: string) => {
    const state = fs.statSync(path, { bigint: true, throwIfNoEntry: false });
    return state && `${state.dev} ${state.ino} ${state.size} ${state.mtimeNs}`;
  };
  return {
    /** Whether the first name still leads to it, with the content that was read. */
    isStill: () => {
      try {
        fs.linkSync(file, aside);
      } catch (error) {
        // Some file systems have one name for each file: there it is a copy.
        if (systemErrorCode(error) === "ENOENT") return false;
        isSame = false;
        writeFileWhole(aside, text, stats ?? undefined);
      }
      // Checks once more right before the change.
      const state = stateOf(file);
      if (!isSame) {
        const content = readText(file);
        return content.ok && content.value === text && state === stateOf(file);
      }
      return isUnwritten() && state === stateOf(aside) && state === stateOf(file);
    },
    isUnwritten,
    /** Gives it the first name again. */
    restore: () => fs.renameSync(aside, file),
    keepAs: (backup: string) => fs.renameSync(aside, backup),
    drop: () => fs.rmSync(aside, { force: true }),
  };
}

/** The target of a path, through any number of links, whether or not it exists. */
function targetOf(path: string): string {
  try {
    return fs.realpathSync(path);
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT") throw error;
    return fs.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()
      ? targetOf(resolve(dirname(path), fs.readlinkSync(path)))
      : path;
  }
}

const failure = (error: unknown, action: string): Refusal => refuse("STORAGE_FAILED", `${action}: ${reasonOf(error)}`);
