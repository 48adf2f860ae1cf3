// `node scripts/confusables.ts FILE`: writes src/shared/confusables.json from Unicode's confusables.txt (FILE, from
// https://www.unicode.org/Public/security/latest/), as far as it is about Latin letters, digits and the colon.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [file = "confusables.txt"] = process.argv.slice(2);
const text = readFileSync(file, "utf8");
const characters = (codes = "") =>
  codes
    .trim()
    .split(" ")
    .map((code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .join("");
const lines = text.matchAll(/^\ufeff?([0-9A-F]+) ;\t([0-9A-F ]+) ;\tMA/gm);
const prototypes = new Map(Array.from(lines, ([, from, to]) => [characters(from), characters(to)] as const));
const resolved = (prototype: string) =>
  Array.from(prototype.normalize("NFKD"), (each) => prototypes.get(each) ?? each)
    .join("")
    .normalize("NFKD");

const groups: Record<string, string> = {};
for (const [character, prototype] of [...prototypes].sort(([, one], [, other]) => (one < other ? -1 : 1))) {
  // The others are decomposed before they are looked up.
  if (character.normalize("NFKD") !== character) continue;
  const look = resolved(prototype);
  if (look !== character && /^(?:[A-Za-z0-9:]\p{M}*){1,3}$/u.test(look))
    groups[look] = (groups[look] ?? "") + character;
}
const version = /# Version: (\S+)/.exec(text)?.[1];
const table = { version, groups: Object.entries(groups).flat().join(" ") };
writeFileSync(
  join(import.meta.dirname, "..", "src", "shared", "confusables.json"),
  `${JSON.stringify(table, null, 2)}\n`,
);
