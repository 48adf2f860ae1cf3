import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { formats } from "../../src/shared/formats/register.ts";

const sources = join(import.meta.dirname, "..", "..", "src");
const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

test("no source file but its own holds the name of a league's format", async () => {
  const names = new RegExp(`\\b(?:${formats.map(({ name, title }) => `${name}|${title}`).join("|")})\\b`, "i");
  const files = (await readdir(sources, { recursive: true })).filter((path) => /\.(?:tsx?|css|html)$/.test(path));
  const naming: string[] = [];
  for (const file of files) {
    const text = (await readFile(join(sources, file), "utf8")).replace(comments, "").replace(/^import .*$/gm, "");
    if (names.test(text)) naming.push(file.replaceAll("\\", "/"));
  }
  const own = ["double-round-robin", "gauntlet", "knockout", "register", "round-robin", "swiss"];
  expect(naming.toSorted()).toEqual(own.map((name) => `shared/formats/${name}.ts`));
});
