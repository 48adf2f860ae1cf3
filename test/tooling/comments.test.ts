import { expect, test } from "vitest";
import { openingsIn, titleOpeningsIn } from "../../scripts/lint/comments.ts";

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

test.each([
  'test("who leaves a game loses it", run);',
  'test.each(["one", "two"])("what %s says is read", run);',
  'describe("whoever waits", { tags: "edge" }, run);',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a test file
  "it.runIf(isLinux)(`that is ${word}`, run);",
])("the linter refuses a title that begins with a relative pronoun: %s", (text) => {
  expect(titleOpeningsIn("a.test.ts", `\n${text}\n`)).toEqual([expect.stringMatching(/^2: (who|what|whoever|that)$/)]);
});

test("the linter lets titles begin with their subject, with a question, and other calls take any text", () => {
  const text = 'test("a player that leaves a game loses it", run);\ntest("what next?", run);\nsay("what they say");\n';
  expect(titleOpeningsIn("a.test.ts", text)).toEqual([]);
});
