import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { aimsTable } from "./aims.ts";
import { type ChanceCell, chancePath, chanceText } from "./chance-table.ts";
import { placesOf, placesText } from "./kibitz-scale.ts";
import { machineText, type Run, sectionText } from "./run-text.ts";
import type { NamedTally } from "./scale.ts";

const root = join(import.meta.dirname, "..");
const files = {
  text: join(root, "docs/benchmarks.md"),
  runs: join(root, "docs/benchmarks.json"),
  games: join(root, "bench/level-games.json"),
};

const fenced = (text: string): string => `\n\`\`\`\n${text}\n\`\`\`\n`;

/** Runs in their order, each with its machine, and the sections that it has. */
const runsText = (runs: readonly Run[]): string =>
  runs
    .map(({ date, machine, sections }) =>
      [machineText(date, machine), ...sections.map((section) => sectionText(section))].join("\n\n"),
    )
    .join("\n\n");

/** The earlier runs without the sections that a new one has measured, and that one without those of which it has nothing. */
export function withRun(runs: readonly Run[], run: Run): readonly Run[] {
  const sections = run.sections.filter(({ figures }) => figures.length > 0);
  const names = new Set(sections.map(({ name }) => name));
  const before = runs.map((each) => ({ ...each, sections: each.sections.filter(({ name }) => !names.has(name)) }));
  return [...before, { ...run, sections }].filter((each) => each.sections.length > 0);
}

/**
 * The document with everything that is made put between its marks, `<!-- made: NAME -->` and `<!-- end -->`. Throws where
 * one of them is missing.
 */
export function documentOf(
  text: string,
  runs: readonly Run[],
  games: readonly NamedTally[],
  cells: readonly ChanceCell[],
): string {
  const made: Readonly<Record<string, string>> = {
    run: fenced(runsText(runs)),
    scale: fenced(placesText(placesOf(games))),
    aims: `\n${aimsTable(runs)}\n`,
    chance: `\n${chanceText(cells)}\n`,
  };
  return Object.entries(made).reduce((all, [name, part]) => {
    const marked = new RegExp(`(<!-- made: ${name} -->\\n)[\\s\\S]*?(<!-- end -->)`);
    if (!marked.test(all)) throw new Error(`docs/benchmarks.md has no place for ${name}: <!-- made: ${name} -->`);
    return all.replace(marked, (_, begin: string, end: string) => `${begin}${part}\n${end}`);
  }, text);
}

/** The document, the runs, the games of the levels and those of chance as they are stored. */
export function readDocument() {
  const runs: readonly Run[] = existsSync(files.runs) ? JSON.parse(readFileSync(files.runs, "utf8")) : [];
  const games: readonly NamedTally[] = JSON.parse(readFileSync(files.games, "utf8"));
  const cells: readonly ChanceCell[] = JSON.parse(readFileSync(chancePath, "utf8"));
  return { text: readFileSync(files.text, "utf8"), runs, games, cells };
}

/** Stores a run, and makes the document anew. */
export function document(run: Run): void {
  const { text, runs, games, cells } = readDocument();
  const all = withRun(runs, run);
  writeFileSync(files.runs, `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(files.text, documentOf(text, all, games, cells));
}
