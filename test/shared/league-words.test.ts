import { expect, test } from "vitest";
import { marginText } from "../../src/shared/league-words.ts";

test("a figure with its margin never reaches below 0, nor beyond what it can be", () => {
  expect(marginText(130.4, 12)).toBe("130.4 ± 12");
  expect(marginText(130.4, null)).toBe("130.4");
  expect(marginText(0, 3)).toBe("0 (at most 3)");
  expect(marginText(4, 5.5)).toBe("4 (0 to 9.5)");
  expect(marginText(87.5, 62.2, 100)).toBe("87.5 (25.3 to 100)");
  expect(marginText(76.5, 226.6, 100)).toBe("76.5 (0 to 100)");
});
