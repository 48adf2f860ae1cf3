import { findNodeAtLocation, parseTree } from "jsonc-parser";
import type { z } from "zod";
import { type EntrantRequest, entrantRequest, fieldsOfKind, MOST_MISTAKES } from "../../shared/entrants.ts";
import { fieldIn } from "../../shared/fields.ts";
import { describeIssues } from "../../shared/issues.ts";
import { accept, invalid, messageOf, refuse, type ValueOf } from "../../shared/result.ts";
import { readNamed } from "../files.ts";

/** The entrants of a file, and the place of each. */
export type EntrantsFile = ValueOf<ReturnType<typeof readEntrantsFile>>;

/** Reads a list of entrants. Refuses with `INVALID_ARGUMENT`, a line for each mistake with its line and field. */
export function readEntrants(text: string) {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = messageOf(error);
    const place = /position (\d+)/.exec(reason)?.[1];
    const line = lineAt(text, place === undefined ? text.length : Number(place));
    return invalid(`line ${line}: this is not JSON (${reason})`);
  }
  if (!Array.isArray(value)) return invalid("line 1: a list of entrants is expected: [{…}, …]");
  /** The line of an entrant, by its place from 0, or of one of its fields, by the names that lead to it. */
  const lineOf = (index: number, ...field: readonly string[]) => lineIn(text, index, field);
  const entrants: EntrantRequest[] = [];
  const mistakes: string[] = [];
  for (const [index, entry] of value.entries()) {
    const parsing = entrantRequest.safeParse(entry);
    for (const issue of parsing.error?.issues ?? []) {
      const reason = describeIssues({ issues: [issue] }, fieldsOfKind(fieldIn(entry, "kind")));
      mistakes.push(`line ${lineOf(index, ...wrongField(issue))}: ${reason}`);
    }
    if (!parsing.success) continue;
    entrants.push(parsing.data);
  }
  return mistakes.length === 0 ? accept({ entrants, lineOf }) : invalid(mistakes.slice(0, MOST_MISTAKES).join("\n"));
}

/** Reads the file that an option names. Refuses with the file before each mistake. */
export function readEntrantsFile(option: "entrant" | "entrants", file: string) {
  const text = readNamed(option, file);
  if (!text.ok) return text;
  const isOne = option === "entrant" && text.value.trimStart().startsWith("{");
  const list = readEntrants(isOne ? `[${text.value}]` : text.value);
  return list.ok ? accept({ file, ...list.value }) : refuse(list.code, list.message.replace(/^/gm, `${file}, `));
}

/** The names that lead to the wrong field; none where the whole entrant is wrong. */
const wrongField = (issue: z.core.$ZodIssue): readonly string[] =>
  (issue.code === "unrecognized_keys" ? [...issue.path, ...issue.keys] : issue.path).slice(0, 1).map(String);

const lineAt = (text: string, place: number): number => text.slice(0, place).split("\n").length;

/** The line of a field of an entrant, or of the entrant where there is no such field. */
function lineIn(text: string, index: number, field: readonly string[]): number {
  const tree = parseTree(text);
  const node = tree && (findNodeAtLocation(tree, [index, ...field]) ?? findNodeAtLocation(tree, [index]));
  return lineAt(text, (node?.parent?.type === "property" ? node.parent : node)?.offset ?? 0);
}
