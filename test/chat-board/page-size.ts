import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { projectDir } from "../support/host-process.ts";

/** The size of the built chat board of a game in bytes: one document with everything in it. Throws where it was not built. */
export function chatBoardSize(kind: string): { readonly plain: number; readonly gzipped: number } {
  const page = readFileSync(join(projectDir, "out/chat-board", kind, "board.html"));
  return { plain: page.length, gzipped: gzipSync(page, { level: 9 }).length };
}
