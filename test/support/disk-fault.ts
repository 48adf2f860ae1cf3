import { execFileSync, spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** For `test.skipIf`: a fault of the disk is compiled where it is needed. */
export const noDiskFaults = process.platform !== "linux" || spawnSync("cc", ["--version"]).status !== 0;

/** Programs that become another one, for which a full disk, or a folder on a read-only disk, takes nothing. */
export const onFullDisk = (bytes = 0): readonly string[] => ["prlimit", `--fsize=${bytes}:unlimited`];
const bind = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"';
export const withReadOnly = (folder: string): readonly string[] => ["unshare", "-Urm", "sh", "-c", bind, folder];
/** For `test.skipIf`. */
export const noReadOnlyDisks = process.platform !== "linux" || spawnSync("unshare", ["-Urm", "true"]).status !== 0;

/** A disk that does not flush what is written to it, for a process with this environment. */
export function diskFault(folder: string) {
  const library = join(folder, "disk-fault.so");
  const fault = join(folder, "disk-fault");
  execFileSync("cc", ["-shared", "-fPIC", "-o", library, join(import.meta.dirname, "disk-fault.c"), "-ldl"]);
  return {
    env: { LD_PRELOAD: library, DISK_FAULT: fault },
    /** @param end how the paths of the files end that are not flushed; all files where left out */
    begin: (end = "") => writeFileSync(fault, end),
    end: () => rmSync(fault),
    /** A flush that fails leaves the disk read-only. */
    endReadOnly: () => writeFileSync(`${fault}.read-only`, ""),
    /** The next flush alone fails. */
    once: () => writeFileSync(`${fault}.once`, ""),
  };
}
