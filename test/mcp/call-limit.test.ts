import { expect, test } from "vitest";
import { createCallLimit } from "../../src/main/mcp/server/agent-memory.ts";

test("a client that runs wild is held, the others are not, and it may go on after a second", () => {
  const limit = createCallLimit();
  let allowed = 0;
  while (allowed < 20_000 && limit.allows("wild", 0)) allowed += 1;
  expect(allowed).toBeGreaterThanOrEqual(1_000);
  expect(allowed).toBeLessThan(10_000);
  expect(limit.allows("wild", 0)).toBe(false);
  expect(limit.allows("calm", 0)).toBe(true);
  expect(limit.allows(null, 0)).toBe(true);
  expect(limit.allows("wild", 1_000)).toBe(true);
});
