import { expect, test } from "vitest";
import { contractText, readContract } from "../../scripts/contract.ts";

test("contract.md has the titles of the tests that hold the contract with agents", () => {
  expect(readContract(), "run `node scripts/contract.ts`").toBe(contractText());
});
