import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

// A comment begins with its subject or a verb (CONTRIBUTING.md, "How we write"). One that begins with a relative pronoun
// has to be read to its end before it says what it is about.

const opening = /(?:^\s*(?:\/\/|\*)|\/\*\*?|\s\/\/) (Who|What|Whoever|Whatever|That|Whose|Which)\b/;

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
  const found = files.flatMap((path) =>
    openingsIn(readFileSync(join(root, path), "utf8")).map((place) => `${path.replaceAll("\\", "/")}:${place}`),
  );
  for (const line of found) console.error(line);
  if (found.length > 0) {
    console.error("Begin the comment with its subject or a verb: “The seat to move”, not “Who is to move”.");
    process.exitCode = 1;
  }
}
