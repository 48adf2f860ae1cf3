import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { version } from "../../src/shared/version.ts";

test("the version that is told is the package's", () => {
  expect(version).toBe(manifest.version);
});
