import { expect, test } from "vitest";
import { isPassing } from "../../src/main/start/installation.ts";

const passing = (execPath: string, readOnly: boolean, platform: NodeJS.Platform = "darwin") =>
  isPassing(platform, `${execPath}/Kibitz.app/Contents/MacOS/Kibitz`, () => readOnly);

test("on macOS an application passes where its disk image or its hidden copy goes with it, and nowhere else", () => {
  expect(passing("/Volumes/Kibitz 0.1.0", true)).toBe(true);
  expect(passing("/private/var/folders/x/T/AppTranslocation/5F0C/d", true)).toBe(true);
  expect(passing("/Volumes/Second disk/Applications", false)).toBe(false);
  expect(passing("/Applications", false)).toBe(false);
  // The sealed disk of the system is no disk image.
  expect(passing("/System/Applications", true)).toBe(false);
  expect(passing("/Volumes/Kibitz", true, "linux")).toBe(false);
});
