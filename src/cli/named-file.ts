import { accessSync, constants, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { reasonOf, systemErrorCode } from "../main/data/data-dir.ts";
import { decodeText } from "../shared/decode-text.ts";
import { accept, invalid, type Result } from "../shared/result.ts";
import { fail } from "./command.ts";

const usual = (bytes: Uint8Array): Result<string> => accept(decodeText(bytes));

/** The text of the file that an option names. Refuses, with `INVALID_ARGUMENT`, an unreadable one. */
export function readNamed(option: string, file: string, decode = usual): Result<string> {
  try {
    const text = decode(readFileSync(file));
    return text.ok ? text : invalid(`--${option}: ${file}: ${text.message}`);
  } catch (error) {
    const isMissing = systemErrorCode(error) === "ENOENT";
    const problem = isMissing ? `there is no file ${file}` : `${file} cannot be read: ${reasonOf(error)}`;
    return invalid(`--${option}: ${problem}`);
  }
}

/** Refuses, with `INVALID_ARGUMENT`, a file that cannot be written, since hours may pass before it is. */
export function checkWritable(option: string, file: string): Result<null> {
  if (file === "") return invalid(`--${option} needs the name of a file.`);
  const folder = dirname(file);
  if (!existsSync(folder)) return invalid(`--${option}: there is no folder ${folder}.`);
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
      return invalid(`--${option}: ${file} cannot be written: it is a folder`);
    accessSync(existsSync(file) ? file : folder, constants.W_OK);
    return accept(null);
  } catch (error) {
    return invalid(`--${option}: ${file} cannot be written: ${reasonOf(error)}`);
  }
}

/** Writes the file that an option names. A failure is printed, and sets the exit code 1: everything else goes on. */
export function writeNamed(option: string, file: string, text: Result<string | Uint8Array>): void {
  try {
    if (text.ok) writeFileSync(file, text.value);
    else fail(1, `--${option}: ${text.message}`);
  } catch (error) {
    fail(1, `--${option}: ${file} cannot be written: ${reasonOf(error)}`);
  }
}
