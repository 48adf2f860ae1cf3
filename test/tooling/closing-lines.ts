import type { Reporter, SerializedError, TestCase, TestModule, TestSuite, Vitest } from "vitest/node";
import "../support/needs.ts";

/** The need of a skipped test: its own, or that of the nearest suite around it, in general. */
function needOf(test: TestCase): string {
  const result = test.result();
  const around: (TestSuite | TestModule)[] = [];
  for (let each: TestSuite | TestModule = test.parent; ; each = each.parent) {
    around.push(each);
    if (each.type === "module") break;
  }
  if (around.some((each) => each.errors().length > 0)) return "a preparation that works";
  const { missing } = test.project.getProvidedContext();
  if (missing !== undefined) return missing;
  if (test.project.config.testNamePattern) return "having been asked for";
  const said = [test, ...around].map((each) => each.meta().needs).find((each) => each !== undefined);
  return said ?? (result.state === "skipped" ? result.note : undefined) ?? `another system than ${process.platform}`;
}

/** Whether a test was left out by `--tags-filter`, which asks for the edge cases alone, or for all but them. */
function isLeftOut(test: TestCase, filter: readonly string[]): boolean {
  const isEdge = test.tags.includes("edge");
  return (filter.includes("edge") && !isEdge) || (filter.includes("!edge") && isEdge);
}

/** Ends a run with what was skipped, and for want of what, and with a line of plain figures. */
export class ClosingLines implements Reporter {
  #filter: readonly string[] = [];

  onInit(vitest: Vitest): void {
    this.#filter = vitest.config.tagsFilter ?? [];
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    // A file that could not be read, or a preparation that failed, counts as a test that did.
    const counts = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    const skipped: TestCase[] = [];
    for (const module of modules) {
      for (const each of [module, ...module.children.allSuites()]) if (each.errors().length > 0) counts.failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === "skipped" && isLeftOut(test, this.#filter)) continue;
        counts[state] += 1;
        if (state === "skipped") skipped.push(test);
      }
    }
    const needed = Object.entries(Object.groupBy(skipped, needOf));
    for (const [need, tests = []] of needed) {
      const named = tests.slice(0, 3).map((test) => `\n  ${test.module.relativeModuleId}: ${test.fullName}`);
      const more = tests.length > named.length ? `\n  and ${tests.length - named.length} more` : "";
      console.log(`Skipped for want of ${need}:${named.join("")}${more}`);
    }
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${skipped.length + counts.pending} skipped`);
    // For the last line of all, which `npm test` writes.
    const words = needed.map(([need, tests = []]) => `${tests.length} for want of ${need}`);
    if (words.length > 0) process.send?.(`Skipped: ${words.join(", ")}.`);
  }
}
