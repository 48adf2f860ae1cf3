import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** contract.md beside this file says which test holds which rule; these tests check that each of those tests exists. */

const tests = join(import.meta.dirname, "..");
const document = readFileSync(join(import.meta.dirname, "contract.md"), "utf8");

interface Row {
  readonly rule: string;
  /** Files under `test/`, or tests in the file that was named last: `a.test.ts`: one · another · `b.test.ts`. */
  readonly named: readonly { readonly file: string; readonly title: string | null }[];
}

const rows: readonly Row[] = document.split("\n").flatMap((line) => {
  const [, rule = "", last = ""] = /^\| (.+) \| (.+) \|$/.exec(line) ?? [];
  if (rule === "" || rule === "rule") return [];
  let file = "";
  const named = last.split(" · ").map((part) => {
    const [, path, title] = /^`([\w./-]+\.test\.ts)`(?: \([^)]*\))?(?:: (.+))?$/.exec(part) ?? [];
    file = path ?? file;
    return { file, title: path === undefined ? part : (title ?? null) };
  });
  return [{ rule, named }];
});

/** The titles of a file's tests and of what they stand in, as they are written, a line each. */
function titlesIn(file: string): string {
  const text = readFileSync(join(tests, file), "utf8");
  const titles = text.matchAll(/\b(?:test|it|describe)(?:\.\w+(?:<[^>]*>)?\([\s\S]*?\))?\(\s*(["`])([\s\S]*?)\1/g);
  return Array.from(titles, ([, , title]) => title).join("\n");
}

test("every row of the table was read", () => {
  expect(rows.length).toBeGreaterThan(60);
  expect(rows.length).toBe(document.match(/^\| (?!rule )/gm)?.length);
});

test.each(rows)("$rule", ({ named }) => {
  for (const { file, title } of named)
    if (title === null) expect(titlesIn(file)).not.toBe("");
    else expect(titlesIn(file), file).toContain(title);
});
