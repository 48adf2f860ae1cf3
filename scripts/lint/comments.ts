import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { titlesIn } from "./titles.ts";

// A comment begins with its subject or a verb, a test's title with its subject (CONTRIBUTING.md, "How we write"). One that
// begins with a relative pronoun has to be read to its end before it says what it is about.

const opening = /(?:^\s*(?:\/\/|\*)|\/\*\*?|\s\/\/) (Who|What|Whoever|Whatever|That|Whose|Which)\b/;

const titleOpening = /^(who|what|whoever|whatever|that|whose|which)\b(?!.*\?$)/i;

/** The titles of a test file that begin with a relative pronoun: `line: word`. */
export const titleOpeningsIn = (path: string, text: string): readonly string[] =>
  titlesIn(path, text).flatMap(({ title, line }) => {
    const word = titleOpening.exec(title)?.[1];
    return word === undefined ? [] : [`${line}: ${word}`];
  });

/** The comment lines of a file that begin with a relative pronoun: `line: word`. */
export function openingsIn(text: string): readonly string[] {
  return text.split("\n").flatMap((line, index) => {
    const word = opening.exec(line)?.[1];
    return word === undefined ? [] : [`${index + 1}: ${word}`];
  });
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "..", "..");
  const pattern = "{src,test,attack,bench,scripts,examples}/**/*.{ts,tsx,mjs,css}";
  const files = globSync(pattern, { cwd: root, exclude: (path) => path.includes("node_modules") });
  const found = files.flatMap((file) => {
    const path = file.replaceAll("\\", "/");
    const text = readFileSync(join(root, file), "utf8");
    const titles = /^test\/.*\.ts$|\.test\.ts$/.test(path) ? titleOpeningsIn(path, text) : [];
    return [...openingsIn(text), ...titles].map((place) => `${path}:${place}`);
  });
  for (const line of found) console.error(line);
  if (found.length > 0) {
    console.error(
      "Begin a comment with its subject or a verb, a title with its subject: “The seat to move”, not “Who is to move”.",
    );
    process.exitCode = 1;
  }
}
