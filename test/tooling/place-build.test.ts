import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { placeBuild } from "../../scripts/place-build.mjs";
import { watchBuild } from "../../src/main/start/build-watch.ts";
import { rebuildNotice } from "../../src/shared/rebuild-notice.ts";
import { tempDir } from "../support/temp-dir.ts";

test("a build takes the place of the one before, and leaves for a week what a running host has yet to load", async () => {
  using folder = tempDir();
  const out = folder.path;
  const build = async (names: readonly string[], clean = false) => {
    for (const name of names) {
      mkdirSync(dirname(join(out, ".next", name)), { recursive: true });
      writeFileSync(join(out, ".next", name), name);
    }
    await placeBuild(join(out, ".next"), out, clean);
    const files = readdirSync(out, { recursive: true, encoding: "utf8" });
    return files
      .filter((file) => /\./.test(file) && file !== "files.json")
      .map((file) => file.replaceAll("\\", "/"))
      .toSorted();
  };
  const old = ["main/chunks/pg-1.js", "renderer/assets/page-1.js", "renderer/icon.svg"];
  await build(["main/headless.js", ...old]);
  expect(await build(["main/headless.js", "main/chunks/pg-2.js"])).toEqual([
    "main/chunks/pg-1.js",
    "main/chunks/pg-2.js",
    "main/headless.js",
    "renderer/assets/page-1.js",
  ]);
  const tooLong = new Date(Date.now() - 8 * 24 * 3_600_000);
  for (const file of old.slice(0, 2)) utimesSync(join(out, file), tooLong, tooLong);
  // However long ago it was built, it has been replaced only now.
  utimesSync(join(out, "main/chunks/pg-2.js"), tooLong, tooLong);
  expect(await build(["main/headless.js"])).toEqual(["main/chunks/pg-2.js", "main/headless.js"]);
  expect(await build(["main/headless.js"], true)).toEqual(["main/headless.js"]);
  expect(existsSync(join(out, ".next"))).toBe(false);
});

test("a host hears once that the build that it was started from has been replaced", async () => {
  using folder = tempDir();
  const record = join(folder.path, "fingerprint");
  writeFileSync(record, "one");
  let count = 0;
  const { promise: told, resolve: tell } = Promise.withResolvers<void>();
  const build = watchBuild(folder.path, () => {
    count += 1;
    tell();
  });
  expect(build.isReplaced()).toBe(false);
  writeFileSync(join(folder.path, "files.json"), "[]");
  writeFileSync(record, "two");
  await told;
  expect([build.isReplaced(), count]).toEqual([true, 1]);
  build.close();
  expect(rebuildNotice).toMatch(/^Kibitz was rebuilt, .*npm run kibitz stop/);
});

test("nothing is told of a replaced build where nothing was built, as in a package", () => {
  using folder = tempDir();
  for (const out of [folder.path, null]) {
    const build = watchBuild(out, () => expect.unreachable());
    expect(build.isReplaced()).toBe(false);
    build.close();
  }
});
