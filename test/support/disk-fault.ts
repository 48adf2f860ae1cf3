import { execFileSync, spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** For `test.skipIf`: a fault of the disk is compiled where it is needed. */
export const noDiskFaults = process.platform !== "linux" || spawnSync("cc", ["--version"]).status !== 0;

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
    /** The next flush alone fails. */
    once: () => writeFileSync(`${fault}.once`, ""),
  };
}
