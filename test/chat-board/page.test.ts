import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectDir } from "../support/host-process.ts";
import { chatBoardSize } from "./page-size.ts";

const html = readFileSync(join(projectDir, "out/chat-board/board.html"), "utf8");

it("the board is one document that loads nothing", () => {
  expect(html).not.toMatch(/<(?:script|img|iframe)[^>]*\ssrc=|<link|@import|url\((?!["']?#)/);
  expect(html.match(/https?:\/\/[^"'`\s)]+/g)?.filter((url) => !url.startsWith("http://www.w3.org/")) ?? []).toEqual(
    [],
  );
  expect(html).toContain('<script type="application/json" id="kibitz-seed">null</script>');
});

it("the board stays small: older hosts get it with every answer that shows it", () => {
  // A twentieth of it is that chessops is in it whole, by its public names.
  expect(chatBoardSize().gzipped).toBeLessThan(52 * 1024);
});
