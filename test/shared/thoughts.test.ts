import { expect, test } from "vitest";
import { thoughtsIn } from "../../src/shared/thoughts.ts";

test("thoughts are clean lines of text: no signs that act, hide or turn the text, and nothing that may be a token", () => {
  expect(thoughtsIn("  I take.\r\n\r\n\r\n\r\n\u0007\u202eIt \u200b hangs.\u2028<b>So</b> ")).toEqual({
    text: "I take.\n\nIt hangs.\n<b>So</b>",
  });
  expect(thoughtsIn(`mine is 12.3.${"aB3-_".repeat(6)}xy.`)).toEqual({ text: "mine is 12.3.…." });
  for (const nothing of [undefined, "", " \n\u200b\u202e ", "\u2800"]) expect(thoughtsIn(nothing)).toBeUndefined();
});

test.each([
  ["x ".repeat(2_048).trim(), undefined],
  ["x ".repeat(2_049), true],
  ["𝄞 ".repeat(5_000), true],
  ["é".repeat(4_000), true],
  // The part that is cut off is not looked at.
  [`x${" ".repeat(20_000)}`, true],
])("thoughts end after 4 KiB with a whole character, and say so", (text, cut) => {
  const thoughts = thoughtsIn(text);
  expect(thoughts?.cut).toBe(cut);
  expect(Buffer.byteLength(thoughts?.text ?? "")).toBeLessThanOrEqual(4_096);
  expect(thoughts?.text.isWellFormed()).toBe(true);
  expect(text.startsWith(thoughts?.text ?? "none")).toBe(true);
});
