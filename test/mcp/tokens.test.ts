import { expect, test } from "vitest";
import { tokensOf } from "../support/answer-tokens.ts";
import { answersOf } from "./middlegame.ts";

/** What the answers of such a game came to before there were views. */
const BEFORE = 15_100;

test("a game of forty-nine plies in compact costs a model at most half of what it once did, in either half", async () => {
  const { text, structured } = tokensOf(await answersOf("compact"));
  expect(text).toBeLessThanOrEqual(BEFORE / 2);
  expect(structured).toBeLessThanOrEqual(BEFORE / 2);
});
