import { findNodeAtLocation, parseTree } from "jsonc-parser";
import type { z } from "zod";
import { type EntrantRequest, entrantRequest } from "../../shared/entrants.ts";
import { messageOf } from "../../shared/error-text.ts";
import { describeIssues } from "../../shared/issues.ts";
import { accept, invalid, type Result } from "../../shared/result.ts";
import { type AllowedKey, keyObjection } from "./file-keys.ts";

/** The entrants of a file, and the place of each. */
export interface EntrantsFile {
  readonly entrants: readonly EntrantRequest[];
  /** The line of an entrant, by its place from 0, or of one of its fields, by the names that lead to it. */
  lineOf(index: number, ...field: readonly string[]): number;
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
  const lineOf: EntrantsFile["lineOf"] = (index, ...field) => lineIn(text, index, field);
  const entrants: EntrantRequest[] = [];
  for (const [index, entry] of value.entries()) {
    const read = entrantRequest.safeParse(entry);
    if (!read.success) return at(lineOf(index, ...wrongField(read.error)), describeIssues(read.error));
    const objection = keyObjection(read.data, allowedKeys);
    if (objection !== null) {
      const field = read.data.kind === "llm" && read.data.key_env === undefined ? "base_url" : "key_env";
      return at(lineOf(index, field), `${field}: ${objection}`);
    }
    entrants.push(read.data);
  }
  return accept({ entrants, lineOf });
}

/** The names that lead to the wrong field; none where the whole entrant is wrong. */
function wrongField({ issues: [issue] }: z.ZodError): readonly string[] {
  const path =
    issue?.code === "unrecognized_keys" ? [...issue.path, ...issue.keys.slice(0, 1)] : issue?.path.slice(0, 1);
  return path?.map(String) ?? [];
}

const at = (line: number, message: string) => invalid(`line ${line}: ${message}`);
const lineAt = (text: string, place: number): number => text.slice(0, place).split("\n").length;

/** The line of a field of an entrant, or of the entrant where there is no such field. */
function lineIn(text: string, index: number, field: readonly string[]): number {
  const tree = parseTree(text);
  const found = tree && (findNodeAtLocation(tree, [index, ...field]) ?? findNodeAtLocation(tree, [index]));
  return lineAt(text, (found?.parent?.type === "property" ? found.parent : found)?.offset ?? 0);
}
