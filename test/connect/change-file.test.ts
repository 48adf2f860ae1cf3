import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { changeFile } from "../../src/main/connect/change-file.ts";
import type * as DataDir from "../../src/main/data/data-dir.ts";
import { accept } from "../../src/shared/result.ts";
import { memoryDir } from "../support/temp-dir.ts";

/** Hooks for another program, run when the new text lies there already and only the change of the name is left. */
const atTheLast = vi.hoisted(() => ({ before: () => {}, after: () => {} }));

vi.mock("../../src/main/data/data-dir.ts", async (original) => {
  const real = await original<typeof DataDir>();
  return {
    ...real,
    writeFileWhole: (...[path, text, like, isStill]: Parameters<typeof real.writeFileWhole>) => {
      const isOurs =
        isStill &&
        (() => {
          atTheLast.before();
          return isStill();
        });
      const isWritten = real.writeFileWhole(path, text, like, isOurs);
      if (isStill && isWritten) atTheLast.after();
      return isWritten;
    },
  };
});

/** A program that counts in its file: by putting another in its place, by writing into it, or into one that it has open. */
const ways = {
  "puts another file in its place": (file: string, text: string) => {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  },
  "writes into it": (file: string, text: string) => writeFileSync(file, text),
} as const;

const text = (n: number) => JSON.stringify({ n });
const withOurs = (said: string | null) => accept(JSON.stringify({ ...JSON.parse(said ?? "{}"), ours: true }));

test.each(Object.entries(ways))("text that a program that %s writes at the last moment is not lost", (_, write) => {
  using folder = memoryDir();
  const file = join(folder.path, "config.json");
  writeFileSync(file, text(0));
  let written = 0;
  Object.assign(atTheLast, {
    before: () => {
      if (written === 3) return;
      // As long, and within the same moment.
      written += 1;
      write(file, text(written));
    },
    after: () => {},
  });
  expect(changeFile(file, withOurs)).toMatchObject({ ok: true, value: { hasChanged: true } });
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ n: 3, ours: true });
  expect(readFileSync(`${file}.kibitz.bak`, "utf8")).toBe(text(3));
});

test("text that a program writes into a file that it had opened before is not lost", () => {
  using folder = memoryDir();
  const file = join(folder.path, "config.json");
  writeFileSync(file, text(0));
  let isOpen = true;
  Object.assign(atTheLast, {
    before: () => {},
    after: () => {
      const [aside = ""] = readdirSync(folder.path).filter((name) => name.endsWith(".kibitz.tmp"));
      if (isOpen) writeFileSync(join(folder.path, aside), text(7));
      isOpen = false;
    },
  });
  expect(changeFile(file, withOurs)).toMatchObject({ ok: true, value: { hasChanged: true } });
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ n: 7, ours: true });
});

test("a file that another program goes on writing is left to it, and that is said", () => {
  using folder = memoryDir();
  const file = join(folder.path, "config.json");
  writeFileSync(file, text(0));
  let written = 0;
  const before = () => {
    written += 1;
    writeFileSync(file, text(written));
  };
  Object.assign(atTheLast, { before, after: () => {} });
  expect(changeFile(file, withOurs)).toEqual({
    ok: false,
    code: "STORAGE_FAILED",
    message: `${file} is being written by another program. Close that and try again`,
  });
  expect(readFileSync(file, "utf8")).toBe(text(written));
  expect(readdirSync(folder.path)).toEqual(["config.json"]);
});

test("one former text of a changed file is kept, and the next change takes its place", () => {
  using folder = memoryDir();
  Object.assign(atTheLast, { before: () => {}, after: () => {} });
  const file = join(folder.path, "config.json");
  writeFileSync(file, "one");
  const said = ["two", "three", null].map((next) => {
    const done = changeFile(file, () => accept(next));
    return done.ok && [done.value.backup, readFileSync(`${file}.kibitz.bak`, "utf8")];
  });
  expect(said).toEqual(["one", "two", "three"].map((was) => [`${file}.kibitz.bak`, was]));
  expect(existsSync(file)).toBe(false);
  expect(readdirSync(folder.path)).toEqual(["config.json.kibitz.bak"]);
});
