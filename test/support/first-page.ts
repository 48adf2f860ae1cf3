import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { projectDir } from "./host-process.ts";

/** Bytes, gzipped, of all scripts that the document itself names: what loads before the first page is there. */
export function firstPageSize(): number {
  const folder = join(projectDir, "out/renderer");
  const scripts = [
    ...readFileSync(join(folder, "index.html"), "utf8").matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g),
  ];
  if (scripts.length === 0) throw new Error("the document names no script");
  return scripts.reduce(
    (sum, [, path = ""]) => sum + gzipSync(readFileSync(join(folder, path)), { level: 9 }).length,
    0,
  );
}
