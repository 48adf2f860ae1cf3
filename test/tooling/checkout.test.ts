import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectDir } from "../support/host-process.ts";
import { needs } from "../support/needs.ts";

const isClone = existsSync(join(projectDir, ".git")) && spawnSync("git", ["--version"]).status === 0;

test.skipIf(!isClone)("nothing that Git is to ignore has been committed", needs("a clone and Git"), () => {
  // The clone may be another user's than the tests are run as.
  const args = ["-c", "safe.directory=*", "ls-files", "--cached", "--ignored", "--exclude-standard"];
  expect(execFileSync("git", args, { cwd: projectDir, encoding: "utf8" })).toBe("");
});
