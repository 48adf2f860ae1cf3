import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { instanceFiles, isTrustedOwner } from "../../shared/instance.ts";
import { accept, attempt, messageOf, type Refusal, type Result, refuse } from "../../shared/result.ts";

/**
 * Makes sure that the data folder exists, is ours, and is closed to others (mode 0700). An existing folder is closed
 * only where that harms nobody: it is empty or already Kibitz's. A shared one such as /tmp is refused, not locked up.
 */
export function openDataDir(dataDir: string): Result<string> {
  try {
    makeFolder(dataDir);
    const foreignFile = foreignIn(dataDir);
    if (foreignFile !== null) return refuse("STORAGE_FAILED", foreignFile);
    if (process.platform !== "win32" && isOpenToOthers(dataDir)) {
      const problem = sharedFolder(dataDir);
      if (problem !== null) return refuse("STORAGE_FAILED", problem);
      fs.chmodSync(dataDir, 0o700);
      if (isOpenToOthers(dataDir)) {
        return refuse(
          "STORAGE_FAILED",
          `The data folder ${dataDir} cannot be closed to others. Name another with --data-dir.`,
        );
      }
    }
    return accept(dataDir);
  } catch (error) {
    return storageRefusal(error, `The data folder ${dataDir} cannot be used`);
  }
}

/**
 * Creates a folder and those above it, closed to others. Node's own function takes a read-only disk for a missing
 * folder, and loops for ever on a file system without folders (/proc).
 */
function makeFolder(folder: string): void {
  if (isMade(folder)) return;
  const above = dirname(folder);
  if (above !== folder && !fs.existsSync(above)) makeFolder(above);
  // Another program may have created that meanwhile; where nothing can be created, the error is the same again.
  if (!isMade(folder)) throw Object.assign(new Error(`${folder} cannot be made`), { code: "ENOENT" });
}

/** Creates a folder, or finds it; false where its parent is missing. */
function isMade(folder: string): boolean {
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return true;
    if (systemErrorCode(error) === "ENOENT") return false;
    throw error;
  }
}

/**
 * The reason why a folder, or something in it, is not this user's, with the remedy; null where all is. Mainly for root,
 * who could use files of others: tokens that they know, engines that they wrote.
 */
export function foreignIn(folder: string): string | null {
  const self = process.geteuid?.();
  const { uid } = fs.statSync(folder);
  if (!isTrustedOwner(uid, self))
    return (
      `The data folder ${folder} belongs to another user (${uid}; you are ${self}). Start Kibitz as that user, name ` +
      `another folder with --data-dir, or make it yours with all that is in it: chown -R ${self} ${folder}`
    );
  for (const name of fs.readdirSync(folder)) {
    const path = join(folder, name);
    const stat = fs.lstatSync(path, { throwIfNoEntry: false });
    if (stat && !isTrustedOwner(stat.uid, self))
      return `${path} belongs to another user (${stat.uid}), who may have put it there. Move it away, or make it yours: chown -h ${self} ${path}`;
  }
  return null;
}

const isOpenToOthers = (folder: string): boolean => (fs.statSync(folder).mode & 0o077) !== 0;

/** Why a folder that others can read is no data folder, and the remedy; null for an empty one or Kibitz's. */
export function sharedFolder(folder: string): string | null {
  const names = fs.readdirSync(folder).filter((name) => name !== "lost+found");
  if (names.length === 0 || names.includes(instanceFiles.lock) || names.includes(instanceFiles.agentToken)) return null;
  return (
    `The data folder ${folder} holds other things and others can read it. ` +
    `Name an empty folder with --data-dir, or close this one to others: chmod 700 ${folder}`
  );
}

/**
 * Writes a file so that a reader, or a start after a power cut, finds the old text or the new, never half.
 * @param like whose file it is and who else may read it, as far as this user can; this user's alone where nothing is said
 * @param isStill asked last of all, when nothing is left but to change the name; where it says no, nothing is changed
 * @returns whether it was written
 */
export function writeFileWhole(
  path: string,
  text: string,
  like?: Pick<fs.Stats, "mode" | "uid" | "gid">,
  isStill?: () => boolean,
): boolean {
  if (!replaceFile(path, text, like, fs.fsyncSync, isStill)) return false;
  if (process.platform === "win32") return true; // folders cannot be synced there
  const folder = fs.openSync(dirname(path), "r");
  try {
    fs.fsyncSync(folder);
  } catch {
    // The new text is in place all the same, and a power cut leaves it or the old one.
  } finally {
    fs.closeSync(folder);
  }
  return true;
}

