import { existsSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { accept, type Result, refuse } from "../shared/result.ts";
import { fail } from "./command.ts";

/** Refuses, with `INVALID_ARGUMENT`, a file whose folder is not there: hours may pass until it is written. */
export function checkFolder(option: string, file: string): Result<null> {
  const folder = dirname(file);
  return existsSync(folder) ? accept(null) : refuse("INVALID_ARGUMENT", `--${option}: there is no folder ${folder}.`);
}

/** Writes the file of an option. Where it cannot, it says so, and the program is to end with 1: all else goes on. */
export function writeAsked(option: string, file: string, text: Result<string>): void {
  try {
    if (text.ok) writeFileSync(file, text.value);
    else fail(1, `--${option}: ${text.message}`);
  } catch (error) {
    fail(1, `--${option}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
