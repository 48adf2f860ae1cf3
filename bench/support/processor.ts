import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Of a clock tick, as Linux tells it. */
const TICK_MS = 10;

/** A process as the system tells of it, and what its children used that have ended; null for one that has ended. */
function lookAt(
  pid: number | string,
): { readonly parent: number; readonly ms: number; readonly endedMs: number } | null {
  try {
    // The brackets hold the program's name, which may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    const [parent = 0, ...times] = [fields[1], ...fields.slice(11, 15)].map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = times;
    return { parent, ms: (user + system) * TICK_MS, endedMs: (endedUser + endedSystem) * TICK_MS };
  } catch {
    return null;
  }
}

/** Milliseconds of processor time that a process has used so far; not a number where the system does not tell. */
export const processorMs = (pid: number): number => lookAt(pid)?.ms ?? Number.NaN;

/** The same of a database and the processes that it has, or had, for its connections. */
export function databaseMs(folder: string): number {
  const pid = Number(readFileSync(join(folder, "data", "postmaster.pid"), "utf8").split("\n")[0]);
  const all = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? (lookAt(name) ?? []) : []));
  const own = processorMs(pid) + (lookAt(pid)?.endedMs ?? Number.NaN);
  return all.reduce((sum, { parent, ms }) => sum + (parent === pid ? ms : 0), own);
}
