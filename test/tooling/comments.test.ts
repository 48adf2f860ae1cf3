import { expect, test } from "vitest";
import { openingsIn } from "../../scripts/lint/comments.ts";

test.each([
  ["//", "Who is to move."],
  ["  /**", "What a seat may see. */"],
  [" *", "Whoever waits for it."],
  ["const seat = 0; //", "Whose turn it is."],
  ["/*", "That was kept. */"],
])("the linter refuses a comment after %j that begins: %s", (sign, text) => {
  expect(openingsIn(`\n${sign} ${text}\n`)).toEqual([`2: ${text.split(" ")[0]}`]);
});

test("the linter lets comments begin with their subject or a verb, and texts with any word", () => {
  expect(openingsIn('/** The seat to move. */\n// Whole files are read.\nconst title = "What next?";\n')).toEqual([]);
});
