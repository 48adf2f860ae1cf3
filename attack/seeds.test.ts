import { expect, test } from "vitest";
import { startHost } from "../test/support/host-process.ts";
import { tempDir } from "../test/support/temp-dir.ts";
import { foretell } from "./seeds.ts";

test("an agent that reads everything it is shown foretells the choices of a strategy no better than by chance, and can check them at the end", {
  tags: "edge",
}, async () => {
  using dir = tempDir();
  await using host = await startHost(dir.path);
  const { choices, right, rightAfterwards, commitmentHolds, leaked } = await foretell(host, 7);
  expect(choices).toBeGreaterThan(90);
  // One of five is right by chance: six standard deviations more is what none of hundreds of ways comes to.
  const most = choices / 5 + 6 * Math.sqrt(choices * 0.16);
  expect([...right].filter(([, times]) => times > most)).toEqual([]);
  expect(leaked).toBe(false);
  expect(commitmentHolds).toBe(true);
  expect(rightAfterwards).toBe(choices);
});
