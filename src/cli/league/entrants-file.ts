import { findNodeAtLocation, parseTree } from "jsonc-parser";
import type { z } from "zod";
import { type EntrantRequest, entrantRequest, fieldsOfKind, MOST_MISTAKES } from "../../shared/entrants.ts";
import { fieldIn } from "../../shared/fields.ts";
import { describeIssues } from "../../shared/issues.ts";
import { modelProviders, ownAddresses, usualKeys } from "../../shared/model-providers.ts";
import { accept, invalid, messageOf, type Result, refuse } from "../../shared/result.ts";
import { readNamed } from "../named-file.ts";

/** A key that may be sent to an address, even if a file that somebody else may have written says so. */
interface AllowedKey {
  readonly name: string;
  /** `https://proxy.example` */
  readonly origin: string;
}

/** Reads `--allow-key NAME@ADDRESS`, as often as it is given. */
export function readAllowedKeys(texts: readonly string[]): Result<readonly AllowedKey[]> {
  const allowed: AllowedKey[] = [];
  for (const text of texts) {
    const [, name, address = ""] = /^([A-Za-z_]\w*)@(https?:\/\/[^\s/]+\S*)$/.exec(text) ?? [];
    const origin = originOf(address);
    if (name === undefined || origin === null)
      return invalid(
        `--allow-key takes NAME@ADDRESS, such as WORK_KEY@https://api.openai.com, not ${JSON.stringify(text.slice(0, 80))}.`,
      );
    allowed.push({ name, origin });
  }
  return accept(allowed);
}

/**
 * The reason why an entrant of a file must not use its key; null where it may. A shared file could name any variable of
 * the environment, and any address to send it to: a provider's usual key goes to that provider, and the person has to
 * allow everything else.
 */
function keyObjection(entrant: EntrantRequest, allowed: readonly AllowedKey[]): string | null {
  if (entrant.kind !== "llm") return null;
  const name = entrant.key_env ?? usualKeys[entrant.provider];
  // Without an address, or a key, there is nothing to send, or nowhere; the host refuses the first.
  const origin = originOf(entrant.base_url ?? ownAddresses[entrant.provider]);
  if (name === null || origin === null) return null;
  const isOwn = modelProviders.some((each) => usualKeys[each] === name && originOf(ownAddresses[each]) === origin);
  if (isOwn || allowed.some((each) => each.name === name && each.origin === origin)) return null;
  return `${name} would be sent to ${origin}, and that is not the key of a provider for its own address. If you want that, add --allow-key ${name}@${origin}`;
}

const originOf = (address: string): string | null => URL.parse(address)?.origin ?? null;

/** The entrants of a file, and the place of each. */
export interface EntrantsFile {
  readonly entrants: readonly EntrantRequest[];
  /** The line of an entrant, by its place from 0, or of one of its fields, by the names that lead to it. */
  lineOf(index: number, ...field: readonly string[]): number;
}

/**
 * Reads a list of entrants. Refuses with `INVALID_ARGUMENT`, and the line and the field of each mistake, a line each;
 * also a key that would go to a wrong address.
 */
export function readEntrants(text: string, allowedKeys: readonly AllowedKey[] = []): Result<EntrantsFile> {
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
  const lineOf: EntrantsFile["lineOf"] = (index, ...field) => lineIn(text, index, field);
  const entrants: EntrantRequest[] = [];
  const mistakes: string[] = [];
  for (const [index, entry] of value.entries()) {
    const read = entrantRequest.safeParse(entry);
    for (const issue of read.error?.issues ?? []) {
      const reason = describeIssues({ issues: [issue] }, fieldsOfKind(fieldIn(entry, "kind")));
      mistakes.push(`line ${lineOf(index, ...wrongField(issue))}: ${reason}`);
    }
    if (!read.success) continue;
    const objection = keyObjection(read.data, allowedKeys);
    const field = read.data.kind === "llm" && read.data.key_env === undefined ? "base_url" : "key_env";
    if (objection !== null) mistakes.push(`line ${lineOf(index, field)}: ${field}: ${objection}`);
    entrants.push(read.data);
  }
  return mistakes.length === 0 ? accept({ entrants, lineOf }) : invalid(mistakes.slice(0, MOST_MISTAKES).join("\n"));
}

/**
 * Reads the file that an option names. Refuses with the file before each mistake.
 * @param keys what `--allow-key` says
 */
export function readEntrantsFile(
  option: "entrant" | "entrants",
  file: string,
  keys: readonly string[] = [],
): Result<EntrantsFile & { readonly file: string }> {
  const text = readNamed(option, file);
  if (!text.ok) return text;
  const allowed = readAllowedKeys(keys);
  if (!allowed.ok) return allowed;
  const isOne = option === "entrant" && text.value.trimStart().startsWith("{");
  const read = readEntrants(isOne ? `[${text.value}]` : text.value, allowed.value);
  return read.ok ? accept({ file, ...read.value }) : refuse(read.code, read.message.replace(/^/gm, `${file}, `));
}

/** The names that lead to the wrong field; none where the whole entrant is wrong. */
const wrongField = (issue: z.core.$ZodIssue): readonly string[] =>
  (issue.code === "unrecognized_keys" ? [...issue.path, ...issue.keys] : issue.path).slice(0, 1).map(String);

const lineAt = (text: string, place: number): number => text.slice(0, place).split("\n").length;

/** The line of a field of an entrant, or of the entrant where there is no such field. */
function lineIn(text: string, index: number, field: readonly string[]): number {
  const tree = parseTree(text);
  const found = tree && (findNodeAtLocation(tree, [index, ...field]) ?? findNodeAtLocation(tree, [index]));
  return lineAt(text, (found?.parent?.type === "property" ? found.parent : found)?.offset ?? 0);
}
