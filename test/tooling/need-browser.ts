import { rm } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { choice, findBrowser, profiles } from "../programs/browser.ts";
import "../support/needs.ts";
import { tempDir } from "../support/temp-dir.ts";

/** Finds the browser of the pages' tests, before the first of them, and says which it is. Without one all are skipped. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const found = await findBrowser();
  if (typeof found === "string") {
    // Machines that are meant to prove everything.
    if (process.env["CI"]) throw new Error(`The pages cannot be tested: ${found}`);
    project.provide("missing", `a browser (${found})`);
    project.config.testNamePattern = /(?!)/;
    return;
  }
  process.env[choice] = found.name;
  const folder = tempDir();
  process.env[profiles] = folder.path;
  console.log(`The pages are tested in Chromium ${found.version} (${found.name}).`);
  // Workers that are ending remove the same: what is gone meanwhile must not end this (rmSync takes it for the end).
  return () => rm(folder.path, { recursive: true, force: true, maxRetries: 10 });
}
