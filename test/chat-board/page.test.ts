import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { definitions } from "../../src/games/register.ts";
import { projectDir } from "../support/host-process.ts";
import { chatBoardSize } from "./page-size.ts";

const pageOf = (folder: string) => readFileSync(join(projectDir, "out/chat-board", folder, "board.html"), "utf8");

it.each(["", ...definitions.map(({ kind }) => kind)])(
  "the board, of all games or of one (%s), is one document that loads nothing",
  (kind) => {
    const html = pageOf(kind);
    expect(html).not.toMatch(/<(?:script|img|iframe)[^>]*\ssrc=|<link|@import|url\((?!["']?#)/);
    expect(html.match(/https?:\/\/[^"'`\s)]+/g)?.filter((url) => !url.startsWith("http://www.w3.org/")) ?? []).toEqual(
      [],
    );
    expect(html).toContain('<script type="application/json" id="kibitz-seed">null</script>');
  },
);

it("the board stays small: older hosts get that of the game with every answer that shows it", () => {
  // A twentieth of it is that chessops is in it whole, by its public names.
  // Those with more than a grid of cells have rules of some length.
  const most: Readonly<Record<string, number>> = { chess: 50, backgammon: 32, poker: 27 };
  for (const { kind } of definitions) expect(chatBoardSize(kind).gzipped, kind).toBeLessThan((most[kind] ?? 25) * 1024);
});
