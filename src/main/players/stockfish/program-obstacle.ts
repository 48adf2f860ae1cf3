import { accessSync, constants, statSync } from "node:fs";
import { systemErrorCode } from "../../data/data-dir.ts";

/** The reason why a file cannot be started as a program, and the remedy; null where none is visible. */
export function programObstacle(file: string): string | null {
  try {
    if (statSync(file).isDirectory()) return "it is a folder. Name the program that lies in it";
    accessSync(file, constants.X_OK);
    return null;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return "there is no such file. Check its path";
    if (code === "EACCES") return "this user may not run it. Make it executable, as `chmod +x` does";
    return `the system says nothing of it (${code})`;
  }
}
