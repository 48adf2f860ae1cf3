import { readdirSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { choice, findBrowser } from "../programs/browser.ts";
import { tempDir } from "../support/temp-dir.ts";

test("a browser that does not start is told, and leaves nothing in the folder for temporary files", async () => {
  using folder = tempDir();
  for (const name of ["TMPDIR", "TEMP", "TMP"]) vi.stubEnv(name, folder.path);
  vi.stubEnv(choice, "/nowhere/chromium");
  await expect(findBrowser()).rejects.toThrow(/^KIBITZ_TEST_BROWSER=\/nowhere\/chromium does not start: /);
  expect(readdirSync(folder.path)).toEqual([]);
});
