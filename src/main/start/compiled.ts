import { mkdirSync } from "node:fs";
import module from "node:module";
import { homedir } from "node:os";
import { compiledDir } from "../../shared/instance.ts";

/**
 * Has Node keep what it compiles, in the user's folder for caches and closed to others, so that the next start finds it
 * there. Node tells by itself what is out of date. Does without where the folder cannot be used. NODE_COMPILE_CACHE
 * names another folder, NODE_DISABLE_COMPILE_CACHE keeps none.
 */
export function keepCompiled(): void {
  const folder = compiledDir(process.platform, process.env, homedir());
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    return;
  }
  // Not on the older Nodes that are told so a moment later.
  module.enableCompileCache?.(folder);
}
