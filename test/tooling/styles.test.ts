import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { projectDir } from "../support/host-process.ts";

/** Sheets that are loaded apart from the window's pages, and the rules that all pages share. */
const elsewhere = /^src\/renderer\/(chat-board|replay|styles)\//;

/** The classes that a sheet has rules for wherever an element has them. */
function classesOf(sheet: string): readonly string[] {
  const text = readFileSync(join(projectDir, sheet), "utf8").replaceAll(/\/\*.*?\*\//gs, "");
  const selectors = [...text.matchAll(/[^{}]+(?=\{)/g)].flatMap(([found]) => found.split(/,(?![^(]*\))/));
  return selectors.map((selector) => selector.trim()).filter((selector) => /^\.[\w-]+$/.test(selector));
}

// The sheets of pages that were visited stay loaded: a class of two pages would look as the last one loaded says.
test("a class of one page has no rule in the sheets of another", () => {
  const folders = new Map<string, Set<string>>();
  for (const sheet of globSync("src/{renderer,games}/**/*.css", { cwd: projectDir })) {
    const path = sheet.replaceAll("\\", "/");
    if (elsewhere.test(path)) continue;
    const [, room, folder] = dirname(path).split("/");
    for (const name of classesOf(path)) folders.set(name, (folders.get(name) ?? new Set()).add(`${room}/${folder}`));
  }
  expect(folders.size).toBeGreaterThan(200);
  const shared = [...folders].filter(([, of]) => of.size > 1).map(([name, of]) => `${name}: ${[...of].join(", ")}`);
  expect(shared).toEqual([]);
});
