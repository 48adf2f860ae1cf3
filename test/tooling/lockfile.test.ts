import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { missingEntries, readLockfile, uncheckedEntries } from "../../scripts/lockfile.mjs";
import { oldestNode, pinnedNode } from "../../src/shared/pinned-node.ts";
import { projectDir } from "../support/host-process.ts";

const manifestIn = (folder: string) => JSON.parse(readFileSync(join(projectDir, folder, "package.json"), "utf8"));

test("package-lock.json has the optional packages of every platform, so that npm ci accepts it everywhere", async () => {
  const missing = missingEntries(await readLockfile()).map(({ path }) => path);
  expect(missing, "run node scripts/lockfile.mjs").toEqual([]);
});

test("package-lock.json names no host, so that every registry will do", async () => {
  const { packages } = await readLockfile();
  expect(Object.keys(packages).filter((path) => packages[path]?.resolved?.includes("://"))).toEqual([]);
});

test("package-lock.json has a checksum of everything that npm ci fetches", async () => {
  expect(uncheckedEntries(await readLockfile()), "run node scripts/lockfile.mjs").toEqual([]);
  expect(uncheckedEntries({ packages: { "": {}, "node_modules/one": { version: "1.0.0" } } })).toEqual([
    "node_modules/one",
  ]);
});

test("no package fetches or builds anything by a script of its own: those that have one are refused by name", async () => {
  const { packages } = await readLockfile();
  const withScript = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript);
  const refused = Object.entries(manifestIn(".").allowScripts).filter(([, allowed]) => allowed === false);
  expect(withScript.map((path) => path.replace(/^.*node_modules\//, "")).toSorted()).toEqual(
    refused.map(([name]) => name).toSorted(),
  );
});

test("npm brings a Node for each platform, new enough, under the name that is looked for; none comes with the package", async () => {
  const { packages } = await readLockfile();
  for (const platform of ["darwin", "linux", "win32"])
    for (const arch of ["arm64", "x64"]) {
      const [, name = "", ...bin] = pinnedNode(platform, arch);
      const entry = packages[`node_modules/${name}`];
      expect([name, entry?.os, entry?.cpu]).toEqual([name, platform, arch]);
      expect(entry).toMatchObject({ optional: true, bin: { node: bin.join("/") } });
      expect(Number.parseInt(entry?.version ?? "", 10)).toBeGreaterThanOrEqual(oldestNode);
    }
  expect(manifestIn(".").engines.node).toBe(`>=${oldestNode}`);
  expect(manifestIn(".")).not.toHaveProperty("dependencies");
  expect(manifestIn(".")).not.toHaveProperty("optionalDependencies");
});
