import { expect, test } from "vitest";
import { firstPageSize } from "../support/first-page.ts";

test("the scripts of the first page that a person sees are few", () => {
  expect(firstPageSize()).toBeLessThan(52 * 1024);
});
