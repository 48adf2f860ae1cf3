import type { z } from "zod";
import { nearest } from "./nearest.ts";

/** Most issues in one message, and most names in one issue: a caller can get any number of them wrong. */
const MOST_TOLD = 5;

/** The first few problems of the arguments, in one line; `valid` are the names that there are. */
export const describeIssues = (error: Pick<z.ZodError, "issues">, valid: readonly string[] = []): string =>
  error.issues
    .slice(0, MOST_TOLD)
    .map((issue) => {
      if (issue.code === "unrecognized_keys" && issue.path.length === 0) return unknownNames(issue.keys, valid);
      const message = inWords(issue);
      return issue.path.length > 0 ? `${issue.path.map(String).join(".")}: ${message}` : message;
    })
    .join("; ");

/** The expected value, where a schema has no words of its own for it. */
function inWords(issue: z.core.$ZodIssue): string {
  switch (true) {
    case issue.code === "invalid_type" && issue.message.endsWith("received undefined"):
      return "it is missing";
    case issue.code === "invalid_type" && issue.message.startsWith("Invalid input: expected "):
      return expectedType(issue.message) ?? issue.message;
    case issue.code === "unrecognized_keys":
      return `takes no ${issue.keys.slice(0, MOST_TOLD).map(nameText).join(", ")}`;
    case issue.code === "invalid_union" && "options" in issue && Array.isArray(issue.options):
      return `takes one of ${issue.options.map(String).join(", ")}`;
    case issue.code === "invalid_value" && issue.message.startsWith("Invalid option"):
      return `takes one of ${issue.values.map(String).join(", ")}`;
    case issue.code === "too_small" && issue.message.startsWith("Too small"):
      return `takes at least ${boundText(issue.minimum, issue.origin)}`;
    case issue.code === "too_big" && issue.message.startsWith("Too big"):
      return `takes at most ${boundText(issue.maximum, issue.origin)}`;
    default:
      return issue.message;
  }
}

const boundText = (count: number | bigint, origin: string): string =>
  origin === "string"
    ? `${count} character${Number(count) === 1 ? "" : "s"}`
    : origin === "array"
      ? `${count} of them`
      : String(count);

const typeTexts: Readonly<Record<string, string>> = {
  int: "a whole number",
  number: "a number",
  string: "text",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** The expected type, from the words of the schema's own error. */
function expectedType(message: string): string | null {
  const type = typeTexts[/expected (\w+)/.exec(message)?.[1] ?? ""];
  return type === undefined ? null : `takes ${type}`;
}

const nameText = (name: string): string => JSON.stringify(name.slice(0, 40));

/** A name that is far from every known one is answered with all of them: the nearest one would mislead. */
function unknownNames(names: readonly string[], valid: readonly string[]): string {
  const entries = names.slice(0, MOST_TOLD).map((name) => {
    const near = nearestName(name, valid);
    return { near, text: `there is no argument ${nameText(name)}${near === null ? "" : `; did you mean ${near}?`}` };
  });
  const isLost = valid.length > 0 && entries.some(({ near }) => near === null);
  return [...entries.map(({ text }) => text), ...(isLost ? [`there are ${valid.join(", ")}`] : [])].join("; ");
}

/** The known name that contains this one or is contained in it, or else the nearest one; null where none is near. */
function nearestName(name: string, valid: readonly string[]): string | null {
  const letters = plainName(name);
  const near = nearest(letters, valid.map(plainName));
  const part = valid.find((each) => isPart(letters, plainName(each)));
  return part ?? valid.find((each) => plainName(each) === near) ?? null;
}

/** Whether one contains the other, as `timeout_seconds` contains `timeout`. */
const isPart = (one: string, other: string): boolean => one !== "" && (one.includes(other) || other.includes(one));

/** The name in lower case without underscores, so that `gameId` equals `game_id`. */
const plainName = (name: string): string =>
  name
    .slice(0, 60)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
