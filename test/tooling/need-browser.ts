import type { TestProject } from "vitest/node";
import { choice, findBrowser } from "../programs/browser.ts";
import "../support/needs.ts";

/** Finds the browser of the pages' tests, before the first of them, and says which it is. Without one all are skipped. */
export async function setup(project: TestProject): Promise<void> {
  const found = await findBrowser();
  if (typeof found === "string") {
    // Machines that are meant to prove everything.
    if (process.env["CI"]) throw new Error(`The pages cannot be tested: ${found}`);
    project.provide("missing", `a browser (${found})`);
    project.config.testNamePattern = /(?!)/;
    return;
  }
  process.env[choice] = found.name;
  console.log(`The pages are tested in Chromium ${found.version} (${found.name}).`);
}
