import { createHash } from "node:crypto";
import { chmodSync, lstatSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { systemErrorCode } from "../data/data-dir.ts";

/** Bytes that a socket's path may have: sun_path holds 104 on macOS and 108 on Linux, its closing zero included. */
const longest = 100;

/**
 * The address that the door listens at, for the wanted path: the path itself on Unix, or a short stand-in of this user
 * where that is too long; a named pipe on Windows, whose name cannot be guessed without `secret`.
 */
export function socketAddress(explicit: string, secret: string, platform: NodeJS.Platform = process.platform): string {
  if (platform === "win32") {
    return `\\\\.\\pipe\\kibitz-${hash(`${explicit.toLowerCase()}\n${userInfo().username}\n${secret}`)}`;
  }
  if (Buffer.byteLength(explicit) <= longest) return explicit;
  const name = `${hash(explicit)}.sock`;
  const runtime = process.env.XDG_RUNTIME_DIR;
  const own = `kibitz-${process.getuid?.() ?? 0}`;
  const folders = [
    // A relative one counts as unset (XDG Base Directory 0.8).
    ...(runtime?.startsWith("/") ? [join(runtime, "kibitz")] : []),
    join(tmpdir(), own),
  ];
  const path = folders.map((folder) => join(folder, name)).find((path) => Buffer.byteLength(path) <= longest);
  // Every Unix has /tmp, where TMPDIR names another folder too.
  return path ?? join("/tmp", own, name);
}

const hash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32);

/** Removes the socket of a dead host, under the instance lock alone. Throws where another kind of file is there. */
export function removeDeadSocket(path: string): void {
  try {
    if (!lstatSync(path).isSocket()) {
      throw new Error(`${path} is in the way of Kibitz's socket and is no socket. Move it away and start again.`);
    }
    rmSync(path);
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT") throw error;
  }
}

/** Creates the folder of a stand-in path and closes it to others. Throws where it is not this user's. */
export function createPrivateFolder(path: string): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stat = lstatSync(folder);
  // In a shared folder for temporary files, somebody else may have been there first to catch the connections.
  if (!stat.isDirectory() || (process.getuid !== undefined && stat.uid !== process.getuid())) {
    throw new Error(
      `The folder ${folder} for Kibitz's socket belongs to somebody else. Remove it or set XDG_RUNTIME_DIR.`,
    );
  }
  if ((stat.mode & 0o077) !== 0) chmodSync(folder, 0o700);
}
