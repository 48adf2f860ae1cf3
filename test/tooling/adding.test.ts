import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { allTools, toolsOf } from "../../src/main/mcp/tools/index.ts";
import { toolsetNames } from "../../src/shared/toolsets.ts";

const folder = join(import.meta.dirname, "../../src/main/mcp");
const files = globSync("**/*.ts", { cwd: folder });
const read = (file: string) => readFileSync(join(folder, file), "utf8");

test("a tool is imported by the register alone, and says itself which sets it is part of", () => {
  const tools = files.flatMap((file) =>
    [...read(file).matchAll(/^export const (\w+) = (?:define|seat|analysis)Tool\(/gm)].map(([, tool]) => tool),
  );
  expect(tools.length).toBeGreaterThan(20);
  const imported = files.flatMap((file) =>
    [...read(file).matchAll(/^import \{([^}]+)\} from "\./gm)].flatMap(([, names = ""]) =>
      names.split(",").flatMap((name) => (tools.includes(name.trim()) ? [`${name.trim()} in ${file}`] : [])),
    ),
  );
  expect(imported.toSorted()).toEqual(tools.map((tool) => `${tool} in tools/index.ts`).toSorted());
  for (const { name, toolsets } of allTools) expect(toolsets, name).not.toEqual([]);
  for (const toolset of toolsetNames) expect(toolsOf(toolset), toolset).not.toEqual([]);
});

test("each address of a page is in the register of pages, and is written nowhere else", () => {
  const renderer = join(import.meta.dirname, "../../src/renderer");
  const source = (file: string) => readFileSync(join(renderer, file), "utf8");
  const declaring = globSync("*/address.ts", { cwd: renderer });
  const addresses = declaring.flatMap((file) =>
    [...source(file).matchAll(/^export const (\w+Address)\b(?!.*=>)/gm)].map(([, name = ""]) => name),
  );
  const registered = [...source("app/pages.tsx").matchAll(/^ {2}(?:page|lazyPage)\((?:addresses\.)?(\w+),/gm)].map(
    ([, name = ""]) => name,
  );
  expect(addresses.length).toBeGreaterThan(8);
  expect(registered.toSorted()).toEqual(addresses.toSorted());

  const written = /(?:href=|navigate\(|replacePath\()\{?["`]\/[a-z]/;
  const elsewhere = globSync("**/*.{ts,tsx}", { cwd: renderer }).flatMap((file) =>
    source(file)
      .split("\n")
      .filter((line) => written.test(line) && !line.includes("/api/"))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(elsewhere).toEqual([]);
});
