import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { accept, type Result, refuse } from "../../../shared/result.ts";

/** Named outright: the package's own default entry is a link that only its install script makes. */
const engineModule = "stockfish/bin/stockfish-19-lite-single.js";

function installedEngine(): string | null {
  try {
    return createRequire(import.meta.url).resolve(engineModule);
  } catch {
    return null;
  }
}

/**
 * The engine's script, with its .wasm beside it: the given path, or the one that npm installed.
 * Refuses with `ENGINE_FAILED` when either file is missing.
 */
export function findEngine(enginePath?: string): Result<string> {
  const script = enginePath ?? installedEngine();
  if (script === null) return refuse("ENGINE_FAILED", "The chess engine is not installed.");
  const missing = [script, script.replace(/\.js$/, ".wasm")].find((file) => !existsSync(file));
  if (missing === undefined) return accept(script);
  return refuse("ENGINE_FAILED", `The chess engine's file ${missing} is missing.`);
}
