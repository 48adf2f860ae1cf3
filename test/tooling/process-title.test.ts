import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectDir } from "../support/host-process.ts";

/** A process is told from others by its command line, which a title is written over; macOS shows one in the Dock. */
const titled = (text: string): boolean => /process(\.title\b|\s*\[\s*["'`]title)/.test(text);

test("nothing that runs as a process of its own gives itself another name, nor does what is compiled into it", () => {
  expect([titled('process.title = "x"'), titled('process["title"]'), titled("page.title()")]).toEqual([
    true,
    true,
    false,
  ]);
  const cwd = projectDir;
  const files = globSync(["src/**/*.{ts,tsx}", "scripts/*.{mjs,ts}", "out/{main,shim,preload}/**/*.{js,mjs,cjs}"], {
    cwd,
  });
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => titled(readFileSync(join(cwd, file), "utf8")))).toEqual([]);
});
