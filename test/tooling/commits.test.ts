import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { isImperative, newSubjects } from "../../scripts/lint/commits.ts";
import { needs } from "../support/needs.ts";
import { tempDir } from "../support/temp-dir.ts";

const hasGit = spawnSync("git", ["--version"]).status === 0;
const git = (cwd: string, ...args: readonly string[]) => {
  const author = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgSign=false"];
  expect(spawnSync("git", [...author, ...args], { cwd, encoding: "utf8" })).toMatchObject({ status: 0 });
};

test.each([
  ["leagues: keep a stopped league's reason", true],
  ["mcp/answers: Say once what is asked", true],
  ["Add a test", true],
  ["leagues: a stopped league's reason is kept", false],
  ["docs: figures of the merged ratings", false],
  ["pages: shorter texts on the first page", false],
  ["tests: what the merged parts say", false],
  ["store: fixed a leak", false],
  ["store: adds an index", false],
])("the check of commits knows whether a subject is imperative: %s", (subject, isSo) => {
  expect(isImperative(subject)).toBe(isSo);
});

test.skipIf(!hasGit)(
  "the check of commits reads those that have not landed, and none without a history",
  needs("Git"),
  () => {
    using folder = tempDir();
    const at = (name: string) => `${folder.path}/${name}`;
    expect(newSubjects(folder.path)).toBeNull();
    git(folder.path, "init", "--quiet", "--initial-branch=main", "one");
    git(at("one"), "commit", "--quiet", "--allow-empty", "-m", "a landed commit");
    expect(newSubjects(at("one"))).toEqual([]);
    git(at("one"), "switch", "--quiet", "--create", "next");
    git(at("one"), "commit", "--quiet", "--allow-empty", "-m", "store: keep it", "-m", "It was lost.");
    expect(newSubjects(at("one"))).toEqual(["store: keep it"]);
    git(folder.path, "clone", "--quiet", "--depth=1", pathToFileURL(at("one")).href, "shallow");
    expect(newSubjects(at("shallow"))).toBeNull();
  },
);
