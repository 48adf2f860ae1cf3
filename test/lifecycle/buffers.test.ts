import { expect, test } from "vitest";
import { hostHere } from "../league-v1/support.ts";

test("a line that a connection keeps holds no more than 8 KiB of a host's memory", async () => {
  await hostHere();
  // Uses up the block that was begun before the host was opened.
  for (let count = 0; count < 100; count += 1) Buffer.allocUnsafe(1024);
  expect(Buffer.from("the end of a line").buffer.byteLength).toBeLessThanOrEqual(8 * 1024);
});
