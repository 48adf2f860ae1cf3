import type { z } from "zod";
import { type EntrantRequest, entrantRequest } from "../../shared/entrants.ts";
import { messageOf } from "../../shared/error-text.ts";
import { describeIssues } from "../../shared/issues.ts";
import { accept, invalid, type Result } from "../../shared/result.ts";
import { type AllowedKey, keyObjection } from "./file-keys.ts";

/** The entrants of a file, and the place of each. */
export interface EntrantsFile {
  readonly entrants: readonly EntrantRequest[];
  /** The line of an entrant, by its place from 0, or of one of its fields. */
  lineOf(index: number, field: string | null): number;
}

/**
 * Reads a list of entrants. Refuses with `INVALID_ARGUMENT`, the line and the field of the mistake; also a key that
 * would go to a wrong address.
 */
export function readEntrants(text: string, allowedKeys: readonly AllowedKey[] = []): Result<EntrantsFile> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = messageOf(error);
    const place = /position (\d+)/.exec(reason)?.[1];
    return at(lineAt(text, place === undefined ? text.length : Number(place)), `this is not JSON (${reason})`);
  }
  if (!Array.isArray(value)) return at(1, "a list of entrants is expected: [{…}, …]");
  const starts = elementStarts(text);
  const line = (index: number, field: string | null) => lineIn(text, starts, index, field);
  const entrants: EntrantRequest[] = [];
  for (const [index, entry] of value.entries()) {
    const read = entrantRequest.safeParse(entry);
    if (!read.success) {
      const field = fieldIn(read.error);
      return at(line(index, field), describeIssues(read.error));
    }
    const objection = keyObjection(read.data, allowedKeys);
    if (objection !== null) {
      const field = read.data.kind === "llm" && read.data.key_env === undefined ? "base_url" : "key_env";
      return at(line(index, field), `${field}: ${objection}`);
    }
    entrants.push(read.data);
  }
  return accept({ entrants, lineOf: line });
}

/** The wrong field; null where the whole entrant is wrong. */
function fieldIn({ issues: [issue] }: z.ZodError): string | null {
  if (issue?.code === "unrecognized_keys") return issue.keys[0] ?? null;
  return issue?.path[0]?.toString() ?? null;
}

const at = (line: number, message: string) => invalid(`line ${line}: ${message}`);
const lineAt = (text: string, place: number): number => text.slice(0, place).split("\n").length;

/** The offsets of the elements of the outermost list in its text, which is known to be JSON. */
function elementStarts(text: string): readonly number[] {
  const starts: number[] = [];
  let depth = 0;
  let between = false;
  for (let place = 0; place < text.length; place += 1) {
    const character = text[place] ?? "";
    if (/\s/.test(character)) continue;
    if (depth === 1 && between && character !== "]") {
      starts.push(place);
      between = false;
    }
    if (character === '"') while (text[++place] !== '"') if (text[place] === "\\") place += 1;
    if (character === "[" || character === "{") depth += 1;
    if (character === "]" || character === "}") depth -= 1;
    if (depth === 1 && (character === "," || (character === "[" && starts.length === 0))) between = true;
  }
  return starts;
}

function lineIn(text: string, starts: readonly number[], index: number, field: string | null): number {
  const start = starts[index] ?? 0;
  const end = starts[index + 1] ?? text.length;
  const key = JSON.stringify(field);
  let place = field === null ? -1 : text.indexOf(key, start);
  // Its name may be a value before it is a key.
  while (place !== -1 && !/^\s*:/.test(text.slice(place + key.length))) place = text.indexOf(key, place + 1);
  return lineAt(text, place === -1 || place >= end ? start : place);
}
