import { existsSync } from "node:fs";
import { join } from "node:path";
import { accept, type Result, refuse } from "../../../shared/result.ts";
import { outFolder } from "../../base/out-folder.ts";

/**
 * The engine's script, with its .wasm beside it: the given path, or the one that the build laid beside the program.
 * Refuses with `ENGINE_FAILED` when either file is missing.
 */
export function findEngine(enginePath?: string): Result<string> {
  const script = enginePath ?? join(outFolder(), "stockfish", "stockfish-19-lite-single.js");
  const missing = [script, script.replace(/\.js$/, ".wasm")].find((file) => !existsSync(file));
  if (missing === undefined) return accept(script);
  return refuse("ENGINE_FAILED", `The engine's file ${missing} is missing.`);
}
