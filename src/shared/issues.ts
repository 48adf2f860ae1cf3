import type { z } from "zod";

/** What is wrong with the arguments, in one line that names each of them; `known` are the names that there are. */
export function describeIssues(error: z.ZodError, known: readonly string[] = []): string {
  return error.issues
    .slice(0, 5)
    .map((issue) => {
      if (issue.code === "unrecognized_keys" && issue.path.length === 0)
        return issue.keys.map((key) => unknownName(key, known)).join("; ");
      const said = inWords(issue);
      return issue.path.length > 0 ? `${issue.path.map(String).join(".")}: ${said}` : said;
    })
    .join("; ");
}

/** What is taken, where a schema has no words of its own for it. */
function inWords(issue: z.core.$ZodIssue): string {
  switch (true) {
    case issue.code === "invalid_type" && issue.message.endsWith("received undefined"):
      return "it is missing";
    case issue.code === "invalid_type" && issue.message.startsWith("Invalid input: expected int"):
      return "takes a whole number";
    case issue.code === "invalid_type" && issue.message.startsWith("Invalid input: expected number"):
      return "takes a number";
    case issue.code === "invalid_union" && "options" in issue && Array.isArray(issue.options):
      return `takes one of ${issue.options.map(String).join(", ")}`;
    case issue.code === "invalid_value" && issue.message.startsWith("Invalid option"):
      return `takes one of ${issue.values.map(String).join(", ")}`;
    case issue.code === "too_small" && issue.message.startsWith("Too small"):
      return `takes at least ${bound(issue.minimum, issue.origin)}`;
    case issue.code === "too_big" && issue.message.startsWith("Too big"):
      return `takes at most ${bound(issue.maximum, issue.origin)}`;
    default:
      return issue.message;
  }
}

const bound = (count: number | bigint, origin: string): string =>
  origin === "string"
    ? `${count} character${Number(count) === 1 ? "" : "s"}`
    : origin === "array"
      ? `${count} of them`
      : String(count);

function unknownName(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  const shown = JSON.stringify(name.slice(0, 40));
  return near === null ? `there is no argument ${shown}` : `there is no argument ${shown}; did you mean ${near}?`;
}

/** The known name that takes the fewest changes to come from this one; null where there is none. */
function nearest(name: string, known: readonly string[]): string | null {
  const [best] = known
    .map((each) => ({ each, distance: isPart(plain(name), plain(each)) ? 0 : editDistance(plain(name), plain(each)) }))
    .toSorted((one, other) => one.distance - other.distance);
  return best?.each ?? null;
}

/** Whether one is in the other, as `timeout` is in `timeout_seconds`. */
const isPart = (one: string, other: string): boolean => one !== "" && (one.includes(other) || other.includes(one));

/** Without what tells `gameId` from `game_id`. */
const plain = (name: string): string =>
  name
    .slice(0, 60)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");

/** How many letters are to be put in, taken out or changed (Levenshtein). */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [place, wanted] of [...other].entries())
      next.push(
        Math.min((next[place] ?? 0) + 1, (row[place + 1] ?? 0) + 1, (row[place] ?? 0) + (letter === wanted ? 0 : 1)),
      );
    row = next;
  }
  return row[other.length] ?? 0;
}
