import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectDir } from "../support/host-process.ts";
import { needs } from "../support/needs.ts";

test.skipIf(!existsSync(join(projectDir, ".git")))(
  "nothing that Git is to ignore has been committed",
  needs("a clone"),
  () => {
    const args = ["ls-files", "--cached", "--ignored", "--exclude-standard"];
    expect(execFileSync("git", args, { cwd: projectDir, encoding: "utf8" })).toBe("");
  },
);
