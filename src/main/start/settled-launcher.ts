import { mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeFileWhole } from "../data/data-dir.ts";

/** A word for a shell, whatever is in it. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * Puts the shim and a launcher for it where they stay: an AppImage is mounted under another path each time, and only
 * while it runs. The launcher has the AppImage run the copy.
 * @param launcher the packaged one, with the shim in the folder `shim` beside its own
 * @returns the launcher's path in the data folder
 */
export function settleLauncher(appImage: string, launcher: string, dataDir: string): string {
  const folder = join(dataDir, "bin");
  const shim = join(folder, "kibitz-mcp.mjs");
  const settled = join(folder, "kibitz-mcp");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Whole, as an assistant may start it at any moment.
  writeFileWhole(shim, readFileSync(join(dirname(launcher), "..", "shim", "kibitz-mcp.mjs"), "utf8"));
  writeFileWhole(
    settled,
    `#!/bin/sh
# Written by Kibitz at its start, for the MCP hosts that start kibitz-mcp.
# Where there is no --no-sandbox yet, an AppImage may put it first, and Node would take it for an option of its own.
ELECTRON_RUN_AS_NODE=1 exec ${shellQuoted(appImage)} ${shellQuoted(shim)} "$@" --no-sandbox
`,
    // As executable, and as closed to others, as the folder it is in.
    statSync(folder),
  );
  return settled;
}