/** The same without flushing the disk, for a file that has no meaning after a power cut. */
export function writePassingFile(path: string, text: string): void {
  replaceFile(path, text, undefined, () => {});
}

function replaceFile(
  path: string,
  text: string,
  like: Pick<fs.Stats, "mode" | "uid" | "gid"> | undefined,
  sync: (file: number) => void,
  isStill: () => boolean = () => true,
): boolean {
  const draft = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    const file = fs.openSync(draft, "wx", 0o600);
    try {
      fs.writeFileSync(file, text);
      if (like) makeLike(file, like);
      sync(file);
    } finally {
      fs.closeSync(file);
    }
    const goesAhead = isStill();
    if (goesAhead) fs.renameSync(draft, path);
    else fs.rmSync(draft);
    return goesAhead;
  } catch (error) {
    fs.rmSync(draft, { force: true });
    throw error;
  }
}

/** Gives an open file, still closed to others, the owner, the group and the mode of another, as far as this user may. */
function makeLike(file: number, { mode, uid, gid }: Pick<fs.Stats, "mode" | "uid" | "gid">): void {
  // Only the superuser can give files away, and should not keep another user's.
  if (process.getuid?.() === 0) fs.fchownSync(file, uid, gid);
  // Another group must not get more rights than everybody has.
  const isGroups = isHandedTo(file, gid);
  fs.fchmodSync(file, mode & (isGroups ? 0o777 : 0o707 | ((mode & 0o007) << 3)));
}

/** Gives a file of this user's to a group; false where this user is not in it. */
function isHandedTo(file: number, gid: number): boolean {
  if (fs.fstatSync(file).gid === gid) return true;
  return attempt(() => fs.fchownSync(file, -1, gid), null) === undefined;
}

/** The path of a data folder's database: behind a link, beside which SQLite keeps its other files. */
export function databaseIn(dataDir: string): string {
  const path = join(dataDir, "kibitz.db");
  return fs.existsSync(path) ? fs.realpathSync(path) : path;
}

export const fileIn = (dataDir: string, file: keyof typeof instanceFiles): string => join(dataDir, instanceFiles[file]);

/** The code of a system error such as `EACCES`; null for anything else that was thrown. */
export function systemErrorCode(error: unknown): string | null {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" ? code : null;
}

/** Reasons why a file cannot be used, by the system's code, and why the data folder cannot, with what to do about it. */
const reasons: Readonly<Record<string, readonly [reason: string | null, remedy?: string]>> = {
  EISDIR: ["it is a folder"],
  ENOENT: ["its folder is not there", "nothing can be made there. Name another with --data-dir."],
  ENOTDIR: ["a file is in the way of its folder", "a file is in its way. Name another with --data-dir."],
  EEXIST: ["a file is in the way of its folder", "a file is in its way. Name another with --data-dir."],
  EACCES: ["this user may not", "this user may not write there. Change its owner or name another with --data-dir."],
  EPERM: ["this user may not", "this user may not write there. Change its owner or name another with --data-dir."],
  EROFS: ["the disk is read-only", "it is on a read-only disk. Name another with --data-dir."],
  ENOSPC: ["the disk is full", "the disk is full. Make room and start again."],
  EDQUOT: ["the disk quota is used up", "your disk quota is used up. Make room and start again."],
  ELOOP: ["it is a link that leads to itself"],
  ENAMETOOLONG: [null, "the path is too long. Name another with --data-dir."],
  EMFILE: [null, "too many files are open. Raise the limit (ulimit -n) and start again."],
};

/** The reason why something cannot be written or read, for a person. */
export const reasonOf = (error: unknown): string => reasons[systemErrorCode(error) ?? ""]?.[0] ?? messageOf(error);

/** A failure of the disk as one sentence that says what to do. */
export const storageRefusal = (error: unknown, subject: string): Refusal =>
  refuse("STORAGE_FAILED", `${subject}: ${reasons[systemErrorCode(error) ?? ""]?.[1] ?? messageOf(error)}`);
