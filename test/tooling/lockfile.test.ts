import { expect, test } from "vitest";
import { missingEntries, readLockfile } from "../../scripts/lockfile.mjs";

test("package-lock.json has the optional packages of every platform, so that npm ci accepts it everywhere", async () => {
  const missing = missingEntries(await readLockfile()).map(({ path }) => path);
  expect(missing, "run node scripts/lockfile.mjs").toEqual([]);
});

test("package-lock.json names no host, so that every registry will do", async () => {
  const { packages } = await readLockfile();
  expect(Object.keys(packages).filter((path) => packages[path]?.resolved?.includes("://"))).toEqual([]);
});
