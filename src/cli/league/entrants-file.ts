import { findNodeAtLocation, getNodeValue, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { z } from "zod";
import { type EntrantRequest, entrantRequest, fieldsOfKind, MOST_MISTAKES } from "../../shared/entrants.ts";
import { fieldIn } from "../../shared/fields.ts";
import { describeIssues } from "../../shared/issues.ts";
import { accept, invalid, refuse, type ValueOf } from "../../shared/result.ts";
import { readNamed } from "../files.ts";

/** The entrants of a file, and the place of each. */
export type EntrantsFile = ValueOf<ReturnType<typeof readEntrantsFile>>;

/** Reads a list of entrants. Refuses with `INVALID_ARGUMENT`, a line for each mistake with its line and field. */
export function readEntrants(text: string) {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true });
  const value: unknown = tree && getNodeValue(tree);
  const [error] = errors;
  if (error) {
    const reason = printParseErrorCode(error.error)
      .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
      .toLowerCase();
    return invalid(`line ${lineAt(text, error.offset)}: this is not JSON (${reason})`);
  }
  if (!Array.isArray(value)) return invalid("line 1: a list of entrants is expected: [{…}, …]");
  /** The line of an entrant, by its place from 0, or of one of its fields, by the names that lead to it. */
  const lineOf = (index: number, ...field: readonly string[]) => {
    const node = tree && (findNodeAtLocation(tree, [index, ...field]) ?? findNodeAtLocation(tree, [index]));
    return lineAt(text, (node?.parent?.type === "property" ? node.parent : node)?.offset ?? 0);
  };
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
