import { existsSync } from "node:fs";
import { join } from "node:path";

/** The folder of what was built. Built, a module is in out/main or a folder of chunks below it; from source, in src/main/base. */
export function outFolder(): string {
  const folders = ["..", "../..", "../../../out"].map((step) => join(import.meta.dirname, step));
  return (
    folders.find((folder) => existsSync(join(folder, "shim", "kibitz-mcp.mjs"))) ??
    join(import.meta.dirname, "../../../out")
  );
}
